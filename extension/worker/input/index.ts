// Acting on a tab as a person would: the only folder that touches
// chrome.debugger, and press.ts in it the only one that sends input.
import type { ActCall, ActReply, DialogCall, ScreenshotCall, ScreenshotReply, TabReply } from "../../protocol.gen";
import { urlOf, useTab } from "../access";
import { onPause, setTabPaused } from "../pause";
import { run } from "./act";
import { detachAll, onDetached } from "./debug";
import { answer } from "./dialogs";
import { screenshot } from "./screenshot";

export { dialogOf, onDialog } from "./dialogs";
export { requireNoDialog } from "./watch";

// InputMethods are the methods this folder serves.
export interface InputMethods {
  act(params: ActCall): Promise<ActReply>;
  dialog(params: DialogCall): Promise<TabReply>;
  screenshot(params: ScreenshotCall): Promise<ScreenshotReply>;
}

// inputMethods are their handlers.
export const inputMethods: InputMethods = { act: run, dialog, screenshot };

// dialog answers the open dialog, and says where the tab is then.
async function dialog(params: DialogCall): Promise<TabReply> {
  const tab = await useTab(params.tab);
  await answer(tab.id, params.accept, params.text);
  const now = await chrome.tabs.get(tab.id);
  return { tab: params.tab, url: urlOf(now), title: now.title ?? "", loaded: now.status === "complete" };
}

// Cancel on Chrome's debugging bar means stop, and a pause takes the bar away.
onDetached((tab, byPerson) => { if (byPerson) setTabPaused(tab, true); });
onPause((tab, paused) => { if (paused && tab === undefined) void detachAll(); });
