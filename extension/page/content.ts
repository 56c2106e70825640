// The text of an element's content, as accname 2F reads it: inline pieces join
// without a space, blocks and breaks with one, pictures give their alternative,
// embedded fields their value. It never recurses: 50,000 levels are a page too.
import { areaValue, attr, checkVisible, dataOf, firstChild, hasAttr, hasAttrs, inputType, inputValue, isHTML, isSVG, localName, nextSibling,
  nodeType, optionSelected, related, rendered, selectOptions, slotted, textContent } from "./dom";
import { svgTitle } from "./drawings";
import { generated, spoken } from "./pseudo";
import { interactive, isSummary, roleOf, explicitRole } from "./roles";
import { isSecret } from "./secrets";
import { shadowRootOf } from "./shadows";
import { startsLine } from "./style";
import { endsBlank, recase, startsBlank, tidy } from "./text";
import type { Usage } from "./usage";
import { drawsOptions, labelOf } from "./values";

// Reading is how content is to be read.
export interface Reading {
  readonly referenced: boolean;       // by aria-labelledby: what is hidden counts when the root is hidden
  readonly skipControls: boolean;     // other controls in it are told on their own
  readonly branch: boolean;           // an item of a tree or menu, which may hold a further one
  readonly except: Element | null;    // the field that a label is being read for
  readonly usage: Usage;
  readonly entered: (shadow: ShadowRoot) => void; // its style sheets are to be taken in
  readonly expired: () => boolean;    // the walk's time is up
  readonly labelledby: (el: Element) => string;
}

interface Level {
  node: ChildNode | null;      // next child
  list: readonly Node[] | null; // or: next of a list (slots, aria-owns)
  at: number;
  readonly el: Element;
  readonly visible: boolean;
  readonly caps: string;
  readonly apart: boolean;     // set off from what follows
  readonly before: number;     // length of the text when it was entered
}

const never = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "datalist", "audio", "video", "embed", "object", "rt", "rp"]);

// contentText reads the content of an element.
export function contentText(root: Element, how: Reading): string {
  return new ContentReader(root, how).read();
}

class ContentReader {
  readonly #how: Reading;
  readonly #root: Element;
  readonly #all: boolean; // hidden things count too
  readonly #loose: boolean; // and where nothing is drawn, nothing joins the words
  readonly #stack: Level[] = [];
  readonly #seen = new Set<Element>();
  readonly #owned = new Set<Element>(); // they stand apart from what is before and after
  #text = "";
  #gap = false;
  #steps = 0;

  constructor(root: Element, how: Reading) {
    this.#root = root;
    this.#how = how;
    this.#all = how.referenced && !checkVisible(root);
    this.#loose = this.#all && !rendered(root);
  }

  read(): string {
    const tag = localName(this.#root);
    if (this.#how.referenced && this.#embedded(this.#root, tag)) return tidy(this.#text);
    const style = getComputedStyle(this.#root);
    this.#enter(this.#root, tag, this.#all || style.visibility === "visible", this.#how.usage.caps ? style.textTransform : "", false);
    while (this.#stack.length > 0) {
      const level = this.#stack[this.#stack.length - 1] as Level;
      const child = next(level);
      if (child === undefined) this.#leave(level);
      else if (nodeType(child) === 3) this.#words(dataOf(child), level);
      else if (nodeType(child) === 1) this.#element(child as Element);
      if ((++this.#steps & 1023) === 0 && this.#how.expired()) break;
    }
    return tidy(this.#text);
  }

  #words(data: string, level: Level): void {
    if (!level.visible) return;
    if (this.#loose) this.#gap = true;
    this.#add(level.caps === "" || level.caps === "none" ? data : recase(data, level.caps));
  }

  #add(raw: string): void {
    if (raw === "") return;
    const text = tidy(raw);
    if (startsBlank(raw)) this.#gap = true;
    if (text === "") return;
    this.#text += (this.#gap && this.#text !== "" ? " " : "") + text;
    this.#gap = endsBlank(raw);
  }

  #element(el: Element): void {
    const tag = localName(el);
    if (never.has(tag) || el === this.#how.except || this.#seen.has(el)) return;
    if (tag === "br" || tag === "wbr") { this.#gap = true; return; }
    if (isSVG(el) && unpainted.has(tag)) return;
    if (!this.#all && (attr(el, "aria-hidden") === "true" || hasAttr(el, "inert"))) return;
    const style = getComputedStyle(el);
    if (!this.#all && style.display === "none") return;
    const visible = this.#all || style.visibility === "visible";
    const caps = this.#how.usage.caps ? style.textTransform : "";
    if (this.#withheld(el)) return;
    if (this.#how.usage.content && style.content.startsWith("url(") && tag !== "img") { this.#add(` ${spoken(style.content)} `); return; }
    const apart = setApart(style.display, el, tag) || atomic.has(tag) && attr(el, "alt") !== "" || hasAttr(el, "role") && atomicRoles.test(attr(el, "role") ?? "") || this.#owned.has(el);
    if (apart) this.#gap = true;
    if (this.#how.skipControls && interactive.has(roleOf(el, tag)) || hasAttrs(el) && visible && (this.#valued(el, tag) || this.#authored(el)) || visible && this.#embedded(el, tag)) {
      if (apart) this.#gap = true;
      return;
    }
    this.#enter(el, tag, visible, caps, apart);
  }

  // withheld is the list within an item of a tree or menu: its items have names of their own.
  #withheld(el: Element): boolean {
    return this.#how.branch && hasAttr(el, "role") && /^(?:group|tree|menu)$/.test(explicitRole(el));
  }

  #authored(el: Element): boolean {
    const text = (this.#how.referenced ? "" : this.#how.labelledby(el)) || tidy(attr(el, "aria-label") ?? "");
    if (text === "") return false;
    this.#add(text);
    return true;
  }

  // valued adds what a field within a label or a text holds; that comes before
  // the field's own label ("Flash the screen 3 times").
  #valued(el: Element, tag: string): boolean {
    let text = "";
    if (tag === "input" && !/^(?:hidden|checkbox|radio|file|image|submit|reset|button)$/.test(inputType(el))) text = this.#inputText(el);
    else if (tag === "textarea" && !isSecret(el)) text = areaValue(el);
    else if (tag === "select") text = chosenLabels(el);
    else if (hasAttr(el, "role") && /^(?:slider|spinbutton)$/.test(explicitRole(el))) text = attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow") ?? "";
    else if (hasAttr(el, "role") && /^(?:textbox|combobox)$/.test(explicitRole(el)) && !isSecret(el)) text = textContent(el) ?? "";
    if (tidy(text) === "") return false;
    this.#add(text);
    return true;
  }

  // embedded adds what stands for an element whose content is not read, and says whether there is such.
  #embedded(el: Element, tag: string): boolean {
    if (isSVG(el)) return this.#picture(el);
    if (!isHTML(el)) return false;
    switch (tag) {
      case "img": case "area": this.#add(attr(el, "alt") ?? attr(el, "title") ?? ""); return true;
      case "input": this.#add(this.#inputText(el)); return true;
      case "textarea": if (!isSecret(el)) this.#add(areaValue(el)); return true;
      case "select": this.#add(chosenLabels(el)); return true;
      case "progress": case "meter": this.#add(numeral(attr(el, "value"))); return true;
      case "iframe": this.#add(attr(el, "title") ?? ""); return true;
      default: return this.#widget(el);
    }
  }

  #inputText(el: Element): string {
    const type = inputType(el);
    if (type === "hidden" || type === "checkbox" || type === "radio" || type === "file") return attr(el, "title") ?? "";
    if (type === "image") return attr(el, "alt") ?? attr(el, "value") ?? "Submit";
    if (type === "submit" || type === "reset") return attr(el, "value") ?? (type === "submit" ? "Submit" : "Reset");
    return type === "password" || isSecret(el) ? "" : inputValue(el);
  }

  #widget(el: Element): boolean {
    const role = hasAttr(el, "role") ? explicitRole(el) : "";
    if (role === "slider" || role === "spinbutton" || role === "scrollbar") {
      this.#add(attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow") ?? "");
      return true;
    }
    if (role === "img") { this.#add(attr(el, "title") ?? ""); return true; }
    return role === "textbox" && isSecret(el);
  }

  #picture(el: Element): boolean {
    const title = svgTitle(el);
    this.#add(title);
    return title !== "";
  }

  #enter(el: Element, tag: string, visible: boolean, caps: string, apart: boolean): void {
    this.#seen.add(el);
    const before = this.#text.length;
    const shadow = shadowRootOf(el, tag, hasAttrs(el));
    if (shadow !== null) this.#how.entered(shadow);
    if (this.#how.usage.content && isHTML(el) && visible) this.#add(generated(el, "::before"));
    const level: Level = { node: null, list: null, at: 0, el, visible, caps, apart, before };
    if (this.#sealed(el)) level.list = [];
    else if (shadow !== null) level.node = firstChild(shadow);
    else if (tag === "slot" && slotted(el).length > 0) level.list = slotted(el);
    else if (tag === "details" && !hasAttr(el, "open") && !this.#all) level.list = children({ node: firstChild(el) }).filter((child) => nodeType(child) === 1 && isSummary(child as Element));
    else level.node = firstChild(el);
    const owned = hasAttrs(el) ? attr(el, "aria-owns") : null;
    if (owned !== null) this.#own(level, related(el, owned, "ariaOwnsElements"));
    this.#stack.push(level);
  }

  // sealed says whether what is in an element is not rendered.
  #sealed(el: Element): boolean {
    return !this.#all && (this.#how.usage.skip || hasAttr(el, "style")) && seals(getComputedStyle(el));
  }

  #own(level: Level, owned: readonly Element[]): void {
    for (const el of owned) this.#owned.add(el);
    level.list = [...(level.list ?? children(level)), ...owned];
    level.node = null;
  }

  #leave(level: Level): void {
    this.#stack.pop();
    if (this.#how.usage.content && isHTML(level.el) && level.visible) this.#add(generated(level.el, "::after"));
    if (level.el !== this.#root && this.#text.length === level.before && hasAttrs(level.el)) this.#add(attr(level.el, "title") ?? "");
    if (level.apart) this.#gap = true;
  }
}

// next takes the following child of a level, owned and slotted ones included.
function next(level: Level): Node | undefined {
  if (level.list !== null) return level.list[level.at++];
  const node = level.node;
  if (node === null) return undefined;
  level.node = nextSibling(node);
  return node;
}

function children(level: { node: ChildNode | null }): Node[] {
  const list: Node[] = [];
  for (let child = level.node; child !== null; child = nextSibling(child)) list.push(child);
  return list;
}

// seals says whether style keeps what is in a box from being rendered; what is within a line has no box.
const seals = (style: CSSStyleDeclaration): boolean => style.contentVisibility === "hidden" && style.display !== "inline" && style.display !== "contents";

// setApart says whether Chromium puts a space around an element of this display.
function setApart(display: string, el: Element, tag: string): boolean {
  if (isSVG(el)) return tag === "text";
  return display === "table-cell" || display.startsWith("inline-") || startsLine(display);
}

const numeral = (value: string | null): string => value === null ? "" : String(Number(value));

// Pieces that stand for themselves within a line, as a picture does.
const atomic = new Set(["img", "svg", "canvas", "iframe", "meter", "progress", "input", "select", "textarea"]);
const atomicRoles = /^(?:img|image|textbox|searchbox|combobox|slider|spinbutton|meter|progressbar)$/;

const unpainted = new Set(["title", "desc", "defs", "metadata", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "marker", "filter", "script", "style"]);

// chosenLabels are the labels of a select's chosen options.
export function chosenLabels(el: Element): string {
  const labels: string[] = [];
  const drawn = drawsOptions(el);
  for (const option of Array.from(selectOptions(el))) if (optionSelected(option)) labels.push(labelOf(option, drawn));
  return labels.join(" ");
}
