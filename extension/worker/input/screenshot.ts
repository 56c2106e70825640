// Pictures of a tab, in the background too. Secrets are covered in the page
// before the picture is taken, in every frame; a frame that cannot be asked
// makes the picture fail rather than show what it may hold.
import type { ActCall, MarkSpot, Place, ScreenshotCall, ScreenshotReply, VeilArgs, VeilResult } from "../../protocol.gen";
import { usePage } from "../access";
import { Failure, wireError } from "../errors";
import { callFrame } from "../inject";
import { allFrames } from "../frames";
import { unreadableFrame } from "../urls";
import { aim, spotOn } from "./aim";
import type { Capture } from "./commands";
import type { Act } from "./context";
import { send, withDebugger } from "./debug";
import { requireNoDialog, Watch } from "./watch";

// veilMs bounds the covering of one frame.
const veilMs = 3000;

// largestSide is the longest picture Chromium draws in one piece, in pixels.
const largestSide = 16_384;

type Capturing = Pick<VeilArgs, "marks" | "full">;

// screenshot takes a picture of the viewport, an element or the whole page.
export async function screenshot(call: ScreenshotCall): Promise<ScreenshotReply> {
  const tab = await usePage(call.tab);
  requireNoDialog(tab.id);
  return withDebugger(tab.id, async () => {
    const clip = await clipOf(tab.id, call);
    const frames = await cover(tab.id, call);
    try {
      const data = await capture(tab.id, { format: "png", ...clip });
      return { data, ...sizeOf(data) };
    } finally {
      await Promise.allSettled(frames.map((frame) => veil(tab.id, frame, false, { marks: [], full: false })));
    }
  });
}

// askAgainMs is how long one request for a picture may take before another is
// made beside it. The first capture of a tab that has never been in front may
// wait for a frame that never comes, while a second one is answered at once
// (Chromium 156: 21 s against 0.1 s). Shorter, and a long page on a busy
// machine is drawn several times over; longer, and every first picture waits.
const askAgainMs = 500;

// capture asks for the picture until one request is answered.
async function capture(tab: number, how: Capture): Promise<string> {
  return await new Promise<string>((done, refuse) => {
    const ask = (): void => {
      send(tab, "Page.captureScreenshot", how).then(({ data }) => { end(); done(data); }, (error: unknown) => { end(); refuse(error); });
    };
    const timer = setInterval(ask, askAgainMs);
    const limit = setTimeout(() => { end(); refuse(new Failure(wireError("timeout", "the browser drew no picture of the tab", "bring the tab to the front (activate), then try again"))); }, captureMs);
    const end = (): void => { clearInterval(timer); clearTimeout(limit); };
    ask();
  });
}

// captureMs bounds all of them; the host waits a little longer.
const captureMs = 15_000;

async function clipOf(tab: number, call: ScreenshotCall): Promise<Omit<Capture, "format">> {
  if (!call.fullPage && !call.place) return {};
  const { cssContentSize, cssLayoutViewport } = await send(tab, "Page.getLayoutMetrics", {});
  if (call.place) {
    const box = await boxOf(tab, call.place);
    return { captureBeyondViewport: false, clip: { ...box, x: box.x + cssLayoutViewport.pageX, y: box.y + cssLayoutViewport.pageY, scale: 1 } };
  }
  const width = Math.min(cssContentSize.width, largestSide), height = Math.min(cssContentSize.height, largestSide);
  return { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale: 1 } };
}

// boxOf brings an element into view and says where it then is on the tab.
async function boxOf(tab: number, place: Place): Promise<{ x: number; y: number; width: number; height: number }> {
  const watch = new Watch(tab);
  const call: ActCall = { tab: String(tab), place, agent: "", step: { do: "screenshot" }, input: "trusted", settleMs: 0, quietMs: 0, waitMs: 0 };
  const act: Act = { tab, call, watch, reply: {}, deadline: performance.now(), leads: false, front: false, turn: 0, skip: 0, came: false, lost: false, sent: false };
  try {
    const { found, place: now } = await aim(act, place, "none", false);
    const { x, y, width, height } = found.box;
    if (width <= 0 || height <= 0) throw new Failure(wireError("not_visible", "the element has no size", "take a picture of what holds it"));
    const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] as const;
    const points = await Promise.all(corners.map(([left, top]) => spotOn(act, now, found, { x: left, y: top })));
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
    const left = Math.max(0, Math.min(...xs)), top = Math.max(0, Math.min(...ys));
    return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  } finally {
    watch.close();
  }
}

// cover has every frame hide its secrets and draw its marks.
async function cover(tab: number, call: ScreenshotCall): Promise<number[]> {
  const frames = (await allFrames(tab, veilMs)).filter((frame) => unreadableFrame(frame.url) === undefined && !frame.errorOccurred);
  const covered = frames.map((frame) => frame.frameId);
  const marks = new Map<number, MarkSpot[]>();
  for (const { ref, place } of call.marks) marks.set(place.frame, [...marks.get(place.frame) ?? [], { key: place.key, label: ref }]);
  await Promise.all(covered.map((frame) => veil(tab, frame, true, { marks: marks.get(frame) ?? [], full: call.fullPage })));
  return covered;
}

async function veil(tab: number, frame: number, on: boolean, rest: Capturing): Promise<void> {
  const outcome = await callFrame<VeilArgs, VeilResult>(tab, frame, "veil", { nonce: "", on, ...rest }, veilMs);
  if (outcome.ok || outcome.error.code === "frame_gone") return;
  throw new Failure(wireError("frame_failed", `a frame could not hide its secrets: ${outcome.error.message}`, "try again when the page has loaded"));
}

// sizeOf reads a PNG's own width and height.
function sizeOf(base64: string): { width: number; height: number } {
  const bytes = Uint8Array.from(atob(base64.slice(0, 32)), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
