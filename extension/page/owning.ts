// aria-owns: elements that stand under another parent than their own. Pages
// write circles with it, and name ids twice.
import { attr, byId, flatParent, queryAll, rendered, rootOf } from "./dom";

// Owning knows what is owned, by whom, and what of it was walked.
export class Owning {
  readonly #owners = new Map<Element, Element>();
  readonly #met = new Set<Element>();

  // read takes in the elements of a tree that own others.
  read(owner: Element, ids: string): void {
    for (const owned of targets(owner, ids)) {
      if (this.#owners.has(owned) || !drawn(owner) || this.#swallows(owned, owner)) continue;
      this.#owners.set(owned, owner);
    }
  }

  // takes says whether an owned element may be walked here: under its owner, once. Listed says that the owner's list led here.
  takes(el: Element, parent: Element, listed: boolean): boolean {
    const owner = this.#owners.size === 0 ? undefined : this.#owners.get(el);
    if (owner === undefined) return true;
    if (!listed || owner !== parent || this.#met.has(el)) return false;
    this.#met.add(el);
    return true;
  }

  // of lists what an element owns.
  of(el: Element): Element[] {
    const ids = this.#owners.size === 0 ? null : attr(el, "aria-owns");
    return ids === null ? [] : targets(el, ids).filter((owned) => this.#owners.get(owned) === el);
  }

  // swallows says whether an owner lies in what it owns, as the tree is once
  // all that was owned so far stands under its owner: a circle of owners would
  // take itself off the page.
  #swallows(owned: Element, owner: Element): boolean {
    for (let at: Element | null = owner; at !== null; at = this.#owners.get(at) ?? flatParent(at)) if (at === owned) return true;
    return false;
  }
}

function targets(owner: Element, ids: string): Element[] {
  const root = rootOf(owner);
  return ids.trim().split(/\s+/).map((id) => id === "" ? null : byId(root, id)).filter((el) => el !== null);
}

// drawn says whether an element can be met by the walk: one that is not
// rendered takes nothing off its place.
const drawn = (el: Element): boolean => rendered(el) || getComputedStyle(el).display === "contents";


// crossReferences lists what has to be known of a tree before it is walked,
// asked for in one go: a selector looks at every element.
export const crossReferences = (root: Node): Element[] => queryAll(root, "[aria-labelledby],[aria-owns],[aria-modal]");

// readTree reads a tree's cross references.
export function readTree(found: readonly Element[], owning: Owning, labelledby: (owner: Element, ids: string) => void): void {
  for (const el of found) {
    const owns = attr(el, "aria-owns"), by = attr(el, "aria-labelledby");
    if (owns !== null) owning.read(el, owns);
    if (by !== null) labelledby(el, by);
  }
}
