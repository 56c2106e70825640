// Shadow roots, open and closed. A closed one is shown by an extension call that
// costs as much as walking four elements (measured: 2.5 µs), so plain elements are
// asked only as long as asking their like may still find one.
import { attr, hasAttr, openShadowOf } from "./dom";
import { isOwn } from "./own";

// Elements of these names, and custom ones, can host a shadow root.
const hosts = new Set(["article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
  "header", "main", "nav", "p", "section", "span"]);

// canHost is about the name only.
export const canHost = (tag: string): boolean => hosts.has(tag) || tag.includes("-");

const openOrClosed = (globalThis as { chrome?: { dom?: typeof chrome.dom } }).chrome?.dom?.openOrClosedShadowRoot;
const { hasChildNodes } = Node.prototype;

// shadowOf is the open or closed shadow root of an element, never the browser's own.
export function shadowOf(el: Element): ShadowRoot | null {
  if (!(el instanceof HTMLElement) || isOwn(el)) return null;
  return openShadowOf(el) ?? openOrClosed?.(el) ?? null;
}

// How many elements of one kind are asked for a closed root in vain before the
// rest of the kind is taken to have none. Hosts are mostly made for it: they are
// empty, or have an id; their like with content and without an id seldom are.
const mostEmpty = 500, mostWithId = 200, mostPlain = 8;

// Kinds are told apart by name, class, and which of these limits is theirs.
const asked = new Map<number, Map<string, Map<string, number>>>([mostEmpty, mostWithId, mostPlain].map((most) => [most, new Map()]));

// forgetAsked begins anew: a walk believes nothing of the one before.
export function forgetAsked(): void {
  for (const names of asked.values()) names.clear();
}

// shadowRootOf is shadowOf, but for plain elements whose like have none.
export function shadowRootOf(el: Element, tag: string, attributes: boolean): ShadowRoot | null {
  if (!hosts.has(tag)) return tag.includes("-") ? shadowOf(el) : null;
  const open = openShadowOf(el);
  if (open !== null || openOrClosed === undefined) return open;
  const most = !hasChildNodes.call(el) ? mostEmpty : attributes && hasAttr(el, "id") ? mostWithId : mostPlain;
  const kinds = kindsOf(most, tag), kind = attributes ? attr(el, "class") ?? "" : "";
  const vain = kinds.get(kind) ?? 0;
  if (vain >= most) return null;
  const closed = shadowOf(el);
  kinds.set(kind, closed === null ? vain + 1 : Number.NEGATIVE_INFINITY);
  return closed;
}

function kindsOf(most: number, tag: string): Map<string, number> {
  const names = asked.get(most) as Map<string, Map<string, number>>;
  let kinds = names.get(tag);
  if (kinds === undefined) names.set(tag, kinds = new Map());
  return kinds;
}
