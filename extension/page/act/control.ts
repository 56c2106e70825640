// What kind of control an element is, and whether it can be used now.
import { attr, checkedOf, hasAttr, isHTML, indeterminateOf, inputType, isEditable, labelControl, localName, matchesSelector, openShadowOf } from "../dom";
import { shadowOf } from "../shadows";
import { ancestors, deepActive, findAll, lies } from "./tree";

// Field says how a control is filled.
export type Field = "text" | "value" | "editor" | "select" | "file" | "check" | "radio" | "none";

const valueTypes = new Set(["date", "time", "month", "week", "datetime-local", "color", "range", "number"]);
const pushTypes = new Set(["button", "submit", "reset", "image", "hidden"]);
const checkRoles = new Set(["checkbox", "switch", "menuitemcheckbox"]);
const radioRoles = new Set(["radio", "menuitemradio"]);

// controlOf is the form control that a label stands for, else the element.
export function controlOf(el: Element): Element {
  return (el instanceof HTMLLabelElement ? labelControl(el) : null) ?? el;
}

// isFormControl says whether labels apply to an element.
export const isFormControl = (el: Element): boolean =>
  el instanceof HTMLInputElement || el instanceof HTMLSelectElement || el instanceof HTMLTextAreaElement
  || el instanceof HTMLButtonElement || localName(el).includes("-");

// fieldOf classifies an element.
export function fieldOf(el: Element): Field {
  if (el instanceof HTMLInputElement) return inputField(inputType(el));
  if (el instanceof HTMLTextAreaElement) return "text";
  if (el instanceof HTMLSelectElement) return "select";
  const role = attr(el, "role") ?? "";
  if (checkRoles.has(role)) return "check";
  if (radioRoles.has(role)) return "radio";
  return isEditable(el) || hasContext(el) ? "editor" : "none";
}

const contextOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "editContext")?.get;

// hasContext says whether an element takes text for an editor that draws it
// itself (EditContext, as newer code editors do): it may be empty, and without a size.
export const hasContext = (el: Element): boolean => el instanceof HTMLElement && (contextOf?.call(el) ?? null) !== null;

function inputField(type: string): Field {
  if (type === "checkbox") return "check";
  if (type === "radio" || type === "file") return type;
  if (valueTypes.has(type)) return "value";
  return pushTypes.has(type) ? "none" : "text";
}

// fillableOf is the element that takes the text meant for another: itself, its
// label's control, or the only field inside (a custom element, a wrapper with role).
export function fillableOf(el: Element): Element {
  const control = controlOf(el);
  if (fieldOf(control) !== "none") return editingRoot(control);
  const inner = [...findAll("input, textarea, [contenteditable]", shadowOf(control) ?? control)]
    .concat(openShadowOf(control) === null ? [] : [...findAll("input, textarea, [contenteditable]", control)])
    .filter((field) => ["text", "value", "editor"].includes(fieldOf(field)) && !matchesSelector(field, ":disabled"));
  const fields = new Set(inner.map((field) => editingRoot(field)));
  const active = deepActive();
  if (active !== null && fields.has(active)) return active;
  return fields.size === 1 ? [...fields][0]! : control;
}

// editingRoot is the outermost editable element around one: what holds the text
// as a whole.
function editingRoot(el: Element): Element {
  if (fieldOf(el) !== "editor") return el;
  let root = el;
  for (const at of ancestors(el)) if (isEditable(at) && at !== document.documentElement) root = at;
  return root;
}

// checkedState is true, false, mixed, or "" for what cannot be checked.
export function checkedState(el: Element): string {
  const control = controlOf(el);
  if (control instanceof HTMLInputElement && ["check", "radio"].includes(fieldOf(control))) {
    return indeterminateOf(control) && fieldOf(control) === "check" ? "mixed" : String(checkedOf(control));
  }
  const aria = attr(control, "aria-checked") ?? attr(control, "aria-pressed");
  if (aria !== null) return aria;
  if (["check", "radio"].includes(fieldOf(control))) return "false";
  const inner = [...findAll("input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]", shadowOf(control) ?? control)];
  return inner.length === 1 && inner[0] !== el ? checkedState(inner[0]!) : "";
}

// isDisabled says whether a control refuses input, natively or by ARIA, which
// is inherited.
export function isDisabled(el: Element): boolean {
  const control = controlOf(el);
  if (matchesSelector(control, ":disabled")) return true;
  for (const at of ancestors(control)) {
    const off = attr(at, "aria-disabled")?.toLowerCase();
    if (off === "true" || off === "false") return off === "true"; // the nearest counts
    if (at !== control && lies(control, at) && isWidget(at)) return false;
  }
  return false;
}

// aria-disabled of a group holds for what is in it, up to the next dialog or
// document, which are not parts of a widget.
const isWidget = (el: Element): boolean => ["dialog", "alertdialog", "document", "application"].includes(attr(el, "role") ?? "");

// isInert says whether an element lies in a part that is switched off.
export function isInert(el: Element): boolean {
  for (const at of ancestors(el)) if (hasAttr(at, "inert") && isHTML(at)) return true;
  return getComputedStyle(el).getPropertyValue("interactivity") === "inert";
}

// isReadonly says whether a field may not be written.
export function isReadonly(el: Element): boolean {
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    if (matchesSelector(el, ":read-only") && hasAttr(el, "readonly")) return true;
  }
  return attr(el, "aria-readonly") === "true";
}
