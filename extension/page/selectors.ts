// A CSS selector for an element, unique in its tree, for people and for scripts.
import { attr, firstChild, isElement, localName, nextSibling, parentNode, queryAll, rootOf } from "./dom";

// Selectors makes the selectors of one walk. It remembers the path to every
// parent and the places of its children: counting siblings anew for each
// control took half of the walk of a long list (measured).
export class Selectors {
  readonly #paths = new Map<Element, string>();
  readonly #steps = new Map<Node, Map<Element, string>>();

  // of is an id where that is unique, else the path from the nearest one.
  of(el: Element): string {
    const chain: Element[] = [];
    let at: Element | null = el, path = "";
    for (; at !== null; at = parentOf(at)) {
      const known = this.#paths.get(at);
      if (known !== undefined) { path = known; break; }
      chain.push(at);
    }
    for (const step of chain.reverse()) this.#paths.set(step, path = this.#path(step, path));
    return path;
  }

  #path(el: Element, above: string): string {
    const anchor = anchorOf(el);
    if (anchor !== "") return anchor;
    const step = this.#step(el);
    return above === "" ? step : `${above} > ${step}`;
  }

  #step(el: Element): string {
    const parent = parentNode(el);
    if (parent === null) return CSS.escape(localName(el));
    let steps = this.#steps.get(parent);
    if (steps === undefined) this.#steps.set(parent, steps = stepsIn(parent));
    return steps.get(el) ?? CSS.escape(localName(el));
  }
}

const parentOf = (el: Element): Element | null => {
  const parent = parentNode(el);
  return isElement(parent) ? parent : null;
};

function anchorOf(el: Element): string {
  const id = attr(el, "id");
  if (id === null || id === "" || id.length > 100) return "";
  const selector = `#${CSS.escape(id)}`;
  return queryAll(rootOf(el), selector).length === 1 ? selector : "";
}

// stepsIn names every child of a parent: by its tag, and by its place where the tag occurs twice.
function stepsIn(parent: Node): Map<Element, string> {
  const totals = new Map<string, number>(), places = new Map<Element, number>();
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) {
    if (!isElement(child)) continue;
    const tag = localName(child), place = (totals.get(tag) ?? 0) + 1;
    totals.set(tag, place);
    places.set(child, place);
  }
  const steps = new Map<Element, string>();
  for (const [child, place] of places) {
    const tag = localName(child);
    steps.set(child, (totals.get(tag) ?? 1) > 1 ? `${CSS.escape(tag)}:nth-of-type(${place})` : CSS.escape(tag));
  }
  return steps;
}
