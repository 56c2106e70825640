// Listing a control: whether an element is one, and its row.
import { layerZone, type Zone } from "./classes";
import { controlRole, passesPointer, proxied, reasonFor } from "./controls";
import { writeControl, type Written } from "./control-row";
import { attr, hasAttr, localName, queryAll, rootOf, textContent } from "./dom";
import { keyOf } from "./keys";
import { behindModal, disabledPart, disabledSet, unusable, type Level, type OpenControl } from "./level";
import { onlyText, type Name } from "./names";
import { interactive, roleOf } from "./roles";
import { tellMissing } from "./parts";
import { fields, spaced } from "./rows";
import type { Session } from "./session";
import type { Look } from "./style";
import { clip, endsBlank, isBlank, recase, startsBlank, tidy } from "./text";
import { unknownRole } from "./unseen";
import { choicesOf } from "./values";

// Controls whose content is not read, or is their value.
const closed = new Set(["input", "select", "textarea", "audio", "video", "img", "area"]);

// Met is an element as the walk met it.
export interface Met {
  readonly el: Element;
  readonly tag: string;
  readonly role: string;
  readonly look: Look;
  readonly state: number;
  readonly attributes: boolean;
  readonly shadow: ShadowRoot | null;
}

// list writes a control. True: it is whole. An OpenControl: its content follows. Null: it is none.
export function list(s: Session, m: Met, parent: Level): OpenControl | true | null {
  const { el, tag, look, state } = m;
  const behind = tag === "label" && parent.control === null ? proxied(el) : null;
  const field = behind !== null && !s.proxied.has(behind) ? behind : el;
  const why = reasonFor({ el, tag, role: m.role, attributes: m.attributes, look, pointed: parent.look.pointer && !(parent.passes ??= passesPointer(parent.el, parent.tag, parent.role)), inside: around(parent.control) })
    || (field !== el ? "label" : "");
  if (why === "" || !look.visible) return tag === "img" && hasAttr(el, "usemap") ? imageMap(s, m, parent) : null;
  if ((state & unusable) !== 0) {
    if ((state & unusable) === behindModal) s.behind++;
    return closed.has(tag) ? true : null;
  }
  if (field !== el) s.proxied.add(field);
  if (m.attributes) tellMissing(s, m);
  return write(s, m, parent, field, why);
}

function write(s: Session, m: Met, parent: Level, field: Element, why: string): OpenControl | true {
  const { el, tag, state } = m;
  const fieldTag = field === el ? tag : localName(field);
  const role = field === el ? controlRole(el, tag, m.role, why) : roleOf(field, fieldTag);
  const name = field === el ? s.nameOf(el, tag, role) : s.names.ofLabel(el, field, role);
  const choices = tag === "select" ? choicesOf(el, s.args.options) : null;
  const w = writeControl({ el, field, tag, fieldTag, role, reason: why, name, group: s.groups.of(field, role, parent.group), off: (state & disabledPart) !== 0,
    set: (state & disabledSet) !== 0, focused: s.focused, args: s.args, selectors: s.selectors,
    options: choices !== null && choices.choices.length < choices.total ? choices.total : 0 });
  note(s, m, parent, role);
  if (closed.has(tag)) {
    s.ledger.put(`c${w.start}\t${w.flags}${w.tail}`, 1, w.name.length);
    if (choices !== null && !w.secret) for (const c of choices.choices) {
      s.ledger.put(fields("o", (c.selected ? "S" : "") + (c.disabled ? "D" : ""), clip(c.value, s.args.nameChars).text, clip(c.label, s.args.nameChars).text, c.group), 0, 0);
    }
    return true;
  }
  if (w.secret) {
    // What is in it is its value: not a word of it, whatever its shape.
    s.ledger.put(`c${w.start}\t${w.flags}${w.flags.includes("V") || isBlank(textContent(el) ?? "") ? "" : "V"}${w.tail}`, 1, w.name.length);
    return true;
  }
  return putWhole(s, m, role, name, w) ? true : open(s, m, parent, role, why, name, w);
}

// note keeps what others want to know of a control that was listed.
function note(s: Session, m: Met, parent: Level, role: string): void {
  if (role === "clickable" && unknownRole(m.el, m.tag)) s.internals++;
  s.last = m.el;
  s.tail.clear();
  s.controls++;
  const around = parent.control;
  if (around !== null) around.field = m.tag === "input" || m.tag === "select" || m.tag === "textarea" || interactive.has(role) && role !== "button" && role !== "link";
}

// putWhole writes a control that holds one text and nothing else, which is its
// name, without walking it. Most controls are such.
function putWhole(s: Session, m: Met, role: string, name: Name, w: Written): boolean {
  const { look } = m;
  const only = name.only ?? (name.source === "content" ? onlyText(m.el, m.tag, m.attributes) : undefined);
  if (only === undefined || name.only === undefined && recase(tidy(only), look.caps) !== w.name || w.clipped || m.shadow !== null || role === "clickable" || w.name === "" || look.white !== "collapse" || look.veil || look.tiny || look.sealed) return false;
  if (startsBlank(only)) s.ledger.gap(spaced);
  s.ledger.put(`k${w.start}\t${w.flags}${w.tail}`, 1, w.name.length);
  if (endsBlank(only)) s.ledger.gap(spaced);
  return true;
}

function open(s: Session, m: Met, parent: Level, role: string, reason: string, name: Name, w: Written): OpenControl | true {
  const gap = s.ledger.pending, key = keyOf(m.el);
  if (!s.ledger.open(`C${w.start}\t${w.flags}${w.tail}`, key, w.name, 1)) return true;
  return { role, reason, name: w.name, clipped: w.clipped, own: name.source === "content", around: parent.control, key, at: s.ledger.rows.length - 1, start: w.start,
    flags: w.flags, tail: w.tail, gap, controls: s.controls, words: false, structures: false, field: false };
}

// imageMap lists the areas of the map that a picture uses; where the map itself stands says nothing.
function imageMap(s: Session, m: Met, parent: Level): null {
  const name = (attr(m.el, "usemap") ?? "").replace(/^#/, "");
  const map = name === "" || !m.look.visible ? undefined : queryAll(rootOf(m.el), "map").find((map) => attr(map, "name") === name || attr(map, "id") === name);
  if (map !== undefined) for (const area of queryAll(map, "area[href]")) {
    list(s, { ...m, el: area, tag: "area", role: roleOf(area, "area"), attributes: true }, parent);
    s.ledger.gap(spaced);
  }
  return null;
}

// layerOf is the zone of an element that is a layer over the page, else the one it has.
export function layerOf(m: Met, kind: string, zone: Zone): Zone {
  if (kind === "" && m.role === "" && !m.attributes) return zone;
  return layerZone(kind === "" ? m.role : kind, m.attributes && hasAttr(m.el, "popover"), zone) ?? zone;
}

// around is the role of the control that something lies in. A container that
// only takes the keyboard focus (a list with tabindex=0), or that can be dragged,
// is no control of what is in it: its items are clickable one by one.
const around = (control: OpenControl | null): string =>
  control === null || control.role === "clickable" && (control.reason === "tabindex" || control.reason === "draggable") ? "" : control.role;
