// What of storage.local outlives the browser and what does not. Sharing and the
// lease of numbers belong to one run of the browser, yet must survive
// runtime.reload(), which empties storage.session; so they lie in storage.local
// and are cleared when the browser starts.
//
// A fresh worker without the mark in storage.session was started either by the
// browser's start or by a reload or install. Chrome tells which by an event;
// until it has, nothing stored may be believed.

const mark = "alive";

// verdictMs is how long to wait for that event. It comes within the worker's
// first turn; where it never comes (the extension was switched on by hand) the
// careful reading is a browser start.
const verdictMs = 500;

type Beginning = "same" | "reload" | "browser";

let decide: (how: Beginning) => void;
const decided = new Promise<Beginning>((resolve) => { decide = resolve; });
const clearings: (() => Promise<void>)[] = [];

// onBrowserStart registers what to forget when the browser starts.
export function onBrowserStart(clear: () => Promise<void>): void {
  clearings.push(clear);
}

// begun settles once it is known how this worker's life began and, after a
// browser start, everything of the last run is forgotten.
export const begun: Promise<void> = begin();

async function begin(): Promise<void> {
  const known = await chrome.storage.session.get(mark);
  if (known[mark] === true) return;
  setTimeout(() => decide("browser"), verdictMs);
  const how = await decided;
  if (how === "browser") await forget();
  await chrome.storage.session.set({ [mark]: true });
}

async function forget(): Promise<void> {
  await Promise.all(clearings.map((clear) => clear()));
}

// listen registers the two events; they are also what makes Chrome start the
// worker after a reload and at a browser start. Call it in the first turn.
export function listen(): void {
  chrome.runtime.onInstalled.addListener(() => decide("reload"));
  chrome.runtime.onStartup.addListener(() => decide("browser"));
}
