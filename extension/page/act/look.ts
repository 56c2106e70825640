// What lies over the middle of an element.
import { rectOf } from "../dom";
import { deepAt } from "./tree";

// middleHit is the element that a press in the middle of another would meet.
export function middleHit(el: Element): Element | null {
  const { x, y, width, height } = rectOf(el);
  return deepAt(x + width / 2, y + height / 2);
}
