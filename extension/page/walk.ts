// The walk: every element of the document once, in the order in which a person
// reads them, as rows of the ledger. It goes over the flattened tree (shadow
// roots open and closed, slots, aria-owns) with a stack of its own.
import type { WalkArgs } from "../protocol.gen";
import { flows, screen, zoneOf, type Zone } from "./classes";
import { closeControl } from "./close";
import { attr, dataOf, firstChild, firstElement, flatParent, hasAttr, hasAttrs, holds, hostOf, isHTML, localName, nextSibling, nodeType, previousSibling, rendered, rootOf, slotted, textContent } from "./dom";
import { partsOf } from "./formulas";
import { isGraphic, sayGraphic } from "./graphics";
import { keyOf } from "./keys";
import { behindModal, childrenOf, disabledPart, disabledSet, drawing, formula, headerCell, inertPart, Level, nested, nextOf, underAriaHidden } from "./level";
import { layerOf, list, type Met } from "./listing";
import { isModal, standsAbove, type Modal } from "./modal";
import { isOwn } from "./own";
import { crossReferences, readTree } from "./owning";
import { sayPartStates } from "./part-states";
import { openStructure, tellWords } from "./parts";
import { isSummary, nativeRole, roleOf } from "./roles";
import { block, cell, fields, line, spaced } from "./rows";
import { sayDrawn, sayText } from "./saying";
import { Session } from "./session";
import { shadowRootOf } from "./shadows";
import { sectioning, structureKind } from "./structures";
import { rootLook, startsLine, type Look } from "./style";
import { belowLast, drawnRow } from "./unseen";
import { tidy } from "./text";
import type { Usage } from "./usage";

// Elements that hold nothing for a reader, whatever their style.
const never = new Set(["script", "style", "template", "head", "noscript", "meta", "link", "title", "base", "datalist", "source", "track", "param",
  "rp", "colgroup", "col"]);
const unpainted = new Set(["title", "desc", "defs", "metadata", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "marker",
  "filter", "script", "style"]);
const frameTags = new Set(["iframe", "frame", "object", "embed"]);
// What is in these is shown only where they are not known.
const closedGraphics = new Set(["progress", "meter"]);
const drawnTags = new Set(["canvas", "video", "embed", "object"]);
// Elements whose children are not simply read in order, or whose words are another's name.
const unplain = new Set(["slot", "details", "label", "legend", "fieldset", "svg", "math", ...frameTags, ...drawnTags]);

// Walk is one walk; it is used once.
export class Walk {
  readonly session: Session;
  timedOut = false;
  found: Modal | null = null; // a modal dialog in a shadow tree, met on the way
  readonly #end: number;
  #steps = 0;
  #leaf: Level | null = null;

  constructor(args: WalkArgs, modal: Modal | null, usage: Usage, end: number) {
    this.#end = end;
    this.session = new Session(args, modal, usage, () => performance.now() > end);
  }

  // run walks an element. Marked are the document's cross references.
  run(root: Element, marked: readonly Element[]): void {
    const { stack } = this.session;
    const tree = rootOf(root);
    this.#readTree(tree === document ? marked : crossReferences(tree));
    this.#element(root, this.#above(root));
    while (stack.length > 0 && !this.#late()) {
      const level = stack[stack.length - 1] as Level;
      const child = nextOf(level);
      if (child === null) { this.#leave(level); continue; }
      const type = nodeType(child);
      if (type === 1) this.#element(child as Element, level);
      else if (type === 3) sayText(this.session, dataOf(child), level, child);
    }
    while (stack.length > 0) this.#leave(stack[stack.length - 1] as Level);
    this.#finish(root);
  }

  // late says whether the time is up, asking the clock only now and then.
  #late(): boolean {
    if ((++this.#steps & 255) === 0 && performance.now() > this.#end) this.timedOut = true;
    return this.timedOut;
  }

  #finish(root: Element): void {
    const { ledger, frames, behind, internals } = this.session;
    ledger.class = 5;
    ledger.cut(block);
    if (root === document.documentElement) {
      for (const row of frames.rest()) ledger.put(row, 0, 0);
      if (document.contentType === "application/pdf") ledger.put(fields("u", "", "embed", document.contentType, ""), 0, 0);
    }
    if (behind > 0) ledger.put(fields("u", "", "modal", "", behind), 0, 0);
    if (internals > 0) ledger.put(fields("u", "", "internals", "", internals), 0, 0);
  }

  // readTree takes in what has to be known of a tree before it is walked.
  #readTree(found: readonly Element[]): void {
    const { owning, told } = this.session;
    readTree(found, owning, (owner, ids) => told.read(owner, ids));
  }

  // above is what the ancestors of the first element hand down.
  #above(root: Element): Level {
    for (let tree = rootOf(root); tree instanceof ShadowRoot; tree = rootOf(hostOf(tree))) this.session.enter(tree);
    const chain: Element[] = [];
    for (let up = flatParent(root); up !== null; up = flatParent(up)) chain.push(up);
    let level = new Level(document.documentElement, "", "", rootLook, this.session.modal !== null ? behindModal : 0, screen(), null);
    for (const el of chain.reverse()) {
      const tag = localName(el), attributes = hasAttrs(el);
      const look = this.session.looks.of(el, tag, level.look, attributes, true);
      level = new Level(el, tag, "", look, this.#stateOf(el, tag, level.state, attributes, look), zoneOf(el, look, level.zone), level);
    }
    return level;
  }

  #stateOf(el: Element, tag: string, from: number, attributes: boolean, look: Look): number {
    let state = from;
    if (sectioning.has(tag)) state |= nested;
    else if (tag === "th") state |= headerCell;
    else if (tag === "svg") state |= drawing;
    else if (tag === "math") state |= formula;
    else if (tag === "foreignObject") state &= ~drawing;
    if (look.inert) state |= inertPart;
    if (!attributes) return state;
    if (attr(el, "aria-hidden") === "true") state |= underAriaHidden;
    if (hasAttr(el, "inert") && isHTML(el)) state |= inertPart;
    const off = attr(el, "aria-disabled")?.toLowerCase();
    if (off === "true") state |= disabledPart;
    else if (off === "false") state &= ~disabledPart;
    if (tag === "fieldset" && hasAttr(el, "disabled")) state |= disabledSet;
    const { modal } = this.session;
    if ((state & behindModal) !== 0 && modal !== null && (el === modal.el || look.position !== "static" && standsAbove(el, modal))) state &= ~behindModal;
    return state;
  }

  #element(el: Element, parent: Level): void {
    if (isOwn(el)) return;
    const tag = localName(el), svg = (parent.state & drawing) !== 0;
    this.session.elements++;
    if (svg ? unpainted.has(tag) || parent.tag === "switch" && !rendered(el) : never.has(tag)) return;
    if (!this.session.owning.takes(el, parent.el, parent.list !== null)) return;
    const attributes = hasAttrs(el);
    const shadow = svg ? null : shadowRootOf(el, tag, attributes);
    if (shadow !== null) this.session.enter(shadow);
    const around = this.session.owning.has(el) ? this.#above(el) : parent;
    const look = this.session.looks.of(el, tag, around.look, attributes, svg || tag === "svg");
    if (look.display === "none") return;
    if (tag === "br") { this.session.ledger.gap(line); return; }
    const state = this.#stateOf(el, tag, around.state, attributes, look);
    if (attributes) this.#meetModal(el, tag);
    const role = attributes ? roleOf(el, tag) : nativeRole(el, tag);
    this.#place({ el, tag, role, look, state, attributes, shadow }, parent);
  }

  #meetModal(el: Element, tag: string): void {
    if (this.session.modal === null && this.found === null && (tag === "dialog" || hasAttr(el, "aria-modal")) && isModal(el, tag)) {
      this.found = { el, strict: tag === "dialog" };
    }
  }

  // place writes what is to be written of an element before its children, and readies those.
  #place(m: Met, parent: Level): void {
    const { el, tag, role, look, state, attributes } = m;
    const s = this.session, { ledger } = s;
    const onLine = startsLine(look.display), isCell = tag === "td" || tag === "th" || role === "gridcell" || role === "cell" || role === "columnheader" || role === "rowheader";
    const kind = role !== "" ? structureKind(el, tag, role, attributes, (state & nested) !== 0) : "";
    const zone = layerOf(m, kind, this.#zone(el, look, parent, onLine || isCell));
    if (isCell && parent.role === "row") ledger.cut(cell);
    else if (onLine) ledger.gap(block);
    else if (look.display === "table-cell") ledger.gap(spaced);
    if (!onLine) s.openBlock(false);
    ledger.class = zone.cls;
    if (frameTags.has(tag) && this.#frame(m)) return;
    if (drawnTags.has(tag) && look.visible) this.#drawn(el, tag);
    const rows = ledger.rows.length;
    const listed = list(s, m, parent);
    if (listed === true) { if (onLine) ledger.gap(block); return; }
    if (listed === null && isGraphic(role)) sayGraphic(s, m, parent);
    if (closedGraphics.has(tag)) { if (onLine) ledger.gap(block); return; }
    const drawn = s.drawn.may(el, tag, attributes);
    if (isCell && attributes && listed === null) sayPartStates(s, m);
    const plain = listed === null && kind === "" && !s.args.blocks && m.shadow === null && !unplain.has(tag);
    if (plain && firstElement(el) === null && s.told.by(el, tag) === null && s.owning.of(el).length === 0) {
      this.#leafText(m, parent, zone, isCell, onLine, rows, drawn);
      return;
    }
    const level = new Level(el, tag, role, look, state, zone, parent);
    level.rows = rows;
    level.cell = isCell;
    if (listed !== null) {
      level.control = level.opened = listed;
      level.closes = 1;
    } else if (kind !== "") {
      openStructure(s, m, kind, level, this.found);
      if (attributes && kind === "item") sayPartStates(s, m);
    }
    tellWords(s, m, level);
    this.#children(m, level);
    s.stack.push(level);
    if (drawn) {
      level.drawn = true;
      sayDrawn(s, "::before", level);
    }
  }

  // leafText says an element that holds text only. Most elements do; they need no level of their own.
  #leafText(m: Met, parent: Level, zone: Zone, isCell: boolean, onLine: boolean, rows: number, drawn: boolean): void {
    const { ledger } = this.session;
    const words = m.look.sealed ? "" : textContent(m.el) ?? "";
    if (words !== "" || drawn) {
      const leaf = this.#leaf ??= new Level(m.el, m.tag, m.role, m.look, m.state, zone, parent);
      leaf.el = m.el; leaf.tag = m.tag; leaf.role = m.role; leaf.look = m.look; leaf.state = m.state; leaf.zone = zone;
      leaf.control = parent.control; leaf.group = parent.group; leaf.told = parent.told;
      leaf.ink = undefined; leaf.counted = false;
      if (drawn) sayDrawn(this.session, "::before", leaf);
      sayText(this.session, words, leaf, m.el);
      if (drawn) sayDrawn(this.session, "::after", leaf);
    }
    if (isCell && rows === ledger.rows.length && ledger.pending === cell) ledger.put("-", 0, 0);
    if (onLine) ledger.gap(block);
  }

  #zone(el: Element, look: Look, parent: Level, box: boolean): Zone {
    if (parent.far !== null && look.position === "static") return parent.far;
    if (look.position === "static" && !look.scrolls && (!box || alone(el))) return parent.zone;
    const zone = zoneOf(el, look, parent.zone);
    if (zone.cls === 5 && parent.zone.open && parent.zone.cls !== 5 && look.position === "static" && flows(parent.look.display)) parent.far = zone;
    return zone;
  }

  #frame(m: Met): boolean {
    const { ledger, frames } = this.session;
    const row = frames.row(m.el, m.tag, m.look, m.state, keyOf(m.el));
    if (row === "") return false;
    ledger.gap(line);
    ledger.put(row, 0, 0);
    const waiting = frames.waiting(m.el, m.tag);
    if (waiting !== "") ledger.put(fields("u", "", "frame", waiting, ""), 0, 0);
    ledger.gap(line);
    return true;
  }

  #drawn(el: Element, tag: string): void {
    const row = drawnRow(el, tag, () => keyOf(el));
    if (row !== "") this.session.ledger.put(row, 0, 0);
  }

  // children readies the list of what is in an element.
  #children({ el, tag, shadow, attributes }: Met, level: Level): void {
    if (level.look.sealed || drawnTags.has(tag) && tag !== "object") return;
    if (shadow !== null) {
      this.#readTree(crossReferences(shadow));
      level.node = firstChild(shadow);
    } else if (tag === "slot" && slotted(el).length > 0) level.list = slotted(el);
    else if (tag === "details" && !hasAttr(el, "open")) level.list = childrenOf(firstChild(el)).filter((child) => nodeType(child) === 1 && isSummary(child as Element));
    else {
      level.list = (level.state & formula) === 0 ? null : partsOf(el, tag);
      level.node = level.list === null ? firstChild(el) : null;
    }
    const owned = attributes ? this.session.owning.of(el) : [];
    if (owned.length === 0) return;
    level.list = [...(level.list ?? childrenOf(level.node)), ...owned];
    level.node = null;
  }

  #leave(level: Level): void {
    const s = this.session, { ledger } = s;
    if (level.drawn) sayDrawn(s, "::after", level);
    s.stack.pop();
    if (level.block) ledger.close();
    if (level.role === "row" && level.opened === null && level.closes > 0 && hasAttrs(level.el)) sayPartStates(s, level);
    if (level.look.scrolls) this.#scroller(level.el);
    if (level.cell && level.rows === ledger.rows.length && ledger.pending === cell) ledger.put("-", 0, 0);
    if (level.opened !== null) closeControl(s, level.opened, level, s.args);
    else for (let i = level.closes; i > 0; i--) ledger.close();
    if (level.line) ledger.gap(block);
  }

  #scroller(el: Element): void {
    const { last, ledger } = this.session;
    const more = belowLast(el, last !== null && holds(el, last) ? last : null);
    if (more > 0) ledger.put(fields("u", keyOf(el), "scroll", tidy(attr(el, "aria-label") ?? ""), more), 0, 0);
  }
}

// alone says whether an element is all that its parent holds: it then stands
// where that does. Asking for its box would cost its depth (measured: 22 µs at 2,000).
const alone = (el: Element): boolean => nextSibling(el) === null && previousSibling(el) === null;
