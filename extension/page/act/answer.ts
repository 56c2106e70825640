// The envelope of every answer: ok always, an error as agents get it.
import { type Code, HintDefect, type WireError } from "../../protocol.gen";
import { nonce } from "../keys";

// stale is what an op answers to a call meant for another document.
export const stale = { ok: false, stale: true } as const;

// isStale compares nonces; an empty one asks for whatever document is there.
export const isStale = (asked: string): boolean => asked !== "" && asked !== nonce;

// Refusal carries an error up to the op, which answers it.
export class Refusal extends Error {
  constructor(readonly wire: WireError) {
    super(wire.message);
  }
}

// refuse throws a Refusal.
export function refuse(code: Code, message: string, hint: string): never {
  throw new Refusal({ code, message, hint });
}

// answered runs an op and makes an answer of what it throws.
export function answered<R extends object>(empty: R, run: () => R): R {
  try {
    return run();
  } catch (cause) {
    return failed(empty, cause);
  }
}

// failed is an answer that carries an error.
export function failed<R extends object>(empty: R, cause: unknown): R {
  const error: WireError = cause instanceof Refusal ? cause.wire
    : { code: "internal", message: `the page code failed: ${String(cause)}`, hint: HintDefect };
  return { ...empty, ok: true, error };
}

// pause waits by a timer: a hidden tab draws no frames.
export const pause = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

// turn lets the task come to its end that runs now, and the events it is made of.
// Nothing else comes in between: after input a page draws first, and timers and
// other tasks wait for that, 10 ms and more (measured).
export const turn = (): Promise<void> => new Promise((resolve) => {
  if (globalThis.scheduler === undefined) setTimeout(resolve);
  else void scheduler.postTask(resolve, { priority: "user-blocking" });
});

// afterTimers lets those timers of the page come first that are due. In a hidden
// tab they are a second late, and nobody waits for them.
export const afterTimers = (): Promise<void> => (document.visibilityState === "visible" ? pause(0) : turn());

// quote shortens a page's words for a message.
export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${[...text].slice(0, 59).join("")}…` : text);
