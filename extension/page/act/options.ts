// Choosing options: by exact value, then by a label that only one has. What is
// ambiguous, disabled or not there is refused with what there is.
import type { Candidate, EditResult, WireError } from "../../protocol.gen";
import { attr, byId, hasAttr, optionSelected, optionValue, rootOf, selectMultiple, selectOptions, textContent } from "../dom";
import { shadowOf } from "../shadows";
import { describe } from "../describe";
import { keyOf } from "../keys";
import { quote, refuse, Refusal } from "./answer";
import { isRendered } from "./box";
import { isDisabled } from "./control";
import { nameOf } from "./find";
import { ancestors, findAll, lies } from "./tree";
import { drawsOptions, labelOf } from "../values";
import { announce } from "./values";

// listed bounds the candidates named in an error.
const listed = 20;

interface Choice { el: Element; value: string; label: string; disabled: boolean; selected: boolean }

const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected")?.set;

// choose sets a native select, or says what is to be clicked in a custom one.
export function choose(el: Element, values: string[]): Partial<EditResult> {
  if (el instanceof HTMLSelectElement) return chooseNative(el, values);
  const role = attr(el, "role") ?? "";
  if (role === "listbox" || role === "radiogroup" || role === "menu" || role === "tree") return pick(el, values);
  if (!opens(el, role)) refuse("wrong_control", `${nameOf(el)} is not a list of options`, "click it, or fill it");
  if (attr(el, "aria-expanded") === "true" && popupOf(el) !== undefined) return pick(el, values);
  before = new WeakSet(hasAttr(el, "aria-expanded") ? [...listsBut(el), ...optionsIn(undefined)] : []);
  return { open: true };
}

// before are the lists and options that stood on the page when a closed control
// was to be opened: they are not its own.
let before = new WeakSet<Element>();

const opens = (el: Element, role: string): boolean => role === "combobox" || hasAttr(el, "aria-haspopup") || describe(el).role === "combobox";

function chooseNative(select: HTMLSelectElement, values: string[]): Partial<EditResult> {
  const drawn = drawsOptions(select);
  const options = Array.from(selectOptions(select)).map((option): Choice => ({
    el: option, value: optionValue(option), label: collapse(labelOf(option, drawn)), selected: optionSelected(option),
    disabled: hasAttr(option, "disabled") || [...ancestors(option)].some((at) => at instanceof HTMLOptGroupElement && hasAttr(at, "disabled")),
  }));
  if (!selectMultiple(select) && values.length !== 1) refuse("bad_value", `${nameOf(select)} takes one option`, "name one");
  const chosen = new Set(values.map((value) => match(options, value)));
  if (options.every((option) => option.selected === chosen.has(option))) return { kept: true };
  for (const option of options) setSelected?.call(option.el, chosen.has(option));
  announce(select);
  return { kept: true };
}

// pick finds the options of a listbox that the page made itself, which are clicked.
export function pick(el: Element, values: string[]): Partial<EditResult> {
  const popup = popupOf(el);
  const options = optionsIn(popup).filter((option) => popup !== undefined || ![...ancestors(option)].some((at) => before.has(at))).map(choiceOf);
  const chosen = values.map((value) => match(options, value));
  if (popup !== undefined && attr(popup, "aria-multiselectable") === "true") {
    return { clicks: options.filter((option) => option.selected !== chosen.includes(option)).map((option) => keyOf(option.el)) };
  }
  return { clicks: chosen.map((option) => keyOf(option.el)) };
}

function choiceOf(el: Element): Choice {
  const name = describe(el).name;
  return {
    el, value: attr(el, "data-value") ?? attr(el, "value") ?? "", label: collapse(name === "" ? textContent(el) ?? "" : name),
    disabled: isDisabled(el), selected: attr(el, "aria-selected") === "true" || attr(el, "aria-checked") === "true",
  };
}

const optionRoles = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=radio], [role=treeitem]";

// optionsIn are the options in a list, or all. A list of a web component may get
// them through slots, where they lie in it for a person only.
function optionsIn(list: Element | undefined): Element[] {
  return [...findAll(optionRoles)].filter((option) => (list === undefined || option !== list && lies(option, list)) && isRendered(option));
}

// popupOf is the list that a control has opened, or is. Ids may name a part of
// the control's own shadow tree.
function popupOf(el: Element): Element | undefined {
  const role = attr(el, "role") ?? "";
  if (["listbox", "menu", "tree", "radiogroup"].includes(role)) return el;
  for (const name of ["aria-controls", "aria-owns"]) {
    const id = attr(el, name)?.trim().split(/\s+/)[0];
    for (const root of [rootOf(el), shadowOf(el)]) {
      const named = id === undefined || root === null ? null : byId(root, id);
      if (named !== null && isRendered(named) && optionsIn(named).length > 0) return named;
    }
  }
  if (optionsIn(el).length > 0) return el;
  return listsBut(el).filter((list) => !before.has(list)).at(-1);
}

// listsBut are the lists that are shown, but for those that a control lies in.
const listsBut = (el: Element): Element[] =>
  [...findAll("[role=listbox], [role=menu], [role=tree]")].filter((list) => isRendered(list) && !lies(el, list));

// match finds the option for one value.
function match(options: Choice[], value: string): Choice {
  const exact = options.filter((option) => option.value === value);
  const label = collapse(value);
  const found = exact.length > 0 ? exact : options.filter((option) => option.label === label);
  const near = found.length > 0 ? found : options.filter((option) => option.label.toLowerCase() === label.toLowerCase());
  if (near.length === 0) {
    throw trouble("option_not_found", `no option ${quote(value)}`, options.length > 0 ? "choose one of the candidates"
      : "no list of options opened: click it, or the button beside it, and then the option", options);
  }
  if (near.length > 1) throw trouble("option_ambiguous", `${near.length} options are called ${quote(value)}`, "name it by its value", near);
  const option = near[0]!;
  if (option.disabled) throw trouble("option_disabled", `the option ${quote(value)} is disabled`, "choose another one", options.filter((other) => !other.disabled));
  return option;
}

function trouble(code: WireError["code"], message: string, hint: string, options: Choice[]): Refusal {
  const candidates: Candidate[] = options.slice(0, listed)
    .map(({ label, value }) => ({ label: value === "" || value === label ? label : `${label} (value ${quote(value)})` }));
  return new Refusal({ code, message, hint, candidates });
}

const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();
