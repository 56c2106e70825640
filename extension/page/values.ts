// The value of a control, and the options of a select.
import { areaValue, attr, hasAttr, inputFiles, inputType, inputValue, isElement, localName, optionLabel, optionSelected, optionValue, parentNode, selectMultiple, selectOptions, selectValue } from "./dom";
import { field, tidy } from "./text";

// valueOf is the value that a control shows, undefined for one that has none.
// Not for secrets: the caller asks secrets.ts first.
export function valueOf(el: Element, tag: string, role: string): string | undefined {
  switch (tag) {
    case "input": return inputText(el);
    case "textarea": return field(areaValue(el), true);
    case "select": return selectMultiple(el) ? undefined : selectValue(el);
    default:
      if (role === "slider" || role === "spinbutton" || role === "scrollbar" || role === "separator") {
        return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow") ?? undefined;
      }
      return undefined;
  }
}

const valueless = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "hidden"]);

function inputText(el: Element): string | undefined {
  const type = inputType(el);
  if (valueless.has(type)) return undefined;
  if (type !== "file") return inputValue(el);
  return Array.from(inputFiles(el) ?? [], (file) => file.name).join(", ");
}

// Choice is an option of a native select.
export interface Choice { readonly value: string; readonly label: string; readonly selected: boolean; readonly disabled: boolean; readonly group: string }

// choicesOf lists a select's options: the first ones up to a limit, and all that are chosen.
export function choicesOf(el: Element, limit: number): { choices: Choice[]; total: number } {
  const options = selectOptions(el);
  const choices: Choice[] = [];
  for (let i = 0; i < options.length; i++) {
    const option = options[i];
    if (option === undefined || i >= limit && !optionSelected(option)) continue;
    choices.push(choice(option));
  }
  return { choices, total: options.length };
}

function choice(option: HTMLOptionElement): Choice {
  const parent = parentNode(option);
  const group = isElement(parent) && localName(parent) === "optgroup" ? parent : null;
  return { value: field(optionValue(option)), label: tidy(optionLabel(option)), selected: optionSelected(option),
    disabled: hasAttr(option, "disabled") || group !== null && hasAttr(group, "disabled"), group: group === null ? "" : tidy(attr(group, "label") ?? "") };
}
