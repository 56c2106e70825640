// The value of a control, and the options of a select.
import { areaValue, attr, dataOf, firstElement, hasAttr, inputFiles, inputType, inputValue, isElement, lastChild, localName, nodeType, optionLabel, optionSelected, optionValue, parentNode, previousSibling, selectMultiple, selectOptions, selectValue, textContent } from "./dom";
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
  const options = selectOptions(el), drawn = drawsOptions(el);
  const choices: Choice[] = [];
  for (let i = 0; i < options.length; i++) {
    const option = options[i];
    if (option === undefined || i >= limit && !optionSelected(option)) continue;
    choices.push(choice(option, drawn));
  }
  return { choices, total: options.length };
}

function choice(option: HTMLOptionElement, drawn: boolean): Choice {
  const group = groupOf(option);
  return { value: field(optionValue(option)), label: labelOf(option, drawn), selected: optionSelected(option),
    disabled: hasAttr(option, "disabled") || group !== null && hasAttr(group, "disabled"), group: group === null ? "" : groupName(group) };
}

// groupOf is the group that an option lies in, perhaps in wrappers of its own.
function groupOf(option: Element): Element | null {
  for (let up = parentNode(option); isElement(up) && localName(up as Element) !== "select"; up = parentNode(up as Element)) {
    if (localName(up as Element) === "optgroup") return up as Element;
  }
  return null;
}

function groupName(group: Element): string {
  const first = firstElement(group);
  return tidy(attr(group, "label") ?? (first !== null && localName(first) === "legend" ? textContent(first) : null) ?? "");
}

// drawsOptions says whether a select draws what its options hold, not their text alone.
export const drawsOptions = (select: Element): boolean => getComputedStyle(select).appearance === "base-select";

// labelOf is an option's label: what its pictures and parts say where these are drawn.
export function labelOf(option: HTMLOptionElement, drawn: boolean): string {
  if (!drawn || firstElement(option) === null || hasAttr(option, "label")) return tidy(optionLabel(option));
  let text = "";
  const stack: Node[] = [option];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (nodeType(at) === 3) text += dataOf(at);
    if (!isElement(at) || attr(at, "aria-hidden") === "true") continue;
    if (localName(at) === "img") text += ` ${attr(at, "alt") ?? ""} `;
    for (let child = lastChild(at); child !== null; child = previousSibling(child)) stack.push(child);
  }
  return tidy(text) || tidy(optionLabel(option));
}
