// Input that was sent for one document must not act in the next. Between the
// guard's last word and the press the page may leave, by itself or led by an
// attacker, and the press would meet whatever the new page has in that place.
// So a new document takes no trusted input in its first moments, and acts wait
// until those are over.
import { pause } from "./context";

/**
 * How long after a document's beginning input to it is dropped. Input that was
 * on its way is created within milliseconds of the guard's word; its time stamp
 * counts, not when a busy page comes to hear of it.
 */
const newbornMs = 300;

// swallow runs in every new document of an attached tab, before any script of
// its own, in a world that the page does not see.
function swallow(ms: number): void {
  let born = performance.now();
  addEventListener("pageshow", (event: Event & { persisted?: boolean }) => { if (event.persisted === true) born = performance.now(); }, true);
  const drop = (event: Event): void => {
    if (!event.isTrusted || event.timeStamp > born + ms) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "keydown", "keypress", "keyup", "beforeinput"]) {
    addEventListener(type, drop, { capture: true, passive: false });
  }
}

/** Page.addScriptToEvaluateOnNewDocument: has new documents drop what was not meant for them. */
export const newbornScript = { source: `(${swallow.toString()})(${newbornMs})`, worldName: "candid newborn" };

const born = new Map<string, number>();
const placeOf = (tab: number, frame: number): string => `${tab} ${frame}`;

chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
  const at = placeOf(tabId, frameId);
  born.set(at, performance.now());
  setTimeout(() => { if (performance.now() - (born.get(at) ?? 0) >= newbornMs) born.delete(at); }, newbornMs);
});

/** Waits until a frame's document, and the page it is in, take input. */
export async function grown(tab: number, frame: number): Promise<void> {
  for (;;) {
    const latest = Math.max(born.get(placeOf(tab, frame)) ?? -Infinity, born.get(placeOf(tab, 0)) ?? -Infinity);
    const left = latest + newbornMs - performance.now();
    if (left <= 0) return;
    await pause(left + 1);
  }
}
