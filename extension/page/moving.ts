// Boxes on their way into sight: an entrance that has begun, or waits for its
// turn, shows soon what style hides now; what blinks is seen half of the time.
import { animationsOf } from "./dom";
import { faint } from "./hiding";

// arriving says whether an animation brings an element into sight that style hides.
export const arriving = (el: Element): boolean => animationsOf(el).some((animation) => animation.playState === "running" && brings(animation.effect));

function brings(effect: AnimationEffect | null): boolean {
  if (!(effect instanceof KeyframeEffect)) return false;
  const frames = effect.getKeyframes(), { iterations = 1 } = effect.getTiming();
  const end = frames.at(-1);
  if (end === undefined) return false;
  const opaque = (frame: ComputedKeyframe): boolean => frame.opacity !== undefined && Number(frame.opacity) >= faint;
  if (frames.some((frame) => frame.opacity !== undefined)) return opaque(end) || iterations > 1 && frames.some(opaque);
  return [end.transform, end.translate, end.scale, end.clipPath].some((value) => value !== undefined && settled.test(String(value)));
}

// settled finds the values that an entrance ends in.
const settled = /^(?:none|0(?:px)?(?: 0(?:px)?)*|1(?: 1)*|(?:translate(?:X|Y|3d)?|scale(?:X|Y|3d)?)\((?:[01](?:px|%)?(?:, ?)?)+\)|inset\(0(?:px|%)?(?: 0(?:px|%)?)*\))$/;
