// The only caller of chrome.scripting. The page code is installed once a
// document, and every call after that ships a tiny function: sending 54 KB with
// each call costs 24 ms on a page of 26 frames, this 10 (measured).
//
// Frames are named by frameId and never by documentId: with the back/forward
// cache Chrome runs a call for an old document in the new one. The nonce that
// every op compares first is the guard.
import install from "page:install";
import type { WireError } from "../protocol.gen";
import { fromChrome, wireError } from "./errors";

// PageOp names an operation of the page code.
export type PageOp = string;

// Outcome is what a frame answered, or why it did not.
export type Outcome<R> = { ok: true; value: R; document: string } | { ok: false; error: WireError };

// callFrame runs one operation in one frame, under its own deadline.
export async function callFrame<A, R>(tab: number, frame: number, op: PageOp, arg: A, timeoutMs: number): Promise<Outcome<R>> {
  const late = new Promise<Outcome<R>>((resolve) => {
    setTimeout(resolve, timeoutMs, { ok: false, error: wireError("frame_timeout", `the frame did not answer in ${timeoutMs} ms`,
      "it may be busy, or a dialog may be open; try again") });
  });
  return Promise.race([answerOf<A, R>(tab, frame, op, arg), late]);
}

async function answerOf<A, R>(tab: number, frame: number, op: PageOp, arg: A): Promise<Outcome<R>> {
  try {
    let reply = await execute(tab, frame, call, [BUILD_ID, op, arg]);
    if (isMissing(reply?.result)) {
      const installed = await execute(tab, frame, install, [BUILD_ID]);
      if (installed?.result !== true) return failed("the page code could not be installed");
      reply = await execute(tab, frame, call, [BUILD_ID, op, arg]);
    }
    // Chrome reports neither a throw nor a rejection: it answers null.
    if (reply?.result == null) return failed("the page code threw");
    if (isMissing(reply.result)) return failed(`the page code has no operation ${op}`);
    return { ok: true, value: reply.result as R, document: reply.documentId };
  } catch (cause) {
    return { ok: false, error: fromChrome(cause instanceof Error ? cause.message : String(cause)) };
  }
}

// goBack moves through the history from inside: tabs.goBack fails on pages that
// nobody has touched.
export async function historyGo(tab: number, delta: number): Promise<void> {
  await execute(tab, 0, go, [delta]);
}

// FrameSpot is a frame as it tells of itself: "/0/2" is window[0][2].
export interface FrameSpot { frame: number; document: string; url: string; path: string }

// whereFramesAre asks every frame of a tab where it is, those too that the browser does not list.
export async function whereFramesAre(tab: number): Promise<FrameSpot[]> {
  const answers = await chrome.scripting.executeScript({ target: { tabId: tab, allFrames: true }, func: whereIs, args: [], injectImmediately: true });
  const spots: FrameSpot[] = [];
  for (const { frameId, documentId, result } of answers) if (result != null) spots.push({ frame: frameId, document: documentId, ...result });
  return spots;
}

async function execute<A extends readonly unknown[], R>(tab: number, frame: number, func: (...args: A) => R, args: A) {
  const results = await chrome.scripting.executeScript({
    target: { tabId: tab, frameIds: [frame] }, func, args, injectImmediately: true,
  });
  return results[0];
}

// Below: functions that run in the page. They may use nothing from this file.

// The property must be the global object's own: an element with this id or name
// would be found through the prototype chain.
function call(build: string, op: string, arg: unknown): unknown {
  const page = Object.hasOwn(globalThis, "candid")
    ? (globalThis as unknown as { candid: Record<string, unknown> }).candid : undefined;
  if (page === undefined || page["build"] !== build) return { missing: true };
  const run = page[op];
  return typeof run === "function" ? run(arg) : { missing: true };
}

function go(delta: number): void {
  (globalThis as unknown as { history: { go(delta: number): void } }).history.go(delta);
}

// A frame in a shadow tree has no index.
function whereIs(): { url: string; path: string } {
  interface Framed { parent: Framed; length: number; [index: number]: unknown; location: { href: string } }
  const own = globalThis as unknown as Framed;
  let path = "";
  for (let at = own; at.parent !== at; at = at.parent) {
    let index = -1;
    for (let i = 0; i < at.parent.length && index < 0; i++) if (at.parent[i] === at) index = i;
    path = `/${index}${path}`;
  }
  return { url: own.location.href, path };
}

function isMissing(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value as { missing?: unknown }).missing === true;
}

function failed(why: string): { ok: false; error: WireError } {
  return { ok: false, error: wireError("frame_failed", why, "take a new snapshot; if it fails again, report the page") };
}
