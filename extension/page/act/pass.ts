// The parent's record of a frame. A child cannot know that its frame is inert,
// hidden, covered or behind a modal: each parent is asked.
import type { PassArgs, PassResult } from "../../protocol.gen";
import { childWindow, frameURL, localName, rectOf, rootOf, shown } from "../dom";
import { windowOf } from "../frames";
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
    const frame = frameAt(args);
    usable(frame);
    if (args.look) return empty;
    const hit = inSight(args.x, args.y) ? deepAt(args.x, args.y) : null;
    if (hit === frame) return empty;
    if (bringPoint(frame, args.x, args.y)) return { ...empty, scrolled: true };
    if (!inSight(args.x, args.y)) refuse("not_visible", "the element's frame cannot be scrolled into view", "scroll the page, then try again");
    refuse("covered", `the element's frame is covered by ${byName(hit)}`, "close or move what covers it, then try again");
  });
}

function frameAt(args: PassArgs): Element {
  const wanted = window[args.index];
  const frames = [...findAll("iframe, frame, object, embed")];
  const found = args.index < 0 ? inShadow(frames, args) : frames.find((el) => wanted !== undefined && windowOf(el) === wanted);
  return found ?? refuse("frame_gone", "the frame is no longer on the page", "take a new snapshot");
}

// inShadow finds a frame in a shadow tree. It has no index; a document of this
// origin says itself which it is, others are known by their address, or by being alone.
function inShadow(frames: readonly Element[], { child, url }: PassArgs): Element | undefined {
  const foreign: Element[] = [];
  for (const el of frames) {
    if (rootOf(el) === document) continue;
    const own = childWindow(el);
    const name = own === null ? "" : nonceIn(own);
    if (name === child) return el;
    if (name === undefined) foreign.push(el);
  }
  const addressed = foreign.filter((el) => frameURL(el) === url);
  const likely = addressed.length > 0 ? addressed : foreign;
  return likely.length === 1 ? likely[0] : undefined;
}

// nonceIn is the nonce of a window's document, undefined when it is of another origin.
function nonceIn(own: Window): string | undefined {
  try {
    return (own as unknown as { candid?: { nonce?: string } }).candid?.nonce ?? "";
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
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
