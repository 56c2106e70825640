// The question that a radio or checkbox answers: its fieldset's legend, its
// group's name, or the text before it.
import { attr } from "./dom";
import { block } from "./rows";
import type { Level } from "./level";

// Groups remembers the text just said, and which question each set of radios answers.
export class Groups {
  readonly #byName = new Map<string, string>();
  #text = "";

  // heard takes in words that are nobody's name.
  heard(words: string, _level: Level, gap: number): void {
    this.#text = gap >= block ? words : `${this.#text} ${words}`.trim();
  }

  // of is the question of a radio or checkbox, "" for other controls and where none is asked.
  of(field: Element, role: string, parent: Level): string {
    if (role !== "radio" && role !== "checkbox") return "";
    if (parent.group !== "") return parent.group;
    const name = attr(field, "name");
    if (name === null || name === "" || role === "checkbox" && !name.endsWith("[]")) return "";
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    this.#byName.set(name, this.#text);
    return this.#text;
  }
}
