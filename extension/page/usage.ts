// Which style properties the page uses at all. Reading one property of one
// element costs 0.3 µs, and a walk that reads twelve of 110,000 elements takes
// four times as long as one that reads two (measured). A property that no rule,
// no style attribute and no animation mentions has its initial or inherited
// value everywhere, so it need not be read.

import { textContent } from "./dom";

// Usage says which properties have to be read.
export interface Usage {
  display: boolean;
  visibility: boolean;
  cursor: boolean;
  position: boolean;
  opacity: boolean;
  clip: boolean;
  overflow: boolean;
  indent: boolean;
  caps: boolean;
  white: boolean;
  colour: boolean;
  size: boolean;
  scale: boolean;
  skip: boolean;
  content: boolean;
  // Below: what few pages have. It is read only where it is seen to be used.
  filter: boolean;
  fill: boolean;
  face: boolean;
  away: boolean;
  moved: boolean;
  inert: boolean;
  moving: boolean; // something is animated
}

const everything: Usage = { display: true, visibility: true, cursor: true, position: true, opacity: true, clip: true, overflow: true,
  indent: true, caps: true, white: true, colour: true, size: true, scale: true, skip: true, content: true, filter: false, fill: false, face: false, away: false, moved: false, inert: false, moving: false };

// thorough is everything and what few pages have.
export const thorough: Usage = { ...everything, filter: true, fill: true, face: true, away: true, moved: true, inert: true, moving: true };

// rareStyle finds what few pages have in a style attribute, and awayRule the places far aside in a rule.
export const rareStyle = /filter|-fill-color|backface|interactivity|scale:|-\d{3}/;
const awayRule = /(?:left|top|margin[a-z-]*|inset[a-z-]*|translate)\s*:[^;}]*-\d{3}/;

const mention = /(?:^|[{;\s"])(display|float|visibility|cursor|position|opacity|clip|clip-path|overflow|overflow-x|overflow-y|text-indent|text-transform|white-space|white-space-collapse|color|background|background-color|font|font-size|transform|scale|content-visibility|content|filter|-webkit-text-fill-color|backface-visibility|interactivity|all)\s*:\s*([^;}]*)/g;

// Which values of a property matter; a value that is computed always may.
const unknown = /\b(?:var|calc|min|max|clamp|env|attr|if|random)\(/;
const matters: Record<string, readonly [keyof Usage, RegExp]> = { display: ["display", /./], float: ["display", /./],
  visibility: ["visibility", /hidden|collapse/], cursor: ["cursor", /pointer/],
  position: ["position", /absolute|fixed|sticky/], opacity: ["opacity", /^(?:0(?:\.0\d*)?|[0-2](?:\.\d*)?%)(?:$|\s)/], clip: ["clip", /rect/], "clip-path": ["clip", /\(/],
  overflow: ["overflow", /hidden|auto|scroll|clip/], "overflow-x": ["overflow", /hidden|auto|scroll|clip/], "overflow-y": ["overflow", /hidden|auto|scroll|clip/],
  "text-indent": ["indent", /-|\d{3}%/], "text-transform": ["caps", /case|capitalize/], "white-space": ["white", /pre|break-spaces/],
  "white-space-collapse": ["white", /pre|break/], color: ["colour", /./], background: ["colour", /./], "background-color": ["colour", /./],
  font: ["size", /(?:^|\s)0(?:px|r?em|%|\s|\/)/], "font-size": ["size", /^0/], transform: ["scale", /scale|matrix|rotate|perspective|translate[a-z3]*\([^)]*\d{3}/i], scale: ["moved", /./], filter: ["filter", /opacity/], "-webkit-text-fill-color": ["fill", /./],
  "backface-visibility": ["face", /hidden/], interactivity: ["inert", /inert/],
  "content-visibility": ["skip", /hidden/], content: ["content", /"[^"]|\(|quote/] };

// usageOf reads the style sheets of a document, or says "everything" where that
// is unknown or would cost more than it saves: serialising a rule costs about
// what reading ten properties does.
export function usageOf(doc: Document, elements: number): Usage {
  const moving = doc.getAnimations().length > 0, all = moving ? { ...everything, moving } : everything;
  const sheets = sheetsOf(doc);
  if (sheets === undefined) return all;
  const used: Usage = { display: false, visibility: false, cursor: false, position: false, opacity: false, clip: false, overflow: false,
    indent: false, caps: false, white: false, colour: false, size: false, scale: false, skip: false, content: false, filter: false, fill: false, face: false, away: false, moved: false, inert: false, moving: false };
  let left = elements;
  for (const sheet of sheets) {
    left = readRules(sheet, used, left);
    if (left < 0) return all;
  }
  if (!moving) return used;
  const { filter, fill, face, away, moved, inert } = used;
  return { ...all, filter, fill, face, away, moved, inert };
}

// sheetsOf lists the style sheets of a tree.
export function sheetsOf(tree: DocumentOrShadowRoot): CSSStyleSheet[] | undefined {
  const adopted: readonly CSSStyleSheet[] | undefined = tree.adoptedStyleSheets;
  return adopted === undefined ? undefined : [...tree.styleSheets, ...adopted];
}

// readRules notes what a sheet mentions and returns how many rules may still be
// read, or -1 when they are too many or cannot be read (another origin's).
function readRules(sheet: CSSStyleSheet, used: Usage, left: number): number {
  const rules = rulesOf(sheet);
  if (rules === undefined || rules.length > left) return -1;
  left -= rules.length;
  for (const rule of rules) {
    if (rule instanceof CSSImportRule) {
      left = rule.styleSheet === null ? -1 : readRules(rule.styleSheet, used, left);
      if (left < 0) return -1;
      continue;
    }
    const text = rule.cssText;
    if (!used.away && /-\d{3}/.test(text) && awayRule.test(text)) used.away = true;
    for (const [, name = "", value = ""] of text.matchAll(mention)) {
      if (name === "all") return -1;
      const [key, which] = matters[name] ?? [];
      if (key === "position") used.display = true; // taken out of the flow, a box becomes a block
      if (key !== undefined && !used[key] && (which?.test(value) === true || unknown.test(value))) used[key] = true;
    }
  }
  return left;
}

// ShadowSheets reads the style sheets of shadow trees as the walk meets them.
// Components repeat: a thousand of them have one style text, which is read once.
export class ShadowSheets {
  readonly #known = new Set<CSSStyleSheet | string>();

  // add notes in used what a shadow tree's sheets mention, and says whether any was new.
  add(root: ShadowRoot, used: Usage): boolean {
    const before = this.#known.size;
    const { styleSheets: own, adoptedStyleSheets: adopted } = root;
    for (let i = 0; i < own.length; i++) this.#note(own[i] as CSSStyleSheet, used);
    for (let i = 0, n = adopted.length; i < n; i++) this.#note(adopted[i] as CSSStyleSheet, used);
    return this.#known.size > before;
  }

  #note(sheet: CSSStyleSheet, used: Usage): void {
    const key = sheetKey(sheet);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (readRules(sheet, used, mostShadowRules) < 0) Object.assign(used, everything);
  }
}

// mostShadowRules bounds what one shadow tree's sheet may cost; beyond it every
// style is read. A component's sheet has tens of rules.
const mostShadowRules = 2000;

// sheetKey is the text of a style element whose rules are those of its text, else the sheet itself.
function sheetKey(sheet: CSSStyleSheet): CSSStyleSheet | string {
  const owner = sheet.ownerNode;
  const text = owner instanceof HTMLStyleElement ? textContent(owner) ?? "" : "";
  return text === "" ? sheet : `${rulesOf(sheet)?.length ?? -1} ${text}`;
}

// rulesOf lists the rules of a sheet, undefined when they cannot be read (another origin's).
export function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.cssRules;
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}

export { everything };
