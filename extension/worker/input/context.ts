// One act under way: the call, its watch, and how it speaks to the page.
import type { ActCall, ActReply, Place, WireError } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { callFrame } from "../inject";
import type { Watch } from "./watch";

// callMs bounds one call into a frame. A page that is busy for longer is told
// apart from one that is gone; a frame that waits for an element says so itself.
const callMs = 3000;

// Act is an act under way.
export interface Act {
  tab: number;
  call: ActCall;
  watch: Watch;
  reply: Partial<ActReply>;
  deadline: number; // until when an element may become ready
  leads: boolean; // what is pressed may begin a navigation by itself
  front: boolean; // the tab is the one its window shows: the person may be looking
  turn: number; // of the write under way, 0 for none
  skip: number; // points of the element that turned out to be covered
  came: boolean; // the mouse has been brought to the element, whatever lies over it
  lost: boolean; // a press found its element, but no click came of it: it is pressed again, once
  sent: boolean; // input has been sent: from here on a navigation is a success
}

// Answer is what every op answers.
interface Answer { ok: boolean; stale?: boolean; error?: WireError }

// left is how long the act may still wait for an element.
export const left = (act: Act): number => Math.max(0, act.deadline - performance.now());

// ask runs an op in a frame and throws what it answers as an error. Of an act that
// was stopped only the guard is still asked for, to take it away.
export async function ask<A, R extends Answer>(act: Act, frame: number, op: string, arg: A, extraMs = 0): Promise<R> {
  if (op !== "guard") act.watch.check();
  const outcome = await act.watch.race(callFrame<A, R>(act.tab, frame, op, arg, callMs + extraMs));
  if (!outcome.ok) throw new Failure(outcome.error);
  if (outcome.value.stale) throw stale();
  if (outcome.value.error) throw new Failure(outcome.value.error);
  return outcome.value;
}

// stale is the error of a document that has been replaced.
export function stale(): Failure {
  return new Failure(wireError("stale_ref", "the page this ref was printed for is no longer there", "take a new snapshot"));
}

// placeOf is the place of a step that needs one.
export function placeOf(act: Act): Place {
  if (!act.call.place) throw new Failure(wireError("usage", `${act.call.step.do} needs a ref`, "name the element by its ref"));
  return act.call.place;
}

// pause waits; timers, because a hidden tab draws no frames.
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// codeOf is the code of a thrown failure.
export const codeOf = (cause: unknown): string => (cause instanceof Failure ? cause.wire.code : "");
