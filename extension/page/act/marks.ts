// Frames around elements: the refs on a picture, the element that the person
// points at in the side panel, and the one that an agent operates. They are
// drawn in a closed shadow tree in the top layer, take no input, and are gone
// afterwards.
import type { MarkSpot, SpotArgs, SpotResult } from "../../protocol.gen";
import { rectOf } from "../dom";
import { nodeOf } from "../keys";
import { setOwn } from "../own";
import { isStale, stale } from "./answer";
import { surfacesOf } from "./box";
import { bring } from "./view";

// forgetMs takes away an outline that nobody took away.
const forgetMs = 20_000;

let layer: HTMLElement | undefined;
let boxes: HTMLElement[] = [];
let frame = 0; // of the animation that follows
let timer: ReturnType<typeof setTimeout> | undefined;

// spot is the op that shows the person an element; key 0 takes the outline away.
export function spot(args: SpotArgs): SpotResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  clearMarks();
  const el = args.key === 0 ? undefined : nodeOf(args.key);
  if (el === undefined) return { ok: true, shown: false };
  bring(surfacesOf(el)[0] ?? el, "center");
  drawMarks([{ key: args.key, label: "" }], false, forgetMs);
  return { ok: true, shown: true };
}

// drawMarks draws a frame and a label on each element, in place of what was drawn
// before; full counts from the page's origin instead of the viewport's. They go
// after so many milliseconds, or when they are taken away.
export function drawMarks(marks: readonly MarkSpot[], full: boolean, goneMs?: number): void {
  clearMarks();
  if (marks.length === 0) return;
  layer = document.createElement("div");
  setOwn(layer);
  layer.setAttribute("popover", "manual");
  layer.style.cssText = "all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:0!important;height:0!important;overflow:visible!important;pointer-events:none!important;border:0!important;padding:0!important;margin:0!important;background:none!important";
  const root = layer.attachShadow({ mode: "closed" });
  const by = full ? { x: scrollX, y: scrollY } : { x: 0, y: 0 };
  boxes = marks.map((mark) => draw(root, mark, by));
  document.documentElement.append(layer);
  if (!full) layer.style.setProperty("position", "fixed", "important");
  layer.showPopover();
  if (goneMs !== undefined) timer = setTimeout(clearMarks, goneMs);
}

// clearMarks takes all of them away.
export function clearMarks(): void {
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  layer?.remove();
  layer = undefined;
  boxes = [];
  setOwn(undefined);
}

// followMarks moves the frames with their elements until they are taken away.
export function followMarks(marks: readonly MarkSpot[]): void {
  const nowhere = { x: 0, y: 0 };
  const step = (): void => {
    boxes.forEach((box, i) => place(box, marks[i] as MarkSpot, nowhere));
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
}

function draw(root: ShadowRoot, mark: MarkSpot, by: { x: number; y: number }): HTMLElement {
  const box = document.createElement("div");
  box.style.cssText = "position:absolute;box-sizing:border-box;outline:2px solid #d6006c;pointer-events:none";
  root.append(box);
  if (mark.label !== "") {
    const tag = document.createElement("span");
    tag.textContent = mark.label;
    tag.style.cssText = "position:absolute;left:0;top:0;font:bold 11px/13px monospace;color:#fff;background:#d6006c;padding:0 2px;white-space:nowrap";
    box.append(tag);
  }
  place(box, mark, by);
  return box;
}

// place puts a frame where its element is now; what has no box there gets none.
function place(box: HTMLElement, { key }: MarkSpot, by: { x: number; y: number }): void {
  const el = nodeOf(key);
  const surface = el && surfacesOf(el)[0];
  const { x, y, width, height } = surface === undefined ? new DOMRect() : rectOf(surface);
  const { style } = box;
  style.display = width === 0 || height === 0 ? "none" : "block";
  style.left = `${x + by.x}px`;
  style.top = `${y + by.y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  const tag = box.firstElementChild;
  if (tag instanceof HTMLElement) tag.style.transform = y + by.y < 14 ? "none" : "translateY(-100%)";
}
