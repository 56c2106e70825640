// The person points at an element: the next click names it instead of pressing it.
import type { PickArgs, PickResult } from "../../protocol.gen";
import { keyOf, nonce } from "../keys";
import { ancestors } from "./tree";

// pickedKeys bounds how many of the elements around are named.
const pickedKeys = 12;

let callOff: (() => void) | undefined;

// pick is the op: it answers when the person has clicked, or when it is called off.
export function pick(args: PickArgs): Promise<PickResult> | PickResult {
  callOff?.();
  const nothing: PickResult = { ok: true, nonce, keys: [] };
  if (!args.on) return nothing;
  return new Promise((resolve) => {
    const swallow = (event: Event): void => { event.preventDefault(); event.stopImmediatePropagation(); };
    const clicked = (event: Event): void => {
      swallow(event);
      const hit = event.composedPath()[0];
      finish(hit instanceof Element ? [...ancestors(hit)].slice(0, pickedKeys).map((el) => keyOf(el)) : []);
    };
    const finish = (keys: number[]): void => {
      window.removeEventListener("click", clicked, true);
      for (const type of presses) window.removeEventListener(type, swallow, true);
      callOff = undefined;
      resolve({ ok: true, nonce, keys });
    };
    window.addEventListener("click", clicked, true);
    for (const type of presses) window.addEventListener(type, swallow, true);
    callOff = () => finish([]);
  });
}

const presses = ["pointerdown", "mousedown", "pointerup", "mouseup"] as const;
