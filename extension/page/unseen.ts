// What a snapshot cannot read, said as such: drawings, films, documents of
// other kinds, and lists of which only a part is on the page.
import { attr, clientHeight, hasAttr, localName, queryAll, rectOf, scrollHeight, scrollTop } from "./dom";
import { fields } from "./rows";
import { tidy } from "./text";

const drawn: Record<string, string> = { canvas: "canvas", video: "video", embed: "embed", object: "embed" };

// drawnRow is the row of an element that shows what no text says, "" for others and for those too small to show anything.
export function drawnRow(el: Element, tag: string, key: () => number): string {
  const kind = drawn[tag];
  if (kind === undefined) return "";
  const box = rectOf(el);
  if (box.width <= 1 || box.height <= 1 || tag === "object" && fallsBack(el)) return "";
  const label = tidy(attr(el, "aria-label") ?? attr(el, "title") ?? attr(el, "type") ?? "");
  return fields("u", key(), kind, label, "");
}

// fallsBack says whether an object shows what is in it, since it could not show what it names.
function fallsBack(el: Element): boolean {
  const inside = document.createRange();
  inside.selectNodeContents(el);
  return inside.getClientRects().length > 0;
}

// Rows and items that a list or table says to have, by the attribute that says it.
const counts: readonly (readonly [attribute: string, present: string])[] = [
  ["aria-rowcount", "[role=row],tr"],
];

// missingRows is how many rows of a table are not on the page, 0 for none or unknown.
export function missingRows(el: Element): number {
  for (const [attribute, present] of counts) {
    const said = Number(attr(el, attribute) ?? "");
    if (said > 0) return Math.max(0, said - queryAll(el, present).length);
  }
  return 0;
}

// missingItems is how many items the first item of a list says are not on the page.
export function missingItems(item: Element): number {
  const said = Number(attr(item, "aria-setsize") ?? "");
  if (!(said > 0)) return 0;
  const parent = item.parentElement ?? item;
  const level = attr(item, "aria-level");
  const siblings = queryAll(parent, "[aria-setsize]").filter((other) => attr(other, "aria-setsize") === attr(item, "aria-setsize") && attr(other, "aria-level") === level);
  return Math.max(0, said - siblings.length);
}

// belowLast is how many pixels a scroller goes on after its last content: the
// sign of a list that makes its rows as one scrolls.
export function belowLast(scroller: Element, last: Element | null): number {
  const height = clientHeight(scroller), whole = scrollHeight(scroller);
  if (height === 0 || whole <= 2 * height || last === null) return 0;
  const reached = rectOf(last).bottom - rectOf(scroller).top + scrollTop(scroller);
  const left = whole - reached;
  return left > height ? Math.round(left) : 0;
}

// unknownRole says whether an element may have a role that only its ElementInternals know.
export const unknownRole = (el: Element, tag: string): boolean => tag.includes("-") && !hasAttr(el, "role") && localName(el) === tag;
