// The tabs that agents may use, and what can be done with a tab as a whole.
import type { Dialog, NavigateCall, OpenCall, Tab, TabCall, TabReply, TabsReply } from "../protocol.gen";
import { checkPage, getTab, requireNoDialog, urlOf, useTab } from "./access";
import { fail } from "./errors";
import { bringToFront, frontWindow, newTab } from "./front";
import { addToGroup } from "./group";
import { historyGo } from "./inject";
import { onDialog } from "./input/dialogs";
import { LoadWatch, type Ended } from "./load";
import { requireRunning } from "./pause";
import { adopt, isShared, ownerOf } from "./sharing";
import { checkTarget } from "./urls";

// listTabs lists the shared tabs; of the others only the number is told.
export async function listTabs(): Promise<TabsReply> {
  const [all, front] = await Promise.all([chrome.tabs.query({}), frontWindow()]);
  const shared = all.filter((tab) => tab.id !== undefined && isShared(tab.id, urlOf(tab)));
  return { tabs: shared.map((tab) => describe(tab, front)), private: all.length - shared.length };
}

function describe(tab: chrome.tabs.Tab, front: number | undefined): Tab {
  const id = tab.id ?? chrome.tabs.TAB_ID_NONE;
  return {
    tab: String(id), url: urlOf(tab), title: tab.title ?? "", owner: ownerOf(id), shared: true,
    active: tab.active && tab.windowId === front,
  };
}

// openTab opens a tab in the background; it is the agent's own.
export async function openTab(params: OpenCall, signal: AbortSignal): Promise<TabReply> {
  requireRunning(undefined);
  const url = checkTarget(params.url);
  const { id, windowId } = await createTab(url);
  const watch = new LoadWatch(id);
  await adopt(id, params.owner);
  const grouped = addToGroup(id, windowId);
  const ended = await watch.done(params.timeoutMs, signal);
  await grouped;
  if (ended.how === "error") {
    await chrome.tabs.remove(id);
    fail("error_page", `${url} did not load: ${ended.error}`, "check the address, and that the server runs");
  }
  return replyOf(id, ended);
}

async function createTab(url: string): Promise<{ id: number; windowId: number }> {
  const tab = await newTab(url);
  if (tab?.id === undefined) fail("internal", "the browser opened no tab");
  return { id: tab.id, windowId: tab.windowId };
}

// navigate moves a tab: to a URL, back, forward, or again to where it is.
export async function navigate(params: NavigateCall, signal: AbortSignal): Promise<TabReply> {
  const tab = await useTab(params.tab);
  requireNoDialog(tab.id);
  const watch = new LoadWatch(tab.id);
  try {
    await start(tab, params);
  } catch (cause) {
    watch.close();
    throw cause;
  }
  const history = params.to === "back" || params.to === "forward";
  const ended = await watch.done(params.timeoutMs, signal, history);
  if (ended.how === "error") {
    fail("error_page", `the page did not load: ${ended.error}`, "check the address, and that the server runs");
  }
  if (ended.how === "stayed" && history) {
    fail("bad_value", `there is no page to go ${params.to} to`, "the tab is where it was");
  }
  return replyOf(tab.id, ended);
}

async function start(tab: chrome.tabs.Tab & { id: number }, params: NavigateCall): Promise<void> {
  switch (params.to) {
    case "url":
      await chrome.tabs.update(tab.id, { url: checkTarget(params.url ?? "") });
      return;
    case "reload":
      await chrome.tabs.reload(tab.id);
      return;
    case "back":
    case "forward":
      checkPage(tab);
      await historyGo(tab.id, params.to === "back" ? -1 : 1);
      return;
    default:
      fail("usage", `unknown way to navigate: ${JSON.stringify(params.to)}`);
  }
}

// closeTab closes a tab and says where it was.
export async function closeTab(params: TabCall): Promise<TabReply> {
  const tab = await useTab(params.tab);
  const dialog = await removed(tab.id);
  return { tab: params.tab, url: urlOf(tab), title: tab.title ?? "", loaded: tab.status === "complete", ...(dialog ? { dialog } : {}) };
}

// askedMs is how long a page may take to go, or to ask whether it may.
const askedMs = 5000;

// removed closes a tab, unless its page asks first, as one with unsaved text does.
async function removed(tab: number): Promise<Dialog | undefined> {
  let stop: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = new Promise<Dialog>((resolve) => {
    stop = onDialog((id, dialog) => { if (id === tab && dialog !== undefined) resolve(dialog); });
  });
  const late = new Promise<"late">((resolve) => { timer = setTimeout(resolve, askedMs, "late" as const); });
  try {
    const ended = await Promise.race([chrome.tabs.remove(tab), asked, late]);
    if (ended !== "late") return ended ?? undefined;
    fail("timeout", "the tab does not close: its page asks the person whether to leave, it seems", "the person can answer; or save what is unsaved on the page, then close it");
  } finally {
    clearTimeout(timer);
    stop();
  }
}

// activateTab brings a tab to the front, the only method that takes the
// person's eyes; agents ask for it by name.
export async function activateTab(params: TabCall): Promise<TabReply> {
  const tab = await useTab(params.tab);
  await bringToFront(tab);
  return replyOf(tab.id, { how: "loaded" });
}

async function replyOf(id: number, ended: Ended): Promise<TabReply> {
  if (ended.how === "closed") fail("tab_not_found", "the tab was closed while it loaded", "list the tabs");
  const tab = await getTab(id);
  return { tab: String(id), url: urlOf(tab), title: tab.title ?? "", loaded: ended.how === "late" ? false : tab.status === "complete" };
}
