// Which dialog, if any, keeps the rest of the page out of reach.
import { attr, flatParent, holds, localName, matchesSelector, queryAll, rectOf, shown, tagged } from "./dom";

// Modal is the open dialog that counts; strict when the browser itself makes the rest inert.
export interface Modal { readonly el: Element; readonly strict: boolean }

// isModal says whether an element is a modal dialog that is open and on screen.
export function isModal(el: Element, tag: string): boolean {
  if (tag === "dialog" && matchesSelector(el, ":modal")) return true;
  if (attr(el, "aria-modal") !== "true") return false;
  const role = attr(el, "role") ?? tag;
  return /^(?:alert)?dialog$/.test(role) && onScreen(el);
}

function onScreen(el: Element): boolean {
  if (!shown(el, { visibilityProperty: true, opacityProperty: true })) return false;
  for (let up: Element | null = el; up !== null; up = flatParent(up)) if (attr(up, "aria-hidden") === "true" || attr(up, "inert") !== null) return false;
  const box = rectOf(el);
  if (box.width === 0 && box.height === 0) return hasBoxInside(el);
  return box.right > 0 && box.bottom > 0 && box.left < window.innerWidth && box.top < window.innerHeight && getComputedStyle(el).pointerEvents !== "none";
}

// hasBoxInside is for dialogs whose own box is empty because all in it is positioned.
function hasBoxInside(el: Element): boolean {
  return queryAll(el, "button,input,a,[tabindex]").some((inner) => rectOf(inner).width > 0 && shown(inner, { visibilityProperty: true, opacityProperty: true }));
}

// findModal looks for the topmost open modal of a document's own tree. Marked
// are the elements that aria-modal is written on.
export function findModal(marked: readonly Element[] = queryAll(document, "[aria-modal]")): Modal | null {
  const strict = tagged(document, "dialog").filter((el) => matchesSelector(el, ":modal"));
  if (strict.length > 0) return { el: topmost(strict), strict: true };
  const open = marked.filter((el) => isModal(el, localName(el)));
  return open.length > 0 ? { el: topmost(open), strict: false } : null;
}

// topmost asks the browser which of several is in front; nothing else knows in
// which order they were opened.
function topmost(list: Element[]): Element {
  for (const el of [...list].reverse()) {
    const box = rectOf(el);
    const hit = document.elementFromPoint(Math.max(1, box.left + box.width / 2), Math.max(1, box.top + Math.min(box.height / 2, window.innerHeight / 2)));
    if (hit !== null && holds(el, hit) && !list.some((other) => other !== el && holds(el, other) && holds(other, hit))) return el;
  }
  return list[list.length - 1] as Element;
}

// standsAbove says whether an element outside an aria-modal dialog can be used
// all the same: a popup that the dialog opened into another part of the page,
// or a layer that is drawn over it.
export function standsAbove(el: Element, modal: Modal): boolean {
  if (modal.strict) return false;
  const id = attr(el, "id");
  if (id !== null && id !== "" && queryAll(modal.el, "[aria-controls],[aria-owns]").some((by) =>
    `${attr(by, "aria-controls") ?? ""} ${attr(by, "aria-owns") ?? ""}`.split(/\s+/).includes(id))) return true;
  if (!(modal.el.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING)) return false;
  const box = rectOf(el);
  if (box.width === 0 || box.height === 0) return false;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return hit !== null && holds(el, hit);
}

