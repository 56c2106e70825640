// The walk: every element of the document once, in the order in which a person
// reads them, as rows of the ledger. It goes over the flattened tree (shadow
// roots open and closed, slots, aria-owns) with a stack of its own.
import type { WalkArgs } from "../protocol.gen";
import { flows, layerZone, screen, zoneOf, type Zone } from "./classes";
import { controlRole, proxied, reasonFor } from "./controls";
import { writeControl } from "./control-row";
import { attr, byId, canHost, dataOf, firstChild, flatParent, hasAttr, hasAttrs, holds, isSVG, localName, nodeType, openShadowOf, queryAll, rendered, rootOf, shadowOf, slotted } from "./dom";
import { Frames } from "./frames";
import { Groups } from "./groups";
import { invisibleInk } from "./ink";
import { keyOf } from "./keys";
import { Labels } from "./labels";
import { behindModal, childrenOf, disabledPart, headerCell, inertPart, legendPart, nested, nextOf, underAriaHidden, unusable, type Level, type OpenControl } from "./level";
import { isModal, standsAbove, type Modal } from "./modal";
import { Names, onlyText, type Name } from "./names";
import { interactive, isSummary, nativeRole, roleOf } from "./roles";
import { block, cell, Ledger, fields, line, spaced } from "./rows";
import { Selectors } from "./selectors";
import { focusedElement } from "./states";
import { sectioning, structureKind, takesName } from "./structures";
import { Looks, rootLook, startsLine, suspectInk, type Look } from "./style";
import { clip, endsBlank, field, isBlank, recase, startsBlank, tidy } from "./text";
import { Told } from "./told";
import { belowLast, drawnRow, missingItems, missingRows, unknownRole } from "./unseen";
import type { Usage } from "./usage";
import { choicesOf } from "./values";
import { closeControl } from "./close";
import { Icons } from "./words";

// Elements that hold nothing for a reader, whatever their style.
const never = new Set(["script", "style", "template", "head", "noscript", "meta", "link", "title", "base", "datalist", "source", "track", "param", "map",
  "rp", "colgroup", "col"]);
const unpainted = new Set(["title", "desc", "defs", "metadata", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "marker",
  "filter", "script", "style"]);
// Controls whose content is not read, or is their value.
const closed = new Set(["input", "select", "textarea", "audio", "video", "img", "area"]);
const frameTags = new Set(["iframe", "frame", "object"]);
const drawnTags = new Set(["canvas", "video", "embed", "object"]);

// Counts is what a walk tells beside its ledger.
export interface Counts { elements: number; hidden: number; roleless: number; pointer: number }

// Walk is one walk; it is used once.
export class Walk {
  readonly ledger: Ledger;
  readonly counts: Counts = { elements: 0, hidden: 0, roleless: 0, pointer: 0 };
  readonly icons = new Icons();
  timedOut = false;
  found: Modal | null = null; // a modal dialog in a shadow tree, met on the way
  controls = 0;
  readonly #args: WalkArgs;
  readonly #modal: Modal | null;
  readonly #looks: Looks;
  readonly #labels = new Labels();
  readonly #names: Names;
  readonly #named = new Map<Element, Name>();
  readonly #told = new Told();
  readonly #groups = new Groups();
  readonly #frames = new Frames();
  readonly #selectors = new Selectors();
  readonly #focused = focusedElement();
  readonly #stack: Level[] = [];
  readonly #owned = new Set<Node>();
  readonly #owners = new Map<Element, Element>(); // of what is owned, who owns it
  readonly #met = new Set<Node>(); // owned nodes that were walked
  readonly #proxied = new Set<Element>();
  readonly #end: number;
  #steps = 0;
  #behind = 0;
  #internals = 0;
  #last: Element | null = null; // where the last words or control stood

  constructor(args: WalkArgs, modal: Modal | null, usage: Usage, end: number) {
    this.#args = args;
    this.#modal = modal;
    this.#end = end;
    this.ledger = new Ledger(args.maxChars);
    this.#looks = new Looks(usage);
    this.#names = new Names(this.#labels, usage, () => performance.now() > end);
  }

  // run walks an element, the whole document by default.
  run(root: Element): void {
    this.#readTree(rootOf(root));
    const start = this.#above(root);
    this.#element(root, start);
    while (this.#stack.length > 0 && !this.#late()) {
      const level = this.#stack[this.#stack.length - 1] as Level;
      const child = nextOf(level);
      if (child === null) this.#leave(level);
      else if (nodeType(child) === 3) this.#text(dataOf(child), level);
      else if (nodeType(child) === 1) this.#element(child as Element, level);
    }
    while (this.#stack.length > 0) this.#leave(this.#stack[this.#stack.length - 1] as Level);
    this.#finish(root);
  }

  // late says whether the time is up, asking the clock only now and then.
  #late(): boolean {
    if ((++this.#steps & 255) === 0 && performance.now() > this.#end) this.timedOut = true;
    return this.timedOut;
  }

  #finish(root: Element): void {
    this.ledger.class = 5;
    this.ledger.cut(block);
    if (root === document.documentElement) for (const row of this.#frames.rest()) this.ledger.put(row, 0, 0);
    if (this.#behind > 0) this.ledger.put(fields("u", "", "modal", "", this.#behind), 0, 0);
    if (this.#internals > 0) this.ledger.put(fields("u", "", "internals", "", this.#internals), 0, 0);
  }

  // readTree takes in what has to be known of a tree before it is walked.
  #readTree(root: Node): void {
    this.#told.read(root);
    for (const owner of queryAll(root, "[aria-owns]")) {
      for (const id of (attr(owner, "aria-owns") ?? "").trim().split(/\s+/)) {
        const owned = id === "" ? null : byId(root, id);
        if (owned === null || this.#owned.has(owned) || !drawn(owner) || this.#swallows(owned, owner)) continue;
        this.#owned.add(owned);
        this.#owners.set(owned, owner);
      }
    }
  }

  // swallows says whether an owner lies in what it owns, as the tree is once
  // all that was owned so far stands under its owner: a circle of owners would
  // take itself off the page.
  #swallows(owned: Element, owner: Element): boolean {
    for (let at: Element | null = owner; at !== null; at = this.#owners.get(at) ?? flatParent(at)) if (at === owned) return true;
    return false;
  }

  // above is what the ancestors of the first element hand down.
  #above(root: Element): Level {
    const chain: Element[] = [];
    for (let up = flatParent(root); up !== null; up = flatParent(up)) chain.unshift(up);
    let level = this.#level(document.documentElement, "", "", rootLook, this.#modal !== null ? behindModal : 0, screen(), null, null);
    for (const el of chain) {
      const tag = localName(el);
      const look = this.#looks.of(el, tag, level.look, true);
      level = this.#level(el, tag, "", look, this.#stateOf(el, tag, level.state, hasAttrs(el), look), zoneOf(el, look, level.zone), level, null);
    }
    return { ...level, strict: true };
  }

  #level(el: Element, tag: string, role: string, look: Look, state: number, zone: Zone, parent: Level | null, opened: OpenControl | null): Level {
    return { el, tag, role, look, strict: false, state, zone, control: opened ?? parent?.control ?? null, region: parent?.region ?? "", group: parent?.group ?? "",
      told: parent?.told ?? 0, line: startsLine(look.display), cell: tag === "td" || tag === "th", closes: 0, opened, rows: this.ledger.rows.length,
      node: null, list: null, at: 0, below: false, block: false, ink: undefined, counted: false };
  }

  #stateOf(el: Element, tag: string, from: number, attributes: boolean, look: Look): number {
    let state = from;
    if (sectioning.has(tag)) state |= nested;
    if (tag === "th") state |= headerCell;
    if (attributes) {
      if (attr(el, "aria-hidden") === "true") state |= underAriaHidden;
      if (hasAttr(el, "inert")) state |= inertPart;
      if (attr(el, "aria-disabled") === "true") state |= disabledPart;
      if ((state & behindModal) !== 0 && this.#modal !== null && (el === this.#modal.el || look.position !== "static" && standsAbove(el, this.#modal))) state &= ~behindModal;
    }
    return state;
  }

  #element(el: Element, parent: Level): void {
    const tag = localName(el);
    this.counts.elements++;
    if (never.has(tag) && !isSVG(el)) return;
    if (this.#owned.size > 0 && this.#owned.has(el) && !this.#take(el, parent)) return;
    const attributes = hasAttrs(el);
    const shadow = canHost(tag) ? this.#shadow(el, tag, attributes) : null;
    const look = this.#looks.of(el, tag, parent.look, parent.strict || shadow !== null);
    if (look.display === "none") return;
    if (isSVG(el) && unpainted.has(tag)) return;
    if (tag === "br") { this.ledger.gap(line); return; }
    const state = this.#stateOf(el, tag, parent.state, attributes, look);
    this.#meetModal(el, tag, attributes);
    this.#place(el, tag, look, state, parent, attributes, shadow);
  }

  // place finds out what an element is and writes what is to be written before its children.
  #place(el: Element, tag: string, look: Look, state: number, parent: Level, attributes: boolean, shadow: ShadowRoot | null): void {
    const role = attributes ? roleOf(el, tag) : nativeRole(el, tag);
    const line = startsLine(look.display), isCell = tag === "td" || tag === "th" || role === "gridcell" || role === "cell";
    let zone = this.#zone(el, look, parent, line || isCell);
    if (isCell && parent.role === "row") this.ledger.cut(cell);
    else if (line) this.ledger.gap(block);
    if (!line) this.#openBlock(parent, false);
    const popover = attributes && hasAttr(el, "popover");
    const kindNow = attributes || role !== "" ? structureKind(el, tag, role, attributes, (state & nested) !== 0) : "";
    zone = layerZone(kindNow === "" && (role === "listbox" || role === "dialog") ? role : kindNow, popover, zone) ?? zone;
    this.ledger.class = zone.cls;
    if (frameTags.has(tag) && this.#frame(el, tag, look, state)) return;
    if (drawnTags.has(tag) && look.visible) this.#drawn(el, tag);
    const rows = this.ledger.rows.length;
    const listed = this.#control(el, tag, role, look, state, parent, zone, attributes);
    if (listed === true) { if (line) this.ledger.gap(block); return; }
    const level = this.#level(el, tag, role, look, state, zone, parent, listed);
    const into: { -readonly [K in keyof Level]: Level[K] } = { ...level, rows, cell: isCell };
    into.strict = shadow !== null || tag === "slot";
    if (listed === null && kindNow !== "") this.#structure(el, tag, kindNow, role, into, attributes);
    if (listed !== null) into.closes = 1;
    this.#words(el, tag, into, role);
    this.#children(el, tag, into, shadow, attributes);
    this.#stack.push(into);
  }

  #zone(el: Element, look: Look, parent: Level, box: boolean): Zone {
    if (parent.below && look.position === "static") return parent.zone.open ? { ...parent.zone, cls: 5, open: false } : parent.zone;
    if (!box && look.position === "static" && !look.scrolls) return parent.zone;
    const zone = zoneOf(el, look, parent.zone);
    if (zone.cls === 5 && parent.zone.open && parent.zone.cls !== 5 && look.position === "static" && flows(parent.look.display)) parent.below = true;
    return zone;
  }

  // take says whether an owned element is to be walked here: where its owner asks for it, once.
  #take(el: Element, parent: Level): boolean {
    if (parent.list === null || this.#met.has(el)) return false;
    const owned = attr(parent.el, "aria-owns");
    if (owned === null || !owned.trim().split(/\s+/).includes(attr(el, "id") ?? "")) return false;
    this.#met.add(el);
    return true;
  }

  #shadow(el: Element, tag: string, attributes: boolean): ShadowRoot | null {
    if (tag.includes("-") || openShadowOf(el) !== null) return shadowOf(el);
    // A closed root on a plain element: one that can be told apart, or that holds nothing else.
    return attributes || firstChild(el) === null ? shadowOf(el) : null;
  }

  #meetModal(el: Element, tag: string, attributes: boolean): void {
    if (this.#modal === null && this.found === null && attributes && (tag === "dialog" || hasAttr(el, "aria-modal")) && isModal(el, tag)) {
      this.found = { el, strict: tag === "dialog" };
    }
  }

  #frame(el: Element, tag: string, look: Look, state: number): boolean {
    const row = this.#frames.row(el, tag, look, state, keyOf(el));
    if (row === "") return false;
    this.#openBlock(this.#stack[this.#stack.length - 1] ?? null, false);
    this.ledger.gap(line);
    this.ledger.put(row, 0, 0);
    this.ledger.gap(line);
    return true;
  }

  #drawn(el: Element, tag: string): void {
    const row = drawnRow(el, tag, () => keyOf(el));
    if (row !== "") this.ledger.put(row, 0, 0);
  }

  // control writes a control. True: it is whole. An OpenControl: its content follows. Null: it is none.
  #control(el: Element, tag: string, role: string, look: Look, state: number, parent: Level, zone: Zone, attributes: boolean): OpenControl | true | null {
    let why = reasonFor({ el, tag, role, attributes, look, pointed: parent.look.pointer, inside: parent.control?.role ?? "" });
    const behind = tag === "label" && parent.control === null ? proxied(el) : null;
    const field = behind !== null && !this.#proxied.has(behind) ? behind : el;
    if (field !== el && why === "") why = "label";
    if (why === "" || !look.visible) return tag === "img" && hasAttr(el, "usemap") ? this.#imageMap(el, look, state, parent, zone) : null;
    if ((state & unusable) !== 0) {
      if ((state & unusable) === behindModal) this.#behind++;
      return closed.has(tag) ? true : null;
    }
    if (field !== el) this.#proxied.add(field);
    const fieldTag = localName(field);
    const as = field === el ? controlRole(el, tag, role, why) : roleOf(field, fieldTag);
    const name = this.#nameOf(el, tag, field === el ? as : "clickable");
    const choices = tag === "select" ? choicesOf(el, this.#args.options) : null;
    const w = writeControl({ el, field, tag, fieldTag, role: as, reason: why, name, group: this.#groups.of(field, as, parent), off: (state & disabledPart) !== 0,
      focused: this.#focused, args: this.#args, selectors: this.#selectors, options: choices !== null && choices.choices.length < choices.total ? choices.total : 0 });
    if (as === "clickable" && unknownRole(el, tag)) this.#internals++;
    this.#last = el;
    this.controls++;
    const around = parent.control;
    if (around !== null) around.field = tag === "input" || tag === "select" || tag === "textarea" || interactive.has(as) && as !== "button" && as !== "link";
    if (closed.has(tag)) {
      this.ledger.put(`c${w.start}\t${w.flags}${w.tail}`, 1, w.name.length);
      if (choices !== null && !w.secret) for (const c of choices.choices) {
        this.ledger.put(fields("o", (c.selected ? "S" : "") + (c.disabled ? "D" : ""), clip(c.value, this.#args.nameChars).text, clip(c.label, this.#args.nameChars).text, c.group), 0, 0);
      }
      return true;
    }
    const only = name.source === "content" && !w.clipped && look.white === "collapse" && !look.veil && !look.tiny ? onlyText(el) : undefined;
    if (only !== undefined && field === el && as !== "clickable" && (canHost(tag) ? this.#shadow(el, tag, attributes) : null) === null && this.#sameWords(only, look, w.name)) {
      if (startsBlank(only)) this.ledger.gap(spaced);
      this.ledger.put(`k${w.start}\t${w.flags}${w.tail}`, 1, w.name.length);
      if (endsBlank(only)) this.ledger.gap(spaced);
      return true;
    }
    const gap = this.ledger.pending;
    if (!this.ledger.open(`C${w.start}\t${w.flags}${w.tail}`, keyOf(el), w.name, 1)) return true;
    return { el, role: as, reason: why, name: w.name, clipped: w.clipped, own: name.source === "content", around, key: keyOf(el), at: this.ledger.rows.length - 1, start: w.start,
      flags: w.flags, tail: w.tail, gap, controls: this.controls, words: false, structures: false, field: false };
  }

  #sameWords(only: string, look: Look, name: string): boolean {
    const words = tidy(only);
    return words !== "" && (look.caps === "" ? words : recase(words, look.caps)) === name;
  }

  #imageMap(el: Element, look: Look, state: number, parent: Level, zone: Zone): null {
    const name = (attr(el, "usemap") ?? "").replace(/^#/, "");
    const map = name === "" ? undefined : queryAll(rootOf(el), "map").find((m) => attr(m, "name") === name || attr(m, "id") === name);
    if (map !== undefined && look.visible) for (const area of queryAll(map, "area[href]")) {
      this.#control(area, "area", roleOf(area, "area"), look, state, parent, zone, true);
      this.ledger.gap(spaced);
    }
    return null;
  }

  // nameOf computes a control's name; that of a label's field may be asked for twice.
  #nameOf(el: Element, tag: string, role: string): Name {
    const known = this.#named.get(el);
    if (known !== undefined) return known;
    return this.#names.of(el, tag, role);
  }

  #structure(el: Element, tag: string, kind: string, role: string, level: { -readonly [K in keyof Level]: Level[K] }, attributes: boolean): void {
    const name = attributes && takesName(kind) ? this.#structureName(el, tag, role, kind) : "";
    const modal = this.#modal !== null && el === this.#modal.el || this.found?.el === el ? "m" : "";
    const popup = attributes && (hasAttr(el, "popover") || (kind === "menu" || kind === "listbox") && level.look.position !== "static") ? "p" : "";
    const head = kind === "row" && headRow(el) ? "H" : "";
    if (kind === "table" && attributes) this.#short(el, missingRows(el), name);
    if (kind === "item" && attributes && attr(el, "aria-posinset") === "1") this.#short(el, missingItems(el), "");
    const key = keyOf(el);
    if (!this.ledger.open(fields("(", kind, key, name, tag, modal + head + popup), key, name, 0)) return;
    level.closes++;
    if (level.control !== null) level.control.structures = true;
    if (kind === "radiogroup" || kind === "group") level.group = this.#names.of(el, tag, role).text || level.group;
  }

  #structureName(el: Element, tag: string, role: string, kind: string): string {
    if (kind === "group" && tag === "fieldset" && !hasAttr(el, "aria-label") && !hasAttr(el, "aria-labelledby")) return "";
    if (kind === "table" || kind === "figure") return tidy(attr(el, "aria-label") ?? "");
    return clip(this.#names.of(el, tag, role).text, this.#args.nameChars).text;
  }

  #short(el: Element, missing: number, label: string): void {
    if (missing > 0) this.ledger.put(fields("u", keyOf(el), "list", label, missing), 0, 0);
  }

  // words notes whose words are in an element: a label's, a legend's.
  #words(el: Element, tag: string, level: { -readonly [K in keyof Level]: Level[K] }, role: string): void {
    if (level.opened !== null) { level.told = level.opened.own ? level.opened.key : 0; return; }
    if (tag === "legend") level.state |= legendPart;
    if (tag === "fieldset" && level.group === "") level.group = this.#names.of(el, tag, role).text;
    if (tag !== "label" && !this.#told.some) return;
    const owner = this.#told.by(el, tag);
    if (owner === null || (level.state & unusable) !== 0) return;
    const ownerTag = localName(owner), ownerRole = roleOf(owner, ownerTag);
    if (ownerRole === "radiogroup" || ownerRole === "group") { level.state |= legendPart; return; }
    if (!interactive.has(ownerRole) && !hasAttr(owner, "tabindex")) return;
    const name = this.#nameOf(owner, ownerTag, ownerRole);
    this.#named.set(owner, name);
    if (name.from.includes(el)) level.told = keyOf(owner);
  }

  // children readies the list of what is in an element.
  #children(el: Element, tag: string, level: { -readonly [K in keyof Level]: Level[K] }, shadow: ShadowRoot | null, attributes: boolean): void {
    if (level.look.sealed || drawnTags.has(tag) && tag !== "object") return;
    if (shadow !== null) {
      this.#readTree(shadow);
      this.#names.unsure();
      level.node = firstChild(shadow);
    } else if (tag === "slot" && slotted(el).length > 0) level.list = slotted(el);
    else if (tag === "details" && !hasAttr(el, "open")) level.list = childrenOf({ node: firstChild(el) }).filter((child) => nodeType(child) === 1 && isSummary(child as Element));
    else level.node = firstChild(el);
    const owned = attributes && this.#owned.size > 0 ? attr(el, "aria-owns") : null;
    if (owned === null) return;
    const root = rootOf(el);
    const targets = owned.trim().split(/\s+/).map((id) => id === "" ? null : byId(root, id)).filter((target) => target !== null && this.#owned.has(target) && target !== el) as Element[];
    level.list = [...(level.list ?? childrenOf(level)), ...targets];
    level.node = null;
  }

  #leave(level: Level): void {
    this.#stack.pop();
    if (level.block) this.ledger.close();
    const scroller = level.look.scrolls ? belowLast(level.el, this.#last !== null && holds(level.el, this.#last) ? this.#last : null) : 0;
    if (scroller > 0) this.ledger.put(fields("u", keyOf(level.el), "scroll", tidy(attr(level.el, "aria-label") ?? ""), scroller), 0, 0);
    if (level.cell && level.rows === this.ledger.rows.length && this.ledger.pending === cell) this.ledger.put("-", 0, 0);
    if (level.opened !== null) closeControl(this, level.opened, level, this.#args);
    else for (let i = level.closes; i > 0; i--) this.ledger.close();
    if (level.line) this.ledger.gap(block);
  }

  // openBlock opens the content block that what follows stands in.
  #openBlock(from: Level | null, text: boolean): void {
    if (!this.#args.blocks || from === null) return;
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const level = this.#stack[i] as Level;
      if (level.opened !== null && !text && !level.line) return;
      if (!level.line && !level.cell) continue;
      if (!level.block && this.ledger.open(fields("(", "block", keyOf(level.el), "", level.tag), keyOf(level.el), "", 0)) level.block = true;
      return;
    }
  }

  #text(data: string, level: Level): void {
    if (!level.look.visible || level.look.sealed) return;
    if (level.look.white !== "collapse") { this.#kept(data, level); return; }
    if (isBlank(data)) {
      if (data !== "") this.ledger.gap(spaced);
      return;
    }
    if (startsBlank(data)) this.ledger.gap(spaced);
    this.#say(tidy(data), level);
    if (endsBlank(data)) this.ledger.gap(spaced);
  }

  // kept is text whose line breaks show.
  #kept(data: string, level: Level): void {
    const lines = data.replace(/\r\n?/g, "\n");
    if (isBlank(lines)) { this.ledger.gap(lines.includes("\n") ? line : spaced); return; }
    if (lines.startsWith("\n")) this.ledger.gap(line);
    else if (startsBlank(lines)) this.ledger.gap(spaced);
    this.#say(field(lines.split("\n").map((part) => tidy(part)).join("\n").trim(), true), level);
    this.ledger.gap(/\n\s*$/.test(lines) ? line : endsBlank(lines) ? spaced : 0);
  }

  #say(words: string, level: Level): void {
    const { look } = level;
    let text = this.icons.strip(words, level.el);
    if (text !== words) text = tidy(text);
    if (text === "") return;
    if (look.caps !== "") text = recase(text, look.caps);
    const veiled = look.veil || look.tiny || this.#inked(level);
    if (veiled) {
      this.counts.hidden += text.length;
      if (!this.#args.hidden) return;
    }
    this.#count(level);
    this.#openBlock(level, true);
    this.ledger.class = level.zone.cls;
    const state = level.state;
    const flags = (level.told !== 0 ? "n" : "") + (veiled ? "h" : "") + (state & underAriaHidden ? "a" : "") + (state & headerCell ? "H" : "") + (state & legendPart ? "g" : "");
    if (level.control !== null && (level.told === 0 || level.told === level.control.key)) level.control.words = true;
    if (level.told === 0) this.#groups.heard(text, level, this.ledger.pending);
    this.#last = level.el;
    this.ledger.put(level.told === 0 ? `t\t${flags}\t${text}` : `t\t${flags}\t${text}\t${level.told}`, 0, text.length);
  }

  #inked(level: Level): boolean {
    level.ink ??= suspectInk(level.look) && invisibleInk(level.el, level.look.ink);
    return level.ink;
  }

  #count(level: Level): void {
    if (level.counted) return;
    level.counted = true;
    if (level.role !== "" && level.role !== "none" && level.role !== "generic") return;
    this.counts.roleless++;
    if (level.look.pointer || level.opened !== null) this.counts.pointer++;
  }
}

// headRow says whether a row holds headers only.
function headRow(el: Element): boolean {
  const cells = childrenOf({ node: firstChild(el) }).filter((child) => nodeType(child) === 1) as Element[];
  return cells.length > 0 && cells.every((c) => localName(c) === "th" || attr(c, "role") === "columnheader");
}

// drawn says whether an element can be met by the walk: one that is not
// rendered takes nothing off its place.
const drawn = (el: Element): boolean => rendered(el) || getComputedStyle(el).display === "contents";
