// Whose name are these words? A label's text and what aria-labelledby points to
// are told with their control, so the ledger marks them and no view prints them twice.
import { labelControl, shown } from "./dom";
import { idTargets } from "./names";

// Told finds the control, or the group of radios, that an element's words name.
export class Told {
  readonly #targets = new Map<Element, Element>();

  // read takes in an element that others name.
  read(owner: Element, ids: string): void {
    for (const target of idTargets(owner, ids)) {
      if (target !== owner && !this.#targets.has(target)) this.#targets.set(target, owner);
    }
  }

  // by is the element that the words of el name, null for none.
  by(el: Element, tag: string): Element | null {
    const owner = this.#targets.size === 0 ? undefined : this.#targets.get(el);
    if (owner !== undefined) return owner;
    if (tag !== "label" || !(el instanceof HTMLLabelElement)) return null;
    const field = labelControl(el);
    return field !== null && shown(field, { visibilityProperty: true }) ? field : null;
  }
}
