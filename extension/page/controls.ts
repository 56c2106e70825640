// What counts as a control, and why. The reason travels with the control.
import { attr, clientHeight, clientWidth, firstElement, hasAttr, matchesSelector, inputType, isHTML, labelControl, localName, nextElement, scrollHeight, scrollWidth, shown, tabIndexOf } from "./dom";
import { editingHost, explicitRole, interactive, nativeRole, roleOf } from "./roles";
import type { Look } from "./style";

// Probe is an element as the decision sees it.
export interface Probe {
  readonly el: Element;
  readonly tag: string;
  readonly role: string;       // see roleOf
  readonly attributes: boolean; // it has any
  readonly look: Look;
  readonly pointed: boolean;   // an ancestor has the pointer cursor already
  readonly inside: string;     // role of the control around it, "" for none
}

type Reason = "role" | "native" | "editable" | "draggable" | "onclick" | "tabindex" | "cursor" | "label";

// Headers and cells of a grid take part in its roving focus with tabindex=-1.
const roving = new Set(["columnheader", "rowheader"]);

// Parts of a grid that only carry its keyboard focus; they stay rows and cells.
const cells = new Set(["row", "gridcell", "cell"]);

// Controls in which other clickable things may lie.
const roomy = new Set(["", "treeitem", "row", "gridcell", "cell", "columnheader", "rowheader", "tab", "option", "region", "listitem", "tabpanel",
  "group", "article", "document", "grid", "listbox", "textbox", "dialog", "application", "menuitem", "list", "table", "tree", "menu", "toolbar",
  "figure", "main", "form", "navigation", "search", "complementary", "feed", "log"]);

const reasons: readonly (readonly [Reason, (p: Probe) => boolean])[] = [
  ["native", (p) => (interactive.has(p.role) || p.role === "media") && !(p.attributes && explicitRole(p.el) === p.role) && !isOption(p)],
  ["role", (p) => p.attributes && (interactive.has(p.role) && !isOption(p) || roving.has(p.role) && hasAttr(p.el, "tabindex") && explicitRole(p.el) !== "")],
  ["native", (p) => p.attributes && interactive.has(nativeRole(p.el, p.tag)) && !isOption(p)],
  ["editable", (p) => (p.attributes || p.tag === "body") && editingHost(p.el) && isHTML(p.el)],
  ["draggable", (p) => p.attributes && attr(p.el, "draggable") === "true" && roomy.has(p.inside) && p.tag !== "body" && p.tag !== "html"],
  ["onclick", (p) => p.attributes && p.tag !== "body" && p.tag !== "html" && hasAttr(p.el, "onclick")],
  ["tabindex", (p) => p.attributes && hasAttr(p.el, "tabindex") && tabIndexOf(p.el) >= 0 && !cells.has(p.role) && p.tag !== "body" && p.tag !== "iframe" && !scrolled(p)],
  ["cursor", (p) => p.look.pointer && !p.pointed && roomy.has(p.inside) && !neverPointed.has(p.tag) && !passesPointer(p.el, p.tag, p.role)],
];

// scrolled says whether the keyboard comes to an element only to scroll it.
const scrolled = (p: Probe): boolean => p.look.scrolls && (scrollHeight(p.el) > clientHeight(p.el) || scrollWidth(p.el) > clientWidth(p.el));

// A pointer cursor on these says nothing: it is their proxy or their content that is clicked.
const neverPointed = new Set(["html", "body", "label", "option", "optgroup", "iframe", "legend", "thead", "caption", "colgroup"]);

// Around rows and items the pointer cursor says that each of them can be clicked.
const rowed = new Set(["table", "grid", "treegrid", "rowgroup", "list"]);

// passesPointer says whether the pointer cursor of an element is that of the rows
// in it: a table, a list, or a box around nothing else.
export function passesPointer(el: Element, tag: string, role: string): boolean {
  if (tag === "thead") return false;
  if (rowed.has(role)) return true;
  const only = firstElement(el);
  if (only === null || nextElement(only) !== null) return false;
  const inner = localName(only);
  return rowed.has(roleOf(only, inner)) && inner !== "thead";
}

// The option of a native select is a row of the select.
const isOption = (p: Probe): boolean => p.tag === "option" || p.tag === "optgroup" || p.tag === "datalist";

// reasonFor says why an element is a control, "" when it is none.
export function reasonFor(p: Probe): Reason | "" {
  if (!p.attributes && !p.look.pointer && p.tag !== "body" && !interactive.has(p.role)) return "";
  for (const [reason, test] of reasons) if (test(p)) return reason;
  return "";
}

// Roles without interaction that a control keeps because its author or its table gave them.
const kept = new Set(["columnheader", "rowheader"]);

// controlRole is the role that a control is listed under.
export function controlRole(el: Element, tag: string, role: string, reason: string): string {
  if (interactive.has(role) || role === "media") return role;
  if (reason === "editable" || editingHost(el)) return "textbox";
  if (tag === "a") return "link"; // without an address: its script is its target
  const given = explicitRole(el);
  if (given !== "" && given !== "none" && given !== "generic" && role === given) return given;
  if (hasAttr(el, "tabindex") && tabIndexOf(el) >= 0 && kept.has(nativeRole(el, tag))) return nativeRole(el, tag);
  return "clickable";
}

// proxied is the field that a label stands for: one that is not rendered and
// that a click on the label operates. Null when the field shows itself.
export function proxied(el: Element): HTMLElement | null {
  const field = el instanceof HTMLLabelElement ? labelControl(el) : null;
  if (field === null || !(field instanceof HTMLInputElement) || !clickedThrough.has(inputType(field))) return null;
  if (matchesSelector(field, '[aria-hidden="true"],[aria-hidden="true"] *')) return field;
  return shown(field, { visibilityProperty: true }) ? null : field;
}

const clickedThrough = new Set(["checkbox", "radio", "file"]);

// typeOf tells inputs and buttons of one role apart.
export function typeOf(el: Element, tag: string): string {
  if (tag === "input") return inputType(el);
  if (tag === "summary" || tag === "details") return "summary";
  if (tag === "audio" || tag === "video") return tag;
  if (tag === "button") return attr(el, "type")?.toLowerCase() === "reset" ? "reset" : "";
  return isHTML(el) && tag !== "select" && tag !== "textarea" && editingHost(el) ? "contenteditable" : "";
}
