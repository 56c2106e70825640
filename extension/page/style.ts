// What style makes of an element: is it there, can it be seen, does it start a
// line. One Look an element, inherited values taken from the parent's Look
// where nothing can have changed them.
import { attr, hasAttr, rectOf, scrollLeft, scrollTop } from "./dom";
import { clippedAway, faint, far, indentedAway, turnOf, unpainted } from "./hiding";
import { arriving } from "./moving";
import { everything, rareStyle, thorough, type Usage } from "./usage";

// Look is one element's style, as far as the walk needs it.
export interface Look {
  readonly display: string;
  readonly visible: boolean; // visibility, which a descendant may turn on again
  readonly pointer: boolean; // the pointer cursor
  readonly white: White;
  readonly caps: string;     // text-transform, "" for none
  readonly veil: boolean;    // text in it cannot be seen by a person
  readonly held: boolean;    // nor if it is positioned: a box that only overflow cuts off lets such go
  readonly turned: boolean;  // shows its back
  readonly inert: boolean;   // switched off by style
  readonly tiny: boolean;    // letters without size, or indented off the page: a descendant may undo that
  readonly sealed: boolean;  // what is in it is not rendered (content-visibility)
  readonly position: string;
  readonly scrolls: boolean; // overflow auto or scroll
  readonly ink: string;      // colour of the text
  readonly paper: string;    // nearest background colour behind it, "" when unknown
  readonly sx: number;       // how far the scrollers around are scrolled
  readonly sy: number;
  readonly plain: boolean;   // all inherited values are the initial ones
}

// White is what happens to white space: collapsed, kept, or only line breaks kept.
export type White = "collapse" | "keep" | "lines";

const base: Look = { display: "block", visible: true, pointer: false, white: "collapse", caps: "", veil: false, held: false, turned: false, inert: false, tiny: false, sealed: false,
  position: "static", scrolls: false, ink: "", paper: "", sx: 0, sy: 0, plain: true };

// rootLook is what the root element inherits.
export const rootLook = base;

const unturned = { flat: false, back: false };

// Letters of drawings: these, and nothing else, are drawn with a fill.
const letters = new Set(["text", "tspan", "textPath"]);

const gone: Look = { ...base, display: "none", visible: false, plain: false };

// Names whose own look differs from what they inherit without any rule of the page.
const preTags = new Set(["pre", "textarea", "listing", "xmp", "plaintext"]);
const special = new Set([...preTags, "dialog"]);

// What the browser's own style sheet says of names that have nothing but a
// display. Where no rule of the page sets any, nor an attribute, that is its
// look, and it need not be asked for.
const usualLooks = new Map<string, Look>();
for (const [display, tags] of Object.entries({
  "block": "div p article section nav main aside header footer h1 h2 h3 h4 h5 h6 ul ol dl dt dd figure figcaption blockquote address",
  "inline": "span b i em strong small code cite q s u sub sup kbd samp var time abbr a label", "list-item": "li", "inline-block": "button",
  "table": "table", "table-row-group": "tbody", "table-header-group": "thead", "table-footer-group": "tfoot", "table-row": "tr", "table-cell": "td th",
})) for (const tag of tags.split(" ")) usualLooks.set(tag, { ...base, display });

// Displays that make blocks of what is in them.
const blockifies = new Set(["flex", "inline-flex", "grid", "inline-grid", "grid-lanes", "inline-grid-lanes"]);

// stylesItself says whether an attribute may change the look of an element whose
// name has a usual one.
const stylesItself = (el: Element): boolean => hasAttr(el, "style") || hasAttr(el, "hidden") || hasAttr(el, "popover");

// Looks reads styles for one walk.
export class Looks {
  readonly #plain = new Map<string, Look>();
  readonly #usage: Usage;
  #own: Usage = everything; // of an element that styles itself
  #bare = false;  // nothing beyond display is ever set
  #usual = false; // nor is display

  constructor(usage: Usage) {
    this.#usage = usage;
    this.refresh();
  }

  // refresh follows a usage that has grown: a shadow tree brought its own sheets.
  refresh(): void {
    const usage = this.#usage;
    this.#bare = !Object.entries(usage).some(([name, used]) => used && name !== "content" && name !== "display" && name !== "moving");
    this.#usual = this.#bare && !usage.display;
    const { filter, fill, face, away, moved, inert, moving } = usage;
    this.#own = { ...everything, filter, fill, face, away, moved, inert, moving };
  }

  // pseudo says whether generated content has to be read.
  get pseudo(): boolean {
    return this.#usage.content;
  }

  // of reads an element. Strict reads every property: for SVG, where attributes
  // are style.
  of(el: Element, tag: string, parent: Look, attributes: boolean, strict: boolean): Look {
    if (!strict && this.#usual && parent.plain && !blockifies.has(parent.display)) {
      const usual = usualLooks.get(tag);
      if (usual !== undefined && !(attributes && stylesItself(el))) return usual;
    }
    const style = getComputedStyle(el);
    const display = style.display;
    if (display === "none") return gone;
    const own = strict || attributes && stylesItself(el);
    if (!own && this.#bare && parent.plain && !special.has(tag)) {
      let look = this.#plain.get(display);
      if (look === undefined) this.#plain.set(display, look = { ...base, display });
      return look;
    }
    return this.#full(el, tag, style, display, parent, !own ? this.#usage : rareStyle.test(attr(el, "style") ?? "") ? thorough : this.#own);
  }

  #full(el: Element, tag: string, style: CSSStyleDeclaration, display: string, parent: Look, u: Usage): Look {
    const visible = u.visibility ? style.visibility === "visible" : parent.visible;
    const pointer = u.cursor ? style.cursor.endsWith("pointer") : parent.pointer;
    const white = u.white ? whiteOf(style.whiteSpaceCollapse) : preTags.has(tag) ? "keep" : parent.white;
    const caps = u.caps ? capsOf(style.textTransform) : parent.caps;
    const position = u.position || tag === "dialog" ? style.position : "static";
    const ink = u.fill ? style.webkitTextFillColor : u.colour ? style.color : parent.ink;
    const paper = u.colour ? paperOf(style, parent.paper) : parent.paper;
    const down = u.overflow ? style.overflowY : "visible";
    const across = u.overflow ? style.overflowX : "visible";
    const scrolls = down === "auto" || down === "scroll";
    const sx = scrolls || across === "auto" ? parent.sx + scrollLeft(el) : parent.sx;
    const sy = scrolls ? parent.sy + scrollTop(el) : parent.sy;
    const move = u.scale ? style.transform : "none";
    const turn = move === "none" ? unturned : turnOf(move);
    const tiny = u.size || u.indent ? style.fontSize === "0px" || Number.parseFloat(style.textIndent) <= -999 : parent.tiny;
    const turned = parent.turned !== turn.back;
    const loose = display !== "contents" && display !== "inline" && (mayLeave(position, down, across, move) || u.away && far(style));
    let cut = loose && outOfSight(el, position, down, across, parent);
    let hid = turn.flat || u.face && turned && style.backfaceVisibility === "hidden" || letters.has(tag) && unpainted(style) || hides(style, u, position, across);
    const within = parent.veil && (parent.held || position !== "absolute" && position !== "fixed");
    if ((cut || hid) && u.moving && arriving(el)) cut = hid = false;
    const veil = within || cut || hid;
    const held = within && (parent.held || position !== "static") || hid || cut && (position !== "static" || move !== "none");
    const sealed = u.skip && style.contentVisibility === "hidden" && display !== "inline" && display !== "contents";
    const inert = u.inert ? style.getPropertyValue("interactivity") === "inert" : parent.inert;
    const plain = parent.plain && visible && !pointer && white === "collapse" && caps === "" && !veil && !turned && !inert && !tiny && !sealed && !scrolls
      && ink === parent.ink && paper === parent.paper;
    return { display, visible, pointer, white, caps, veil, held, turned, inert, tiny, sealed, position, scrolls, ink, paper, sx, sy, plain };
  }
}

// hides says whether style leaves nothing of a box to be seen, wherever it is.
function hides(style: CSSStyleDeclaration, u: Usage, position: string, across: string): boolean {
  return u.opacity && Number(style.opacity) < faint || u.clip && clippedAway(style, position) || u.indent && indentedAway(style, across)
    || u.filter && style.filter.includes("opacity(0)") || u.moved && /^0(?: |$)|^\S+ 0(?: |$)/.test(style.scale);
}

function whiteOf(collapse: string): White {
  if (collapse === "collapse") return "collapse";
  return collapse === "preserve-breaks" ? "lines" : "keep";
}

const capsOf = (transform: string): string => transform === "none" ? "" : transform;

// paperOf follows the background: a colour that covers, else what lies behind;
// a picture or a mixture makes it unknown.
function paperOf(style: CSSStyleDeclaration, behind: string): string {
  const colour = style.backgroundColor;
  if (colour === "rgba(0, 0, 0, 0)") return style.backgroundImage === "none" ? behind : "?";
  return colour.startsWith("rgb(") && style.backgroundImage === "none" ? colour : "?";
}

// mayLeave says for which boxes it is worth asking where they are.
const mayLeave = (position: string, down: string, across: string, scale: string): boolean =>
  position === "absolute" || position === "fixed" || down === "hidden" || down === "clip" || across === "hidden" || across === "clip" || scale !== "none";

// outOfSight says whether a box shows nothing: one pixel or less of it is let
// through, or it lies where no scrolling reaches.
function outOfSight(el: Element, position: string, down: string, across: string, parent: Look): boolean {
  const box = rectOf(el);
  if (box.width <= 1 && across !== "visible" || box.height <= 1 && down !== "visible") return true;
  if (box.width === 0 && box.height === 0) return false; // what is in it may overflow
  if (position === "fixed") return box.right <= 0 || box.bottom <= 0 || box.left >= window.innerWidth || box.top >= window.innerHeight;
  return box.right + window.scrollX + parent.sx <= 0 || box.bottom + window.scrollY + parent.sy <= 0;
}
// suspectInk says whether text seems to be drawn in the colour of what lies
// behind it. Only seems: a picture or another box may lie between, see ink.ts.
export function suspectInk(look: Look): boolean {
  if (look.paper === "?") return false; // also gradients shown through transparent letters
  if (look.ink === "rgba(0, 0, 0, 0)") return true;
  return look.ink !== "" && look.ink === (look.paper === "" ? "rgb(255, 255, 255)" : look.paper);
}

// startsLine says whether a box of this display begins on a line of its own.
export const startsLine = (display: string): boolean => !inlineDisplays.has(display);

const inlineDisplays = new Set(["inline", "inline-block", "inline-flex", "inline-grid", "inline-table", "contents", "ruby", "ruby-base", "ruby-text",
  "none", "table-cell", "inline flow-root", "math", "inline math", "block math", "table-column", "table-column-group"]);
