// Bringing an element into view, inside every scroller it lies in.
import { flatParent, rectOf } from "../dom";
import type { Area } from "./box";

// Reach is where an element is put in its scrollers. The middle first: it is
// clear of most sticky bars; then the two ends.
export const reaches: readonly ScrollLogicalPosition[] = ["center", "end", "start"];

const { scrollIntoView } = Element.prototype;
const scrollBy: (this: Element, by: ScrollToOptions) => void = Element.prototype.scrollBy;

// bring scrolls an element into view, at once whatever the page's own scrolling says.
export function bring(el: Element, block: ScrollLogicalPosition): void {
  scrollIntoView.call(el, { block, inline: block === "center" ? "center" : "nearest", behavior: "instant" as ScrollBehavior });
}

// unclipped says whether all of an area is inside the scrollers around an element.
export function unclipped(el: Element, area: Area): boolean {
  for (let at = flatParent(el); at !== null; at = flatParent(at)) {
    if (at === document.body || at === document.documentElement) continue;
    const { overflowX, overflowY } = getComputedStyle(at);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const box = rectOf(at);
    const x = area.x + area.width / 2, y = area.y + area.height / 2;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
  }
  return true;
}

// bringPoint scrolls the scrollers around an element until a point of the
// viewport that belongs to it is inside all of them. True when anything moved.
export function bringPoint(el: Element, x: number, y: number): boolean {
  let moved = false;
  for (let at = flatParent(el); at !== null; at = flatParent(at)) {
    const page = at === document.scrollingElement;
    if (!page && !scrolls(at)) continue;
    const box = page ? new DOMRect(0, 0, innerWidth, innerHeight) : rectOf(at);
    if (x >= box.left + 1 && x <= box.right - 1 && y >= box.top + 1 && y <= box.bottom - 1) continue;
    const dx = x < box.left + 1 || x > box.right - 1 ? x - (box.left + box.width / 2) : 0;
    const dy = y < box.top + 1 || y > box.bottom - 1 ? y - (box.top + box.height / 2) : 0;
    const [left, top] = [at.scrollLeft, at.scrollTop];
    scrollBy.call(at, { left: dx, top: dy, behavior: "instant" as ScrollBehavior });
    if (at.scrollLeft === left && at.scrollTop === top) continue;
    moved = true;
    x -= at.scrollLeft - left;
    y -= at.scrollTop - top;
  }
  return moved;
}

function scrolls(el: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(el);
  return overflowX !== "visible" || overflowY !== "visible";
}
