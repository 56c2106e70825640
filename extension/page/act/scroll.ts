// Scrolling, at once and not smoothly, so that where it ended is known.
import type { ScrollArgs, ScrollReply } from "../../protocol.gen";
import { clientHeight, clientWidth, flatParent, scrollHeight } from "../dom";
import { nodeOf } from "../keys";
import { failed, isStale, pause, refuse, stale } from "./answer";
import { isRendered } from "./box";
import { hasText } from "./standing";
import { findAll } from "./tree";

const empty: ScrollReply = { ok: true, x: 0, y: 0, moved: false, found: false, end: false };

// loadMs is how long a list that loads on scrolling gets to grow, and how often
// nothing may come before that counts as its end.
const loadMs = 120;
const patience = 8;

const scrollBy: (this: Element, by: ScrollToOptions) => void = Element.prototype.scrollBy;

// scroll is the op.
export async function scroll(args: ScrollArgs): Promise<ScrollReply | typeof stale> {
  if (isStale(args.nonce)) return stale;
  try {
    const el = args.key === 0 ? undefined : nodeOf(args.key);
    if (args.key !== 0 && el === undefined) refuse("stale_ref", "the element has left the page", "take a new snapshot");
    const scroller = scrollerOf(el, args);
    const from = { x: scroller.scrollLeft, y: scroller.scrollTop };
    const found = args.until === "" ? once(scroller, args) : await until(scroller, args);
    const moved = scroller.scrollLeft !== from.x || scroller.scrollTop !== from.y;
    return { ...empty, x: scroller.scrollLeft, y: scroller.scrollTop, moved, found, end: isEnd(scroller) };
  } catch (cause) {
    return failed(empty, cause);
  }
}

function once(scroller: Element, { dx, dy, to }: ScrollArgs): boolean {
  const top = to === "top" ? -scrollHeight(scroller) : to === "bottom" ? scrollHeight(scroller) : dy;
  scrollBy.call(scroller, { left: to === "" ? dx : 0, top, behavior: "instant" as ScrollBehavior });
  return false;
}

async function until(scroller: Element, args: ScrollArgs): Promise<boolean> {
  const end = performance.now() + args.timeMs;
  const up = args.to === "top" || args.dy < 0;
  let still = 0;
  while (!hasText(args.until)) {
    if (performance.now() > end) return false;
    const { scrollTop: top } = scroller, height = scrollHeight(scroller);
    const step = args.dy !== 0 ? args.dy : Math.max(80, clientHeight(scroller) * 0.8) * (up ? -1 : 1);
    scrollBy.call(scroller, { top: step, behavior: "instant" as ScrollBehavior });
    await pause(still > 0 ? loadMs : 16);
    still = scroller.scrollTop === top && scrollHeight(scroller) === height ? still + 1 : 0;
    if (still > patience) return hasText(args.until);
  }
  return true;
}

// scrollerOf is what scrolls when one scrolls over an element: itself, the
// nearest scroller around it that can move that way, the only big one in it, the page.
function scrollerOf(el: Element | undefined, args: ScrollArgs): Element {
  const page = document.scrollingElement ?? document.documentElement;
  for (let at = el ?? null; at !== null; at = flatParent(at)) if (canScroll(at, args)) return at;
  if (el !== undefined) {
    const inner = [...findAll("*", el)].filter((at) => canScroll(at, args));
    if (inner[0] !== undefined) return inner[0];
  }
  if (el === undefined && !overflows(page)) return mainScroller(args) ?? page;
  return page;
}

// mainScroller is the page's own scroller where the document itself does not
// scroll: the largest one.
function mainScroller(args: ScrollArgs): Element | undefined {
  const area = (el: Element): number => clientWidth(el) * clientHeight(el);
  return [...findAll("*")].filter((el) => canScroll(el, args) && isRendered(el)).sort((a, b) => area(b) - area(a))[0];
}

const overflows = (el: Element): boolean => scrollHeight(el) > clientHeight(el) + 1 || el.scrollWidth > clientWidth(el) + 1;

function canScroll(el: Element, { dx, dy }: ScrollArgs): boolean {
  const tall = scrollHeight(el) > clientHeight(el) + 1, wide = el.scrollWidth > clientWidth(el) + 1;
  if (!tall && !wide) return false;
  if (el === document.scrollingElement) return true;
  const { overflowX, overflowY } = getComputedStyle(el);
  const sideways = dx !== 0 && dy === 0;
  return sideways ? wide && /auto|scroll/.test(overflowX) : tall && /auto|scroll/.test(overflowY);
}

function isEnd(el: Element): boolean {
  return el.scrollTop + clientHeight(el) >= scrollHeight(el) - 1;
}
