// May an agent use this tab now? The one question that every method on a tab
// asks first: is there such a tab, is it shared, are agents running, may its
// page be read.
import { fail, Failure, fromChrome, wireError } from "./errors";
import { tabIdOf } from "./ids";
import { dialogOf } from "./input/dialogs";
import { isTabPaused, requireRunning } from "./pause";
import { denyPrivate, isShared, isSharedTab } from "./sharing";
import { unreadable } from "./urls";

// useTab answers the tab, or throws why an agent may not use it. The order
// matters: nothing of a private tab is told, not even that it has crashed.
export async function useTab(id: string): Promise<chrome.tabs.Tab & { id: number }> {
  const tab = tabIdOf(id);
  requireRunning(isTabPaused(tab) ? tab : undefined);
  if (isSharedTab(tab) === false) await denyUnlessMissing(tab);
  const found = await getTab(tab);
  if (!isShared(tab, urlOf(found))) denyPrivate(tab);
  return found;
}

// usePage is useTab for methods that read the page or act on it.
export async function usePage(id: string): Promise<chrome.tabs.Tab & { id: number }> {
  const tab = await useTab(id);
  checkPage(tab);
  requireNoDialog(tab.id);
  return tab;
}

// requireNoDialog throws dialog_open: while a dialog is open the page's thread
// stands still and would answer nobody.
export function requireNoDialog(tab: number): void {
  const dialog = dialogOf(tab);
  if (dialog === undefined) return;
  throw new Failure({
    ...wireError("dialog_open", `${dialog.type === "alert" ? "an" : "a"} ${dialog.type} dialog is open: ${JSON.stringify(dialog.message)}`, "answer it with dialog accept or dialog dismiss"),
    dialog,
  });
}

// checkPage throws unless the tab shows a page that can be read.
export function checkPage(tab: chrome.tabs.Tab): void {
  if (tab.discarded) {
    fail("tab_discarded", "the browser has put the tab to sleep to save memory", "activate or reload it");
  }
  const why = unreadable(urlOf(tab));
  if (why !== undefined) throw new Failure(why);
  // A page without a process that was not put to sleep; of frames and scripts
  // Chrome tells nothing that would say so (measured).
  if (tab.status === "unloaded") fail("tab_crashed", "the tab has crashed", "reload the tab");
}

// getTab is chrome.tabs.get with errors as agents get them.
export async function getTab(tab: number): Promise<chrome.tabs.Tab & { id: number }> {
  try {
    return { ...(await chrome.tabs.get(tab)), id: tab };
  } catch (cause) {
    throw new Failure(fromChrome(cause instanceof Error ? cause.message : String(cause)));
  }
}

// urlOf is what a tab shows, or is about to show for the first time.
export function urlOf(tab: chrome.tabs.Tab): string {
  return tab.url !== undefined && tab.url !== "" ? tab.url : tab.pendingUrl ?? "";
}

async function denyUnlessMissing(tab: number): Promise<never> {
  await getTab(tab);
  return denyPrivate(tab);
}
