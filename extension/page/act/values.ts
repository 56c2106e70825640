// Values of fields: what a field can hold, how it is set where no key writes it,
// and whether what it holds is what it was given.
import { attr, inputType, inputValue } from "../dom";
import { refuse } from "./answer";
import { fieldOf } from "./control";
import { nameOf } from "./find";

const setInput = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
const setArea = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;

// formats are HTML's own spellings, by input type.
const formats: Record<string, string> = {
  date: "2031-04-09", time: "07:45", month: "2031-05", week: "2031-W12", "datetime-local": "2031-04-09T18:30",
  color: "#3366cc", range: "a number", number: "a number",
};

// fits refuses what a field cannot hold: the browser itself is asked, with a
// field of the same kind that is not on the page.
export function fits(field: Element, text: string, secret: boolean): void {
  if (!(field instanceof HTMLInputElement)) return;
  if (fieldOf(field) !== "value") {
    if (/[\r\n]/.test(text)) refuse("bad_value", `${nameOf(field)} holds one line only`, "leave out the line breaks");
    return;
  }
  const type = inputType(field);
  if (text === "" && type !== "color" && type !== "range") return;
  const held = rendering(field, type, text);
  if (held === "" || !isSame(type, text, held)) {
    const limits = ["min", "max", "step"].map((name) => [name, attr(field, name)] as const).filter(([, value]) => value !== null)
      .map(([name, value]) => `${name} ${value}`).join(", ");
    refuse("bad_value", `${nameOf(field)} (${type}) cannot hold ${secret ? "the value" : JSON.stringify(text)}`,
      `write it like ${formats[type] ?? "the field's format"}${limits === "" ? "" : `; ${limits}`}`);
  }
}

// rendering is what a field of the same kind makes of a value.
function rendering(field: Element, type: string, text: string): string {
  const twin = document.createElement("input");
  twin.type = type;
  for (const name of type === "range" ? ["min", "max", "step"] : []) {
    const value = attr(field, name);
    if (value !== null) twin.setAttribute(name, value);
  }
  twin.value = text;
  return twin.value;
}

function isSame(type: string, asked: string, held: string): boolean {
  if (type === "range" || type === "number") return Number(asked) === Number(held);
  if (type === "color") return asked.toLowerCase() === held.toLowerCase();
  return true; // the browser spells dates its own way, or empties the field
}

// setValue sets a field as the browser's own picker would: past any accessor a
// framework has put on the element, one input and one change event.
export function setValue(field: Element, text: string): void {
  const old = field instanceof HTMLInputElement ? inputValue(field) : "";
  if (field instanceof HTMLInputElement) setInput?.call(field, text);
  else setArea?.call(field, text);
  if (field instanceof HTMLInputElement && inputValue(field) === old) return;
  announce(field, text);
}

// announce tells the page that a field has changed.
export function announce(field: Element, text?: string): void {
  field.dispatchEvent(text === undefined ? new Event("input", { bubbles: true, composed: true })
    : new InputEvent("input", { bubbles: true, composed: true, inputType: "insertReplacementText", data: text }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// Verdict: "same" as given; "other", but the same words (a mask, blanks); "lost".
export type Verdict = "same" | "other" | "lost";

// compare tells whether a field kept what it was given.
export function compare(field: Element, given: string, held: string): Verdict {
  const clean = given.replace(/\r\n?/g, "\n");
  if (held === clean) return "same";
  if (field instanceof HTMLInputElement && fieldOf(field) === "value") {
    return isSame(inputType(field), given, held) && held !== "" ? (held === given ? "same" : "other") : "lost";
  }
  if (fieldOf(field) === "editor") return editorHolds(clean, held) ? "same" : "lost";
  if (strip(held) === strip(clean) && strip(clean) !== "") return "other";
  return held.trim() === clean.trim() ? "other" : "lost";
}

// An editor lays its text out as it likes, and long text not all at once.
function editorHolds(given: string, held: string): boolean {
  if (given.includes("\n") && held.length < 2000) return linesOf(given).join("\n") === linesOf(held).join("\n");
  const [want, have] = [blank(given), blank(held)];
  return want === have || (have.length > 200 && want.includes(have.slice(0, 200))) || (want !== "" && have.endsWith(want) && have.length <= want.length + 12);
}

// linesOf are the lines that hold anything: how empty ones are laid out differs.
const linesOf = (text: string): string[] => text.split("\n").map(blank).filter((line) => line !== "");

const blank = (text: string): string => text.replace(/[\s\u200B\u2060\uFEFF]+/g, "");

// strip leaves letters and digits: a mask adds and takes away everything else.
const strip = (text: string): string => text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
