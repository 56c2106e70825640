// aria-owns: elements that stand under another parent than their own. Pages
// write circles with it, and name ids twice.
import { attr, flatParent, localName, queryAll, related, rendered } from "./dom";

// Owning knows what is owned, by whom, and what of it was walked.
export class Owning {
  readonly #owners = new Map<Element, Element>();
  readonly #met = new Set<Element>();

  // read takes in the elements of a tree that own others.
  read(owner: Element, ids: string): void {
    for (const owned of related(owner, ids, "ariaOwnsElements")) {
      if (this.#owners.has(owned) || !opens(owner) || this.#swallows(owned, owner)) continue;
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

  // has says whether an element is owned: it stands under its owner, but looks as where it is.
  has(el: Element): boolean {
    return this.#owners.size > 0 && this.#owners.has(el);
  }

  // of lists what an element owns.
  of(el: Element): Element[] {
    const ids = this.#owners.size === 0 ? null : attr(el, "aria-owns");
    return ids === null ? [] : related(el, ids, "ariaOwnsElements").filter((owned) => this.#owners.get(owned) === el);
  }

  // swallows says whether an owner lies in what it owns, as the tree is once
  // all that was owned so far stands under its owner: a circle of owners would
  // take itself off the page.
  #swallows(owned: Element, owner: Element): boolean {
    for (let at: Element | null = owner; at !== null; at = this.#owners.get(at) ?? flatParent(at)) if (at === owned) return true;
    return false;
  }
}

// Elements whose children are not read. A field that owns its list, as comboboxes
// did in ARIA 1.0, leaves it where it is.
const shut = new Set(["input", "select", "textarea", "img", "area", "audio", "video", "canvas", "embed", "object", "iframe", "frame", "progress", "meter"]);

// opens says whether the walk comes to what an element owns: one that is not
// rendered takes nothing off its place.
function opens(el: Element): boolean {
  if (shut.has(localName(el))) return false;
  const style = getComputedStyle(el);
  return style.contentVisibility !== "hidden" && (rendered(el) || style.display === "contents");
}

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
