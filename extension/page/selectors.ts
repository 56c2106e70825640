// A CSS selector for an element, unique in its tree, for people and for scripts.
import { attr, isElement, localName, nextElement, parentNode, queryAll, rootOf } from "./dom";

// selectorOf is an id where that is unique, else the path from the nearest one.
export function selectorOf(el: Element): string {
  const root = rootOf(el);
  const steps: string[] = [];
  let at: Element = el;
  for (;;) {
    const anchor = anchorOf(at, root);
    if (anchor !== "") return [anchor, ...steps].join(" > ");
    const parent = parentNode(at);
    steps.unshift(stepOf(at, parent));
    if (!isElement(parent)) return steps.join(" > ");
    at = parent as Element;
  }
}

function anchorOf(el: Element, root: Node): string {
  const id = attr(el, "id");
  if (id === null || id === "" || id.length > 100) return "";
  const selector = `#${CSS.escape(id)}`;
  return queryAll(root, selector).length === 1 ? selector : "";
}

function stepOf(el: Element, parent: Node | null): string {
  const tag = CSS.escape(localName(el));
  if (parent === null) return tag;
  let index = 1, more = false;
  for (let before = el.previousElementSibling; before instanceof Element; before = before.previousElementSibling) if (localName(before) === localName(el)) index++;
  for (let after = nextElement(el); after !== null && !more; after = nextElement(after)) more = localName(after) === localName(el);
  return index === 1 && !more ? tag : `${tag}:nth-of-type(${index})`;
}
