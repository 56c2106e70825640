// The parent's record of a frame. A child cannot know that its frame is inert,
// hidden, covered or behind a modal: each parent is asked.
import type { PassArgs, PassResult } from "../../protocol.gen";
import { childWindow, localName, rectOf, shown } from "../dom";
import { nonce } from "../keys";
import { answered, isStale, refuse, stale } from "./answer";
import { place } from "./aim";
import { isModalBlocked } from "./box";
import { isInert } from "./control";
import { byName } from "./hit";
import { inSight } from "./sight";
import { deepAt, findAll } from "./tree";
import { bringPoint } from "./view";

// pass is the op.
export function pass(args: PassArgs): PassResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  const empty: PassResult = { ok: true, nonce, scrolled: false, ...place() };
  return answered(empty, () => {
    const frame = frameAt(args.index);
    usable(frame);
    if (args.look) return empty;
    const hit = inSight(args.x, args.y) ? deepAt(args.x, args.y) : null;
    if (hit === frame) return empty;
    if (bringPoint(frame, args.x, args.y)) return { ...empty, scrolled: true };
    if (!inSight(args.x, args.y)) refuse("not_visible", "the element's frame cannot be scrolled into view", "scroll the page, then try again");
    refuse("covered", `the element's frame is covered by ${byName(hit)}`, "close or move what covers it, then try again");
  });
}

function frameAt(index: number): Element {
  const wanted = window[index];
  for (const el of findAll("iframe, frame, object, embed")) if (wanted !== undefined && childWindow(el) === wanted) return el;
  refuse("frame_gone", "the frame is no longer on the page", "take a new snapshot");
}

function usable(frame: Element): void {
  if (isInert(frame)) refuse("disabled", "the element's frame lies in a part of the page that is switched off (inert)", "something else on the page must be done first");
  if (isModalBlocked(frame)) refuse("covered", "the element's frame lies behind an open modal dialog", "answer or close the dialog first");
  const { width, height } = rectOf(frame);
  const framed = localName(frame) === "frame";
  if ((!framed && !shown(frame, { visibilityProperty: true })) || width <= 1 || height <= 1) {
    refuse("not_visible", "the element's frame is not visible", "open what holds it, or take a new snapshot");
  }
}
