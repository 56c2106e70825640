// Frames around elements: the refs on a picture, and the element that the
// person points at in the side panel. They are drawn in a closed shadow tree in
// the top layer, take no input, and are gone afterwards.
import type { MarkSpot, SpotArgs, SpotResult } from "../../protocol.gen";
import { rectOf } from "../dom";
import { nodeOf } from "../keys";
import { isStale, stale } from "./answer";
import { surfacesOf } from "./box";
import { bring } from "./view";

// forgetMs takes away an outline that nobody took away.
const forgetMs = 20_000;

let layer: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

// spot is the op that shows the person an element; key 0 takes the outline away.
export function spot(args: SpotArgs): SpotResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  clearTimeout(timer);
  clearMarks();
  const el = args.key === 0 ? undefined : nodeOf(args.key);
  if (el === undefined) return { ok: true, shown: false };
  bring(surfacesOf(el)[0] ?? el, "center");
  drawMarks([{ key: args.key, label: "" }], false);
  timer = setTimeout(clearMarks, forgetMs);
  return { ok: true, shown: true };
}

// drawMarks draws a frame and a label on each element; full counts from the
// page's origin instead of the viewport's.
export function drawMarks(marks: readonly MarkSpot[], full: boolean): void {
  if (marks.length === 0) return;
  layer = document.createElement("div");
  layer.setAttribute("popover", "manual");
  layer.style.cssText = "all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:0!important;height:0!important;overflow:visible!important;pointer-events:none!important;border:0!important;padding:0!important;margin:0!important;background:none!important";
  const root = layer.attachShadow({ mode: "closed" });
  const by = full ? { x: scrollX, y: scrollY } : { x: 0, y: 0 };
  for (const mark of marks) draw(root, mark, by);
  document.documentElement.append(layer);
  if (!full) layer.style.setProperty("position", "fixed", "important");
  layer.showPopover();
}

// clearMarks takes all of them away.
export function clearMarks(): void {
  layer?.remove();
  layer = undefined;
}

function draw(root: ShadowRoot, { key, label }: MarkSpot, by: { x: number; y: number }): void {
  const el = nodeOf(key);
  const surface = el && surfacesOf(el)[0];
  if (surface === undefined) return;
  const { x, y, width, height } = rectOf(surface);
  if (width === 0 || height === 0) return;
  const box = document.createElement("div");
  box.style.cssText = `position:absolute;box-sizing:border-box;left:${x + by.x}px;top:${y + by.y}px;width:${width}px;height:${height}px;outline:2px solid #d6006c;pointer-events:none`;
  root.append(box);
  if (label === "") return;
  const tag = document.createElement("span");
  tag.textContent = label;
  tag.style.cssText = "position:absolute;left:0;top:0;transform:translateY(-100%);font:bold 11px/13px monospace;color:#fff;background:#d6006c;padding:0 2px;white-space:nowrap";
  if (y + by.y < 14) tag.style.transform = "none";
  box.append(tag);
}
