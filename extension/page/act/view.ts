// Bringing an element into view, inside every scroller it lies in.
import { flatParent } from "../dom";
import type { Area } from "./box";
import { contains, innerOf, viewport, type Inner } from "./sight";

// Reach is where an element is put in its scrollers. The middle first: it is
// clear of most sticky bars; then the two ends.
export const reaches: readonly ScrollLogicalPosition[] = ["center", "end", "start"];

const { scrollIntoView } = Element.prototype;
const scrollBy: (this: Element, by: ScrollToOptions) => void = Element.prototype.scrollBy;

// bring scrolls an element into view, at once whatever the page's own scrolling says.
export function bring(el: Element, block: ScrollLogicalPosition): void {
  scrollIntoView.call(el, { block, inline: block === "center" ? "center" : "nearest", behavior: "instant" as ScrollBehavior });
}

// unclipped says whether the middle of an area is inside the scrollers around an element.
export function unclipped(el: Element, area: Area): boolean {
  for (let at = flatParent(el); at !== null; at = flatParent(at)) {
    if (at === document.body || at === document.documentElement) continue;
    const { overflowX, overflowY } = getComputedStyle(at);
    if (overflowX === "visible" && overflowY === "visible") continue;
    if (!contains(innerOf(at), area.x + area.width / 2, area.y + area.height / 2)) return false;
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
    const box: Inner = page ? { ...viewport(), scaleX: 1, scaleY: 1 } : innerOf(at);
    const dx = wayBack(x, box.x, box.width), dy = wayBack(y, box.y, box.height);
    if (dx === 0 && dy === 0) continue;
    const [left, top] = [at.scrollLeft, at.scrollTop];
    scrollBy.call(at, { left: dx / box.scaleX, top: dy / box.scaleY, behavior: "instant" as ScrollBehavior });
    if (at.scrollLeft === left && at.scrollTop === top) continue;
    moved = true;
    x -= (at.scrollLeft - left) * box.scaleX;
    y -= (at.scrollTop - top) * box.scaleY;
  }
  return moved;
}

// wayBack is how far a place lies from the middle of a stretch that it is
// outside of, or so near to an end of that rounding may put it outside.
function wayBack(at: number, start: number, length: number): number {
  return at < start + 1 || at > start + length - 1 ? at - (start + length / 2) : 0;
}

function scrolls(el: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(el);
  return overflowX !== "visible" || overflowY !== "visible";
}
