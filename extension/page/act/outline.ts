// The outline around what an agent operates, so that the person sees it. It is
// there only while somebody can look, goes by itself, and follows the element,
// which acting often moves.
import type { MarkSpot } from "../../protocol.gen";
import { drawMarks, followMarks } from "./marks";

// shownMs is how long it stays after the element was made ready: an act is over
// in a fifth of that, and nobody sees what is there for so short.
const shownMs = 1000;

// outline shows the element of a key with a label; "" draws nothing. It comes
// with the page's next frame, and the act does not wait for it.
export function outline(key: number, label: string): void {
  if (label === "" || document.visibilityState !== "visible") return;
  const asked = performance.now();
  requestAnimationFrame(() => { if (performance.now() < asked + shownMs) draw({ key, label }); });
}

function draw(mark: MarkSpot): void {
  try {
    drawMarks([mark], false, shownMs);
    followMarks([mark]);
  } catch (cause) {
    console.debug("outline", cause); // what cannot be drawn must not cost the act
  }
}
