// The tab group named Candid: where the tabs that agents opened sit, and a
// handle for the person. Moving a tab into it shares the tab, moving it out
// takes it back.
import { adopt, ownerOf, setTab } from "./sharing";

const title = "Candid";
const color = "cyan";

// movedMs: Chrome takes a tab out of its group when it is dragged to another
// window. Both events come in one turn of the browser; a person who takes a tab
// out of a group does not change its window.
const movedMs = 1000;

// closingMs is how long a tab that is being closed may still be listed.
const closingMs = 50;

const attached = new Map<number, number>(); // tab → when it last came to another window
const groupOf = new Map<number, number>(); // tab → group of ours it is in
let queue: Promise<unknown> = Promise.resolve(); // two tabs opened at once must not make two groups

// addToGroup puts a tab into its window's Candid group. It is a courtesy to the
// person: windows without a tab strip have no groups, and the tab is shared anyway.
export function addToGroup(tab: number, windowId: number): Promise<void> {
  const added = queue.then(() => join(tab, windowId));
  queue = added.catch((cause: unknown) => console.warn("the tab could not be grouped", cause));
  return added.catch(() => undefined);
}

async function join(tab: number, windowId: number): Promise<void> {
  const [existing] = await chrome.tabGroups.query({ title, windowId });
  if (existing !== undefined) {
    groupOf.set(tab, existing.id);
    await chrome.tabs.group({ tabIds: tab, groupId: existing.id });
    return;
  }
  const groupId = await chrome.tabs.group({ tabIds: tab, createProperties: { windowId } });
  groupOf.set(tab, groupId);
  await chrome.tabGroups.update(groupId, { title, color });
}

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  chrome.tabs.onAttached.addListener((tab) => attached.set(tab, performance.now()));
  chrome.tabs.onRemoved.addListener((tab) => {
    attached.delete(tab);
    groupOf.delete(tab);
  });
  chrome.tabs.onUpdated.addListener((tab, change, now) => {
    const { groupId } = change;
    // After what we are doing to groups ourselves: a group that is being made
    // has no title yet and would be taken for the person's.
    if (groupId !== undefined) void queue.then(() => moved(tab, groupId, now.windowId));
  });
}

async function moved(tab: number, groupId: number, windowId: number): Promise<void> {
  const before = groupOf.get(tab);
  if (await isOurs(groupId)) {
    groupOf.set(tab, groupId);
    if (before === undefined && ownerOf(tab) === "") await setTab(tab, true);
    return;
  }
  groupOf.delete(tab);
  if (before === undefined || !(await stays(tab))) return;
  if (performance.now() - (attached.get(tab) ?? -Infinity) < movedMs) {
    if (ownerOf(tab) !== "") await addToGroup(tab, windowId);
    return;
  }
  await setTab(tab, false);
}

// stays tells whether a tab that left its group is still there and in none: a
// tab that is being closed leaves its group first.
async function stays(tab: number): Promise<boolean> {
  await new Promise((resolve) => { setTimeout(resolve, closingMs); });
  return groupOf.get(tab) === undefined && (await chrome.tabs.query({ groupId: chrome.tabGroups.TAB_GROUP_ID_NONE })).some((t) => t.id === tab);
}

async function isOurs(groupId: number): Promise<boolean> {
  if (groupId === chrome.tabGroups.TAB_GROUP_ID_NONE) return false;
  try {
    return (await chrome.tabGroups.get(groupId)).title === title;
  } catch {
    return false; // the group went while its event was on the way
  }
}

// restore learns which tabs are in the group when a worker starts anew.
export async function restore(): Promise<void> {
  for (const group of await chrome.tabGroups.query({ title })) {
    for (const tab of await chrome.tabs.query({ groupId: group.id })) {
      if (tab.id !== undefined) groupOf.set(tab.id, group.id);
    }
  }
}

// inherit makes a tab that an agent's own tab opened the agent's own too.
export async function inherit(tab: chrome.tabs.Tab, opener: number): Promise<void> {
  if (tab.id === undefined || ownerOf(opener) === "") return;
  await adopt(tab.id, ownerOf(opener));
  await addToGroup(tab.id, tab.windowId);
}
