// What is drawn on the page by us is no part of it: no walk, search, selector
// or wait may see it.

let current: Element | undefined;

// every one there was: the page tells of the end of one after it has gone.
const all = new WeakSet<Node>();

// setOwn says which element is ours now, if any.
export function setOwn(el: Element | undefined): void {
  current = el;
  if (el !== undefined) all.add(el);
}

// isOwn tells whether an element is the one that is ours.
export const isOwn = (el: Element): boolean => el === current;

// isOurs tells whether a change of the document is our doing.
export function isOurs(record: MutationRecord): boolean {
  const nodes = [...record.addedNodes, ...record.removedNodes];
  return nodes.length > 0 ? nodes.every((node) => all.has(node)) : all.has(record.target);
}
