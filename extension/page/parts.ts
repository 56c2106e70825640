// The structures of a page as they are opened, and whose name the words in
// them are.
import { attr, firstChild, hasAttr, localName, nodeType } from "./dom";
import { keyOf } from "./keys";
import { childrenOf, legendPart, unusable, type Level } from "./level";
import type { Met } from "./listing";
import type { Modal } from "./modal";
import { interactive, roleOf } from "./roles";
import { fields } from "./rows";
import type { Session } from "./session";
import { takesName } from "./structures";
import { clip, tidy } from "./text";
import { missingColumns, missingRows } from "./unseen";

// openStructure writes the row that opens a structure.
export function openStructure(s: Session, m: Met, kind: string, level: Level, found: Modal | null): void {
  const { el, tag, attributes } = m;
  const name = attributes && takesName(kind) ? structureName(s, m, kind) : "";
  const modal = s.modal !== null && el === s.modal.el || found?.el === el ? "m" : "";
  const popup = attributes && (hasAttr(el, "popover") || (kind === "menu" || kind === "listbox") && level.look.position !== "static") ? "p" : "";
  const head = kind === "row" && headRow(el) ? "H" : "";
  if (kind === "table" && attributes) {
    short(s, el, missingRows(el), name);
    short(s, el, missingColumns(el), `${name} columns`.trim());
  }
  if (attributes) tellMissing(s, m);
  const key = keyOf(el);
  if (!s.ledger.open(fields("(", kind, key, name, tag, modal + head + popup), key, name, 0)) return;
  level.closes++;
  if (level.control !== null) level.control.structures = true;
  if (kind === "radiogroup" || kind === "group") level.group = s.names.of(el, tag, m.role).text || level.group;
}

function structureName(s: Session, { el, tag, role }: Met, kind: string): string {
  if (kind === "group" && tag === "fieldset" && !hasAttr(el, "aria-label") && !hasAttr(el, "aria-labelledby")) return "";
  if (kind === "table" || kind === "figure") return tidy(attr(el, "aria-label") ?? "");
  return clip(s.names.of(el, tag, role).text, s.args.nameChars).text;
}

// tellMissing says before the first item of a list how many of it are not on the page.
export const tellMissing = (s: Session, { el, role }: Met): void => short(s, el, s.sets.missing(el, role), "");

function short(s: Session, el: Element, missing: number, label: string): void {
  if (missing > 0) s.ledger.put(fields("u", keyOf(el), "list", label, missing), 0, 0);
}

// headRow says whether a row holds headers only.
function headRow(el: Element): boolean {
  let some = false;
  for (const child of childrenOf(firstChild(el))) {
    if (nodeType(child) !== 1) continue;
    if (localName(child) !== "th" && attr(child as Element, "role") !== "columnheader") return false;
    some = true;
  }
  return some;
}

// tellWords notes whose words are in an element: a control's own, a label's, a legend's.
export function tellWords(s: Session, { el, tag, role }: Met, level: Level): void {
  if (level.opened !== null) { level.told = level.opened.own ? level.opened.key : 0; return; }
  if (tag === "legend") level.state |= legendPart;
  if (tag === "fieldset" && level.group === "") level.group = s.names.of(el, tag, role).text;
  const owner = s.told.by(el, tag);
  if (owner === null || (level.state & unusable) !== 0) return;
  const ownerTag = localName(owner), ownerRole = roleOf(owner, ownerTag);
  if (ownerRole === "radiogroup" || ownerRole === "group") { level.state |= legendPart; return; }
  if (!interactive.has(ownerRole) && !hasAttr(owner, "tabindex")) return;
  const name = s.nameOf(owner, ownerTag, ownerRole);
  s.named.set(owner, name);
  if (name.from.includes(el)) level.told = keyOf(owner);
}
