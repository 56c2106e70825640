// Errors as agents get them: a code, what happened, what to do next. Chrome
// gives only sentences; the table below is the one place that reads them.
import { type Code, HintDefect, type WireError } from "../protocol.gen";

// Failure is a WireError on its way up. Handlers throw it; methods.ts answers it.
export class Failure extends Error {
  constructor(readonly wire: WireError) {
    super(wire.message);
  }
}

// fail throws a Failure.
export function fail(code: Code, message: string, hint = ""): never {
  throw new Failure(wireError(code, message, hint));
}

// wireError makes an error without throwing it.
export function wireError(code: Code, message: string, hint = ""): WireError {
  return hint === "" ? { code, message } : { code, message, hint };
}

// toWire makes a WireError of anything thrown.
export function toWire(cause: unknown): WireError {
  if (cause instanceof Failure) return cause.wire;
  return fromChrome(cause instanceof Error ? cause.message : String(cause));
}

const takeSnapshot = "take a new snapshot";
const listTabs = "list the tabs again";

// Chrome's sentences (measured on Chromium 156), the most specific first.
const sentences: readonly [text: RegExp, code: Code, message: string, hint: string][] = [
  [/^No tab with id/, "tab_not_found", "there is no such tab", listTabs],
  [/^No frame with id|^Frame with ID \d+ was removed|^No document with id|^The frame was removed/i,
    "frame_gone", "the frame is no longer on the page", takeSnapshot],
  [/^The tab was closed|^Tab was closed/i, "tab_not_found", "the tab was closed", listTabs],
  [/is showing error page/, "error_page", "the browser shows an error page instead of the site", "navigate again or reload"],
  [/extensions gallery cannot be scripted|Cannot access a chrome(-extension)?:\/\/|cannot be scripted due to an ExtensionsSettings policy|^The page cannot be scripted/i,
    "restricted_page", "the browser lets no extension read this page", "open another page"],
  [/^Cannot access contents of/i, "restricted_page", "the browser lets no extension read this page", "open another page"],
  [/^Message exceeded maximum allowed size|^Could not serialize message/, "too_large", "the answer does not fit a native message", "ask for a part of the page"],
  [/^Detached while handling|^Debugger is not attached/, "cancelled", "Chrome took the debugger away while the act was under way", "take a new snapshot: it shows how far the act came"],
  [/crashed/i, "tab_crashed", "the tab has crashed", "reload the tab"],
];

// fromChrome tells what one of Chrome's sentences means.
export function fromChrome(text: string): WireError {
  const tab = /^No tab with id: (\d+)/.exec(text);
  if (tab !== null) return wireError("tab_not_found", `there is no tab ${tab[1]}`, listTabs);
  for (const [pattern, code, message, hint] of sentences) {
    if (pattern.test(text)) return wireError(code, message, hint);
  }
  return wireError("internal", text, HintDefect);
}
