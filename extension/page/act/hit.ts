// The hit test: does a press at a point reach the element?
import { describe } from "../describe";
import { flatParent, labelControl, localName, matchesSelector, rectOf } from "../dom";
import { nameOf } from "./find";
import { isPlain } from "./box";
import { controlOf, isFormControl } from "./control";
import { inSight } from "./sight";
import { ancestors, deepAt, findAll, lies } from "./tree";

// reaches says whether input that meets hit operates the element: because it is
// the element or in it, or in its label.
export function reaches(hit: Element | null, el: Element, surface: Element): boolean {
  if (hit === null) return false;
  const control = controlOf(el);
  if (lies(hit, el) || lies(hit, surface) || lies(hit, control)) return true;
  for (const at of ancestors(hit)) {
    if (at instanceof HTMLLabelElement && labelControl(at) === control) return true;
    if (at !== hit && isFormControl(at)) break;
  }
  return false;
}

// pressable are controls that answer a press themselves, whatever they lie in.
const pressable = "button, a[href], summary, select, [onclick], [tabindex='0'], "
  + ["button", "link", "checkbox", "switch", "radio", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem", "option"].map((role) => `[role=${role}]`).join(", ");

// isAnother says whether a press that meets hit would operate another control,
// one that lies in the element: a button on a card, a link in a row. One of the
// same name is the element's own.
export function isAnother(hit: Element | null, el: Element): boolean {
  if (hit === null || hit === el || !lies(hit, el)) return false;
  const control = controlOf(el);
  for (const at of ancestors(hit)) {
    if (at === el || at === control) return false;
    if (matchesSelector(at, pressable)) return describe(at).name !== describe(el).name;
  }
  return false;
}

// isOther says whether an element in another is a control of its own.
export const isOther = (at: Element, el: Element): boolean => matchesSelector(at, pressable) && isAnother(at, el);

// Met is what a point meets.
export interface Met { hit: Element | null; ok: boolean }

// meet tests one point. Chromium lays out a frame that is out of sight only when
// it must, and finds nothing at its points: there the guard, which hears where
// the mouse really arrives, is the only judge.
export function meet(x: number, y: number, el: Element, surface: Element): Met {
  const hit = deepAt(x, y);
  const unknown = hit === null && window.parent !== window && inSight(x, y);
  return { hit, ok: unknown || reaches(hit, el, surface) };
}

// byName says what stands in the way: the nearest thing with a name a person
// would use for it.
export function byName(hit: Element | null): string {
  if (hit === null) return "something outside the viewport";
  for (const at of ancestors(hit)) {
    const role = at.getAttribute("role");
    if (localName(at) === "dialog" || role === "dialog" || role === "alertdialog") return `the dialog ${nameOf(at)}`;
  }
  const id = hit.getAttribute("id");
  const classes = (hit.getAttribute("class") ?? "").trim().split(/\s+/)[0];
  const spot = id !== null && id !== "" ? `#${id}` : classes !== undefined && classes !== "" ? `.${classes}` : "";
  return `${nameOf(hit)} <${localName(hit)}${spot}>`;
}

// isOwnCover says whether what lies over a field is a part of its own editor
// (Monaco, CodeMirror draw their lines over the field that takes the keys), not
// a layer of the page.
export function isOwnCover(hit: Element | null, field: Element): boolean {
  if (hit === null) return !isPlain(field);
  let common: Element | null = field;
  while (common !== null && !lies(hit, common)) common = flatParent(common);
  if (common === null || common === document.body || common === document.documentElement) return false;
  for (const at of ancestors(hit)) {
    if (at === common) break;
    if (getComputedStyle(at).position === "fixed" || isScreenful(at) || at.getAttribute("role") === "dialog") return false;
  }
  const others = [...findAll("input, select, textarea, button, a[href]", common)].filter((other) => other !== field && isPlain(other));
  return others.length <= 2;
}

function isScreenful(el: Element): boolean {
  const { width, height } = rectOf(el);
  return width >= innerWidth * 0.9 && height >= innerHeight * 0.9;
}
