// Ways through the flattened tree, beyond what the walk needs.
import { flatParent, isElement, labelControl, localName, queryAll, rootOf } from "../dom";
import { canHost, shadowOf } from "../shadows";

// ancestors are an element and what it lies in, inside out, through slots and shadow roots.
export function* ancestors(el: Element): Generator<Element> {
  for (let at: Element | null = el; at !== null; at = flatParent(at)) yield at;
}

// lies says whether an element is another or lies in it.
export function lies(inner: Element, outer: Element): boolean {
  for (const at of ancestors(inner)) if (at === outer) return true;
  return false;
}

// isLink says whether an element is a link or lies in one.
export function isLink(el: Element): boolean {
  for (const at of ancestors(el)) if (at instanceof HTMLAnchorElement || at instanceof SVGAElement) return true;
  return false;
}

// trees are the document and every shadow root in it, or those below an element.
export function* trees(root: Node = document): Generator<Node> {
  const queue: Node[] = [root];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    yield at;
    const own = isElement(at) ? shadowOf(at) : null;
    if (own !== null) queue.push(own);
    for (const el of queryAll(at, "*")) {
      const shadow = canHost(localName(el)) ? shadowOf(el) : null;
      if (shadow !== null) queue.push(shadow);
    }
  }
}

// findAll is querySelectorAll through shadow roots, below root.
export function* findAll(selector: string, root: Node = document): Generator<Element> {
  for (const tree of trees(root)) yield* queryAll(tree, selector);
}

// deepActive is the element that has the keyboard, inside shadow roots.
export function deepActive(): Element | null {
  let active = document.activeElement;
  for (;;) {
    const inner: Element | null = active === null ? null : shadowOf(active)?.activeElement ?? null;
    if (inner === null) return active;
    active = inner;
  }
}

// deepAt is the element at a point, inside shadow roots.
export function deepAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null = hit === null ? null : shadowOf(hit)?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === hit) return hit;
    hit = inner;
  }
}

// labelsOf are the labels of a form control. HTMLElement.labels walks the whole
// document for a button (measured), so only those that can matter are asked for.
export function labelsOf(el: Element): Element[] {
  const found: Element[] = [];
  for (const at of ancestors(el)) if (at !== el && localName(at) === "label") found.push(at);
  const id = el.getAttribute("id");
  if (id !== null && id !== "") found.push(...queryAll(rootOf(el), `label[for="${CSS.escape(id)}"]`));
  return found.filter((label) => label instanceof HTMLLabelElement && labelControl(label) === el);
}
