// The question that a radio or checkbox answers: its fieldset's legend, its
// group's name, or the text before it.
import { attr } from "./dom";
import { block } from "./rows";

// Groups remembers the text just said, and which question each set of radios answers.
export class Groups {
  readonly #byName = new Map<string, string>();
  #text = "";

  // heard takes in words that are nobody's name, and the break before them.
  heard(words: string, gap: number): void {
    this.#text = gap >= block || this.#text === "" ? words : `${this.#text} ${words}`;
  }

  // of is the question of a radio or checkbox, "" for other controls and where
  // none is asked. Around is the question of the group that it lies in.
  of(field: Element, role: string, around: string): string {
    if (role !== "radio" && role !== "checkbox") return "";
    if (around !== "") return around;
    const name = attr(field, "name");
    if (name === null || name === "" || role === "checkbox" && !name.endsWith("[]")) return "";
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    this.#byName.set(name, this.#text);
    return this.#text;
  }
}
