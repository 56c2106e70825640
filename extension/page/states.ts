// The states of a control, as the letters that the ledger has for them.
import { attr, attrNames, checkedOf, hasAttr, indeterminateOf, inputType, matchesSelector, openShadowOf, parentNode, related, selectMultiple, shown } from "./dom";
import { shadowOf } from "./shadows";

const checkable = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
// Of these nothing is in between.
const twofold = new Set(["radio", "switch", "menuitemradio"]);
const formTags = new Set(["button", "input", "select", "textarea"]);
const writable = new Set(["textbox", "searchbox", "combobox", "spinbutton"]);

// hasAria says whether an element has any aria attribute. Most controls have
// none, and twenty questions less.
export const hasAria = (el: Element): boolean => attrNames(el).some((name) => name.startsWith("aria-"));

// stateFlags are the ControlFlags of a control that the element itself shows.
// Off is true where an ancestor's aria-disabled switches it off, set in a
// disabled fieldset, where only the browser knows which controls are meant.
export function stateFlags(el: Element, tag: string, role: string, off: boolean, aria: boolean, set: boolean): string {
  const form = formTags.has(tag);
  const disabled = off || (form || tag.includes("-")) && (set || hasAttr(el, "disabled")) && matchesSelector(el, ":disabled");
  if (!aria) {
    const flags = checkedFlag(el, tag, role, false) + expandedFlag(el, tag, role, false) + (disabled ? "D" : "");
    return form && tag !== "button" ? flags + fieldFlags(el, tag, role, false) : flags;
  }
  let flags = checkedFlag(el, tag, role, true) + tri(word(el, "aria-selected"), "S", "s", "") + expandedFlag(el, tag, role, true)
    + tri(word(el, "aria-pressed"), "P", "p", "q");
  if (disabled || word(el, "aria-disabled") === "true") flags += "D";
  flags += fieldFlags(el, tag, role, true);
  const current = word(el, "aria-current");
  return current !== null && current !== "" && current !== "false" ? `${flags}C` : flags;
}

// fieldFlags are the states of what takes input.
function fieldFlags(el: Element, tag: string, role: string, aria: boolean): string {
  const form = formTags.has(tag) && tag !== "button";
  let flags = "";
  if (aria && word(el, "aria-readonly") === "true" || form && hasAttr(el, "readonly") && writable.has(role)) flags += "R";
  if (aria && word(el, "aria-required") === "true" || form && hasAttr(el, "required")) flags += "Q";
  const invalid = aria ? word(el, "aria-invalid") : null;
  if (invalid !== null && invalid !== "" && invalid !== "false" || form && invalid !== "false" && matchesSelector(el, ":user-invalid")) flags += "I";
  if (aria && word(el, "aria-multiselectable") === "true" || tag === "select" && selectMultiple(el)) flags += "U";
  return flags;
}

// word is the value of a state, whose words are those of any case.
const word = (el: Element, name: string): string | null => attr(el, name)?.toLowerCase() ?? null;

function tri(value: string | null, yes: string, no: string, mixed: string): string {
  if (value === "true") return yes;
  if (value === "mixed") return mixed;
  return value === "false" ? no : "";
}

function checkedFlag(el: Element, tag: string, role: string, aria: boolean): string {
  if (tag === "input") {
    const type = inputType(el);
    if (type === "checkbox" && indeterminateOf(el)) return "m";
    if (type === "checkbox" || type === "radio") return checkedOf(el) ? "K" : "k";
  }
  const given = aria ? word(el, "aria-checked") : null;
  if (given !== null) return tri(given, "K", "k", twofold.has(role) ? "k" : "m");
  return checkable.has(role) ? "k" : "";
}

function expandedFlag(el: Element, tag: string, role: string, aria: boolean): string {
  const given = aria ? word(el, "aria-expanded") : null;
  if (given === "true" || given === "false") return given === "true" ? "E" : "e";
  if (tag === "summary" && role === "button") {
    const details = parentNode(el);
    return details instanceof HTMLDetailsElement && hasAttr(details, "open") ? "E" : "e";
  }
  if (tag === "details") return "e";
  const target = tag === "button" || tag === "input" ? popoverOf(el) : null;
  return target === null || !hasAttr(target, "popover") ? "" : matchesSelector(target, ":popover-open") ? "E" : "e";
}

// popoverOf is the popover that a button opens or closes, null for none.
function popoverOf(el: Element): Element | null {
  const id = attr(el, "popovertarget");
  if (id !== null) return related(el, id, "popoverTargetElement")[0] ?? null;
  const by = /^(?:show|hide|toggle)-popover$/i.test(attr(el, "command") ?? "") ? attr(el, "commandfor") : null;
  return by === null ? null : related(el, by, "commandForElement")[0] ?? null;
}

// focusedElement is what has the focus, in whatever shadow tree.
export function focusedElement(): Element | null {
  let at: Element | null = document.activeElement;
  for (let root = at === null ? null : shadowOf(at) ?? openShadowOf(at); root !== null && root.activeElement !== null;) {
    at = root.activeElement;
    root = shadowOf(at);
  }
  return at === document.body ? null : at;
}

// popupKind is the word of aria-haspopup.
export function popupKind(el: Element): string {
  const given = attr(el, "aria-haspopup");
  if (given === null || given === "" || given === "false") return "";
  return given === "true" ? "menu" : given;
}

// openPopup is the element that aria-controls names, where it shows.
export function openPopup(el: Element): Element | undefined {
  const controls = attr(el, "aria-controls"), owns = attr(el, "aria-owns");
  if (controls === null && owns === null) return undefined;
  const [target] = controls !== null ? related(el, controls, "ariaControlsElements") : related(el, owns ?? "", "ariaOwnsElements");
  return target !== undefined && shown(target, { visibilityProperty: true, opacityProperty: true }) ? target : undefined;
}
