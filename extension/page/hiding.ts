// Ways in which style takes a box out of sight, as computed values show them.

// faint is the opacity below which nobody reads; some keep a trace of it for tools that look for zero.
export const faint = 0.03;

// clippedAway recognises what leaves nothing of a box.
export function clippedAway(style: CSSStyleDeclaration, position: string): boolean {
  if (style.clip !== "auto" && (position === "absolute" || position === "fixed")) {
    const [top = 0, right = 0, bottom = 0, left = 0, ...rest] = style.clip.match(/-?[\d.]+/g)?.map(Number) ?? [];
    if (rest.length === 0 && (bottom - top <= 1 || right - left <= 1)) return true;
  }
  return style.clipPath !== "none" && shapeless(style.clipPath);
}

// shapeless says whether a clipping shape has no area.
function shapeless(shape: string): boolean {
  const [, name = "", inside = ""] = /^([a-z]+)\((.*)\)/.exec(shape) ?? [];
  const sizes = inside.split(/ (?:at|round) /, 1)[0] ?? "";
  switch (name) {
    case "circle": case "ellipse": return sizes.split(" ").some((size) => Number.parseFloat(size) === 0);
    case "inset": return closes(sizes.split(" "));
    case "xywh": return sizes.split(" ").slice(2, 4).some((size) => Number.parseFloat(size) === 0);
    case "polygon": return [0, 1].some((axis) => new Set(sizes.replace(/^(?:evenodd|nonzero), /, "").split(", ").map((at) => at.split(" ")[axis])).size < 2);
    case "path": return /^(?:(?:evenodd|nonzero), )?""$/.test(inside);
    default: return false;
  }
}

// closes says whether insets of one unit meet: those from top to bottom, or from left to right.
function closes([top = "", right = top, bottom = top, left = right]: string[]): boolean {
  return [[top, bottom], [left, right]].some(([a = "", b = ""]) => a.endsWith("%") && (b.endsWith("%") || b === "0px") && Number.parseFloat(a) + Number.parseFloat(b) >= 100
    || b.endsWith("%") && a === "0px" && Number.parseFloat(b) >= 100);
}

// Turn is what a transformation does to what it is applied to.
export interface Turn { readonly flat: boolean; readonly back: boolean }

// turnOf reads a computed transform: whether it leaves no area, and whether it shows the back.
export function turnOf(transform: string): Turn {
  const m = transform.match(/-?[\d.]+(?:e[-+]?\d+)?/g)?.map(Number) ?? [];
  const solid = transform.startsWith("matrix3d");
  if (solid) m.shift(); // the 3 of its name
  const area = solid ? m[0]! * m[5]! - m[1]! * m[4]! : m[0]! * m[3]! - m[1]! * m[2]!;
  return { flat: Math.abs(area) < 1e-6, back: solid && m[10]! < 0 };
}

// far says whether a box is put where only hiding is meant: a thousand pixels aside.
export function far(style: CSSStyleDeclaration): boolean {
  return aside(style.marginLeft) || aside(style.marginTop) || aside(style.translate) || style.position === "relative" && (aside(style.left) || aside(style.top));
}

const aside = (length: string): boolean => Number.parseFloat(length) <= -999;

// indentedAway recognises the idiom that puts a picture in place of words: they
// begin where their box ends.
export const indentedAway = (style: CSSStyleDeclaration, across: string): boolean =>
  across !== "visible" && style.textIndent.endsWith("%") && Number.parseFloat(style.textIndent) >= 100;

// unpainted says whether letters of an SVG drawing have neither fill nor outline.
export function unpainted(style: CSSStyleDeclaration): boolean {
  return (bare(style.fill) || style.fillOpacity === "0") && (bare(style.stroke) || style.strokeOpacity === "0");
}

const bare = (paint: string): boolean => paint === "none" || paint === "rgba(0, 0, 0, 0)";
