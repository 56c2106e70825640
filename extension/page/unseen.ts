// What a snapshot cannot read, said as such: drawings, films, documents of
// other kinds, and lists of which only a part is on the page.
import { attr, clientHeight, flatParent, hasAttr, localName, queryAll, rectOf, scrollHeight, scrollTop } from "./dom";
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

// missingRows is how many rows of a table are not on the page, 0 for none or unknown.
export function missingRows(el: Element): number {
  const said = Number(attr(el, "aria-rowcount") ?? "");
  return said > 0 ? Math.max(0, said - queryAll(el, "[role=row],tr").length) : 0;
}

// missingColumns is how many columns of a table are not on the page. Only cells
// that say which column is theirs can tell.
export function missingColumns(el: Element): number {
  const said = Number(attr(el, "aria-colcount") ?? "");
  if (!(said > 0)) return 0;
  const present = new Set(queryAll(el, "[aria-colindex]").map((cell) => attr(cell, "aria-colindex"))).size;
  return present === 0 ? 0 : Math.max(0, said - present);
}

// Sets are lists whose items say how many there are. Each is told once, at the
// first of its items: that need not be the list's first.
export class Sets {
  readonly #told = new WeakMap<Element, Set<string>>();

  // missing is how many items of an item's set are not on the page, when it is the first to tell.
  missing(item: Element, role: string): number {
    const size = setRoles.has(role) ? attr(item, "aria-setsize") : null;
    if (size === null || !(Number(size) > 0)) return 0;
    const level = attr(item, "aria-level"), list = listOf(item);
    const told = this.#told.get(list) ?? new Set();
    this.#told.set(list, told);
    if (told.has(`${size} ${level}`)) return 0;
    told.add(`${size} ${level}`);
    const like = queryAll(list, "[aria-setsize]").filter((other) => attr(other, "aria-setsize") === size && attr(other, "aria-level") === level);
    return Math.max(0, Number(size) - like.length);
  }
}

const setRoles = new Set(["option", "listitem", "treeitem", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "radio", "row", "article"]);
const listRoles = /^(?:list|listbox|tree|menu|menubar|group|tablist|radiogroup|feed|grid|treegrid|table|rowgroup|directory)$/;

// listOf is the list that an item is in: wrappers without a role may lie between.
function listOf(item: Element): Element {
  let list = flatParent(item);
  while (list !== null && !/^(?:ul|ol)$/.test(localName(list)) && !listRoles.test(attr(list, "role") ?? "")) list = flatParent(list);
  return list ?? item;
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
