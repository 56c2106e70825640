// Where input can reach: the frame's viewport and a scroller's inside without
// their scrollbars. elementFromPoint sees the page through a frame's own
// scrollbars; the mouse, which meets the scrollbar, does not (measured).
import { clientHeight, clientWidth, rectOf } from "../dom";
import type { Area } from "./box";

// viewport is what of this frame can be seen and pressed.
export function viewport(): Area {
  const { width, height } = visualViewport ?? { width: innerWidth, height: innerHeight };
  return { x: innerWidth > width && barIsLeft() ? innerWidth - width : 0, y: 0, width, height };
}

// barIsLeft says whether a frame of right-to-left text has its scrollbar on the
// left, as all but the outermost have.
function barIsLeft(): boolean {
  return window.parent !== window && getComputedStyle(document.body ?? document.documentElement).direction === "rtl";
}

// inSight says whether a point of the viewport can be pressed.
export const inSight = (x: number, y: number): boolean => contains(viewport(), x, y);

// contains says whether a point lies in an area.
export const contains = (area: Area, x: number, y: number): boolean =>
  x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;

// Inner is a scroller's inside in the viewport, and how large a pixel of it is there.
export interface Inner extends Area { scaleX: number; scaleY: number }

// innerOf is a scroller's inside, without borders and scrollbars. One that is
// turned is taken for the box around it.
export function innerOf(el: Element): Inner {
  const { x, y, width, height } = rectOf(el);
  if (!(el instanceof HTMLElement)) return { x, y, width, height, scaleX: 1, scaleY: 1 };
  const scaleX = scaleOf(width, el.offsetWidth), scaleY = scaleOf(height, el.offsetHeight);
  return { x: x + el.clientLeft * scaleX, y: y + el.clientTop * scaleY, width: clientWidth(el) * scaleX, height: clientHeight(el) * scaleY, scaleX, scaleY };
}

const scaleOf = (seen: number, own: number): number => (seen > 0 && own > 0 ? seen / own : 1);
