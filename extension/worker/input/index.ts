// Acting on a tab as a person would: the only folder that touches
// chrome.debugger, and press.ts in it the only one that sends input.
import type { ActCall, ActReply, Dialog, DialogCall, ScreenshotCall, ScreenshotReply, SettleArgs, SettleResult, TabReply, WhereCall, WhereReply } from "../../protocol.gen";
import { urlOf, useTab } from "../access";
import { fail } from "../errors";
import { callFrame } from "../inject";
import { onPause, setTabPaused } from "../pause";
import { run } from "./act";
import { detachAll, onDetached } from "./debug";
import { answer, dialogOf, onDialog } from "./dialogs";
import { framesOf } from "../frames";
import { screenshot } from "./screenshot";

export { dialogOf, onDialog } from "./dialogs";
export { requireNoDialog } from "./watch";

// InputMethods are the methods this folder serves.
export interface InputMethods {
  act(params: ActCall, scope: { signal: AbortSignal }): Promise<ActReply>;
  dialog(params: DialogCall): Promise<TabReply>;
  screenshot(params: ScreenshotCall): Promise<ScreenshotReply>;
  where(params: WhereCall): Promise<WhereReply>;
}

// inputMethods are their handlers.
export const inputMethods: InputMethods = { act: run, dialog, screenshot, where };

// dialogMs is how long the page gets to go on, and perhaps to open the next
// dialog, before the answer to one is told.
const dialogMs = 1500;

// dialog answers the open dialog, and says where the tab is then, and which
// dialog is open next.
async function dialog(params: DialogCall): Promise<TabReply> {
  const tab = await useTab(params.tab);
  const opened = await nextDialog(tab.id, () => answer(tab.id, params.accept, params.text));
  const now = await chrome.tabs.get(tab.id).catch(() => tab); // leaving may have closed it
  return { tab: params.tab, url: urlOf(now), title: now.title ?? "", loaded: now.status === "complete", ...(opened === undefined ? {} : { dialog: opened }) };
}

async function nextDialog(tab: number, go: () => Promise<void>): Promise<Dialog | undefined> {
  let stop: () => void = () => undefined;
  const next = new Promise<Dialog>((resolve) => {
    stop = onDialog((id, opened) => { if (id === tab && opened !== undefined) resolve(opened); });
  });
  try {
    await go();
    const rest = callFrame<SettleArgs, SettleResult>(tab, 0, "settle", { nonce: "", quietMs: 30, timeMs: dialogMs }, dialogMs);
    return await Promise.race([next, rest.then(() => undefined)]) ?? dialogOf(tab);
  } finally {
    stop();
  }
}

// where names the documents that an act in a frame would touch, for the host's policy.
async function where(params: WhereCall): Promise<WhereReply> {
  const tab = await useTab(params.tab);
  const frames = await framesOf(tab.id);
  if (params.frame < 0) return { urls: frames.map((frame) => frame.url) };
  const urls: string[] = [];
  for (let at = params.frame; at >= 0;) {
    const frame = frames.find((one) => one.frameId === at);
    if (frame === undefined) fail("frame_gone", "the frame is no longer on the page", "take a new snapshot");
    urls.push(frame.url);
    at = frame.parentFrameId;
  }
  return { urls };
}

// Cancel on Chrome's debugging bar means stop, and a pause takes the bar away.
onDetached((tab, byPerson) => { if (byPerson) setTabPaused(tab, true); });
onPause((tab, paused) => { if (paused && tab === undefined) void detachAll(); });
