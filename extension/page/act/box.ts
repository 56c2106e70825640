// Where an element can be pressed: its own boxes, or those of what stands for it.
import { attr, dataOf, firstChild, flatParent, localName, nextSibling, nodeType, queryAll, rectOf, rootOf, shown, slotted } from "../dom";
import { shadowOf } from "../shadows";
import { findModal } from "../modal";
import { controlOf, fieldOf, isFormControl } from "./control";
import { viewport } from "./sight";
import { ancestors, findAll, labelsOf, lies } from "./tree";

// Area is a rectangle of the frame's viewport.
export interface Area { x: number; y: number; width: number; height: number }

// isRendered says whether an element has a place on the page at all.
export function isRendered(el: Element): boolean {
  if (localName(el) === "area") return mapArea(el).length > 0;
  if (getComputedStyle(el).display === "contents") return childrenOf(el).some((child) => isRendered(child)) || areasOf(el).length > 0;
  return shown(el, { visibilityProperty: true });
}

// isPlain says whether a person sees the element itself: an input of one pixel,
// clipped away or without opacity is there for its label or proxy.
export function isPlain(el: Element): boolean {
  const { width, height } = rectOf(el);
  return isRendered(el) && width > 2 && height > 2 && shown(el, { opacityProperty: true });
}

// surfacesOf are the elements a press on which operates this one, best first.
export function surfacesOf(el: Element): Element[] {
  const control = controlOf(el);
  const found = new Set<Element>();
  if (isRendered(el)) found.add(el);
  if (control !== el && isRendered(control)) found.add(control);
  if (isFormControl(control)) {
    for (const label of labelsOf(control)) if (isRendered(label)) found.add(label);
    const proxy = isPlain(control) && !isUntouchable(control) || !mayStandBehind(control) ? undefined : proxyOf(control);
    if (proxy !== undefined) found.add(proxy);
  }
  return [...found];
}

// mayStandBehind says whether a wrapper can stand for a control. One that is not
// rendered at all is operated through another only when it is ticked or given a
// file; a button or a text field that a page took off the screen is gone. A button
// that the mouse goes through is not pressed by what it lies in.
function mayStandBehind(control: Element): boolean {
  if (control instanceof HTMLButtonElement) return false;
  return isRendered(control) || ["check", "radio", "file"].includes(fieldOf(control));
}

// isUntouchable says whether the mouse goes through an element to what holds it.
const isUntouchable = (el: Element): boolean => getComputedStyle(el).pointerEvents === "none";

// proxyOf is the visible wrapper that stands for a form control that is unseen
// or that the mouse goes through: the nearest one with a size, as long as it
// holds no other control. The page as a whole is nobody's wrapper.
function proxyOf(el: Element): Element | undefined {
  for (let at = flatParent(el); at !== null; at = flatParent(at)) {
    if (at === document.body || at === document.documentElement) return undefined;
    if ([...findAll("input, select, textarea, button, a[href]", at)].some((other) => other !== el && isRendered(other))) return undefined;
    const { width, height } = rectOf(at);
    if (width > 4 && height > 4 && isRendered(at) && !isUntouchable(at)) return at;
  }
  return undefined;
}

// areasOf are an element's boxes, largest first; those of its children when it has
// none itself (display: contents, or all that is in it floats, is placed or spills
// over), of its shape for an image map.
export function areasOf(el: Element): Area[] {
  if (localName(el) === "area") return mapArea(el);
  const own = boxes(el);
  if (own.length > 0) return own;
  const { display, overflowX } = getComputedStyle(el);
  if (display === "none" || display !== "contents" && overflowX !== "visible") return own;
  const inner = childrenOf(el).flatMap((child) => areasOf(child));
  return inner.length > 0 ? inner : textBoxes(el);
}

function boxes(el: Element): Area[] {
  return sized(Array.from(el.getClientRects()));
}

function sized(rects: DOMRect[]): Area[] {
  return rects.filter((rect) => rect.width > 0 && rect.height > 0)
    .map(({ x, y, width, height }) => ({ x, y, width, height }))
    .sort((a, b) => b.width * b.height - a.width * a.height);
}

// partsOf are the pieces of an element that are not another control in it, whose
// boxes say where it can be pressed itself: the line of a tree item that holds others.
export function* partsOf(el: Element, isOther: (at: Element) => boolean): Generator<{ at: Element; area: () => Area | undefined }> {
  const queue: Element[] = [el];
  for (let n = 0; n < mostParts && queue.length > 0; n++) {
    const at = queue.shift()!;
    if (at !== el && isOther(at)) continue;
    const inner = childrenOf(at);
    queue.unshift(...inner);
    if (inner.length === 0) yield { at, area: () => boxes(at)[0] };
    for (let child = firstChild(at); child !== null && inner.length > 0; child = nextSibling(child)) {
      if (nodeType(child) === 3 && dataOf(child).trim() !== "") yield { at, area: boxOfText(child) };
    }
  }
}

// mostParts bounds how far an element is searched for a piece of its own.
const mostParts = 100;

const boxOfText = (text: Node) => (): Area | undefined => {
  const range = document.createRange();
  range.selectNode(text);
  return sized(Array.from(range.getClientRects()))[0];
};

function textBoxes(el: Element): Area[] {
  const range = document.createRange();
  range.selectNodeContents(el);
  return sized(Array.from(range.getClientRects()));
}

// childrenOf are an element's children in the flattened tree.
function childrenOf(el: Element): Element[] {
  if (localName(el) === "slot") return slotted(el).filter((node) => node instanceof Element);
  const shadow = shadowOf(el);
  return queryAll(shadow ?? el, ":scope > *, :host > *").filter((child) => flatParent(child) === el);
}

function mapArea(area: Element): Area[] {
  const map = [...ancestors(area)].find((at) => localName(at) === "map");
  const image = map && queryAll(rootOf(map), "img[usemap]").find((img) => attr(img, "usemap") === `#${attr(map, "name") ?? ""}`);
  if (!image) return [];
  const box = rectOf(image);
  const numbers = (attr(area, "coords") ?? "").split(",").map(Number);
  const shape = (attr(area, "shape") ?? "rect").toLowerCase();
  if (shape === "default") return [box];
  if (shape === "circle") {
    const [cx = 0, cy = 0, r = 0] = numbers;
    return [{ x: box.x + cx - r / 2, y: box.y + cy - r / 2, width: r, height: r }];
  }
  const xs = numbers.filter((_, i) => i % 2 === 0), ys = numbers.filter((_, i) => i % 2 === 1);
  const left = Math.min(...xs), top = Math.min(...ys);
  return [{ x: box.x + left, y: box.y + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }];
}

// steps are where in an area to try a press, in parts of its sides: the middle
// first; the others for shapes with holes and boxes that are partly covered.
const steps: readonly (readonly [number, number])[] = [
  [0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75],
  [0.1, 0.5], [0.9, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75],
  [0.5, 0.1], [0.5, 0.9], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9],
];

// pointsIn are the points of an area that can be seen.
export function pointsIn(area: Area): { x: number; y: number }[] {
  const sight = viewport();
  const left = Math.max(sight.x, area.x), top = Math.max(sight.y, area.y);
  const right = Math.min(sight.x + sight.width, area.x + area.width), bottom = Math.min(sight.y + sight.height, area.y + area.height);
  if (right - left <= 0 || bottom - top <= 0) return [];
  return steps.map(([across, down]) => ({ x: left + (right - left) * across, y: top + (bottom - top) * down }));
}

// isModalBlocked says whether an open modal dialog, which leaves no attribute,
// keeps an element from being used. A dialog that only calls itself modal does
// not: what it covers, the hit test finds.
export function isModalBlocked(el: Element): boolean {
  const modal = findModal([]);
  return modal !== null && modal.strict && !lies(el, modal.el);
}
