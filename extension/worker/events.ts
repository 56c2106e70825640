// What the host is told without having asked. URLs go out of shared tabs only.
import type { EventKind, WireEvent } from "../protocol.gen";
import { urlOf } from "./access";
import { refresh, refreshAll, refreshTab } from "./badge";
import { inherit } from "./group";
import { onAnswered, onQuestions } from "./handoff";
import { dropLease, moveLease } from "./lease";
import { isActing } from "./acting";
import { onDialog } from "./input/dialogs";
import { onPause } from "./pause";
import { dropTab, isShared, moveTab, onSharing, setTab } from "./sharing";

type Sender = (event: WireEvent) => void;

let post: Sender = () => undefined;

// tell sends an event to the host, if there is one.
export function tell(event: EventKind, rest: Omit<WireEvent, "type" | "event">): void {
  post({ type: "event", event, ...rest });
}

// toHost sets where events go; without a host they go nowhere, since a new host
// starts from nothing anyway.
export function toHost(sender: Sender | undefined): void {
  post = sender ?? (() => undefined);
}

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  listenTabs();
  chrome.webNavigation.onCommitted.addListener(committed);
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => void opened(tabId, sourceTabId));
  onSharing((tab) => void sharingChanged(tab));
  onPause((tab, paused) => {
    if (tab === undefined) tell(paused ? "paused" : "resumed", { paused });
    void refreshAll();
  });
  onQuestions(() => void refreshAll());
  onAnswered(({ granted, tab }) => tell("handoff_answered", granted ? { tab, granted } : {}));
  onDialog((tab, dialog) => {
    if (dialog === undefined) tell("dialog_closed", { tab: String(tab) });
    else tell("dialog", { tab: String(tab), dialog });
  });
}

function listenTabs(): void {
  const { tabs } = chrome;
  tabs.onRemoved.addListener((tab) => {
    tell("tab_closed", { tab: String(tab) });
    void dropTab(tab);
    void dropLease(tab);
  });
  tabs.onReplaced.addListener((added, removed) => {
    void moveTab(removed, added);
    moveLease(removed, added);
    tell("tab_replaced", { tab: String(added), opener: String(removed) });
  });
  tabs.onUpdated.addListener((_, change, tab) => {
    // Chrome forgets a tab's badge at each navigation.
    if (change.status !== undefined || change.url !== undefined) void refresh(tab);
  });
}

function committed(details: chrome.webNavigation.NavigationDetails): void {
  if (details.frameId !== 0 || (details.documentLifecycle ?? "active") !== "active") return;
  const url = isShared(details.tabId, details.url) ? { url: details.url } : {};
  tell("tab_navigated", { tab: String(details.tabId), document: details.documentId ?? "", ...url });
}

// opened tells of a tab that another tab opened. It is an agent's own when the
// opener is; a shared tab's is shared when an agent's act opened it, and the
// person's, hence private, when they did. Which tab opened it is what the
// navigation says: openerTabId names the tab in front when the true opener is
// in the background (measured), and would share a private tab's child.
async function opened(tab: number, opener: number): Promise<void> {
  const [child, parent] = await Promise.all([chrome.tabs.get(tab), chrome.tabs.get(opener)]);
  await inherit(child, opener);
  if (isActing(opener) && isShared(opener, urlOf(parent)) && !isShared(tab, urlOf(child))) await setTab(tab, true);
  const url = isShared(tab, urlOf(child)) ? { url: urlOf(child) } : {};
  tell("tab_opened", { tab: String(tab), opener: String(opener), ...url });
}

async function sharingChanged(tab: number | undefined): Promise<void> {
  if (tab === undefined) return refreshAll();
  const all = await chrome.tabs.query({});
  const found = all.find((t) => t.id === tab);
  if (found === undefined) return;
  tell(isShared(tab, urlOf(found)) ? "tab_shared" : "tab_unshared", { tab: String(tab) });
  await refreshTab(tab);
}
