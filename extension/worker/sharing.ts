// Which tabs agents may use. Private is the default; a tab is shared by the
// person (the tab itself, its site, or every tab), because an agent opened it,
// or because the whole browser is an agent's own (Welcome.shareAll).
//
// The state lies in storage.local until the browser starts anew, and in memory
// as a copy, so that the check costs a snapshot nothing.
import { fail } from "./errors";
import { begun, onBrowserStart } from "./session";
import { siteOf } from "./urls";

const key = "sharing";

// Choice is what the person last said of one tab.
type Choice = "shared" | "private";

interface State {
  tabs: Record<string, Choice>;
  owners: Record<string, string>; // tab → agent that opened it
  sites: string[];
  all: boolean;
}

const empty = (): State => ({ tabs: {}, owners: {}, sites: [], all: false });

let state = empty();
let managed = false; // Welcome.shareAll
let listeners: ((tab: number | undefined) => void)[] = [];
let writing: Promise<void> = Promise.resolve();

onBrowserStart(() => chrome.storage.local.remove(key));

// loaded settles when the stored state is known; before that everything is private.
export const loaded: Promise<void> = begun.then(async () => {
  const stored = (await chrome.storage.local.get(key))[key] as Partial<State> | undefined;
  state = { ...empty(), ...stored };
});

// onSharing tells a listener which tab's state changed (undefined: many).
export function onSharing(listener: (tab: number | undefined) => void): void {
  listeners.push(listener);
}

// isShared tells whether agents may use a tab that shows url.
export function isShared(tab: number, url: string): boolean {
  const choice = state.tabs[tab];
  if (choice !== undefined) return choice === "shared";
  return managed || state.all || ownerOf(tab) !== "" || state.sites.includes(siteOf(url));
}

// isSharedTab is isShared where the URL decides nothing, and undefined where it does.
export function isSharedTab(tab: number): boolean | undefined {
  const choice = state.tabs[tab];
  if (choice !== undefined) return choice === "shared";
  if (managed || state.all || ownerOf(tab) !== "") return true;
  return state.sites.length === 0 ? false : undefined;
}

// denyPrivate throws tab_private.
export function denyPrivate(tab: number): never {
  fail("tab_private", `tab ${tab} is private`,
    "ask the person to share it with the Candid button in the toolbar, or hand off");
}

// ownerOf is the agent that opened a tab, or "".
export function ownerOf(tab: number): string {
  return state.owners[tab] ?? "";
}

// adopt makes a tab an agent's own.
export function adopt(tab: number, owner: string): Promise<void> {
  state.owners[tab] = owner === "" ? "agent" : owner;
  delete state.tabs[tab];
  return changed(tab);
}

// setTab shares or unshares one tab.
export function setTab(tab: number, shared: boolean): Promise<void> {
  state.tabs[tab] = shared ? "shared" : "private";
  return changed(tab);
}

// setSite shares or unshares every tab of a site, now and later.
export function setSite(site: string, shared: boolean): Promise<void> {
  state.sites = state.sites.filter((s) => s !== site);
  if (shared && site !== "") state.sites.push(site);
  return changed(undefined);
}

// setAll shares or unshares every tab; unsharing takes back single tabs and sites too.
export function setAll(shared: boolean): Promise<void> {
  state.all = shared;
  state.tabs = {};
  if (!shared) state.sites = [];
  return changed(undefined);
}

// setManaged takes over Welcome.shareAll.
export function setManaged(shareAll: boolean): void {
  if (managed === shareAll) return;
  managed = shareAll;
  tell(undefined);
}

// isManaged tells whether the host said that this browser is an agent's own.
export const isManaged = (): boolean => managed;

// isAll tells whether the person shared every tab.
export const isAll = (): boolean => state.all;

// isSite tells whether the person shared a site.
export const isSite = (site: string): boolean => state.sites.includes(site);

// dropTab forgets a closed tab.
export function dropTab(tab: number): Promise<void> {
  if (state.tabs[tab] === undefined && ownerOf(tab) === "") return Promise.resolve();
  delete state.tabs[tab];
  delete state.owners[tab];
  return write();
}

// moveTab carries the state over when Chrome replaces a tab's id.
export function moveTab(from: number, to: number): Promise<void> {
  const choice = state.tabs[from];
  const owner = ownerOf(from);
  if (choice !== undefined) state.tabs[to] = choice;
  if (owner !== "") state.owners[to] = owner;
  return dropTab(from);
}

function changed(tab: number | undefined): Promise<void> {
  tell(tab);
  return write();
}

function tell(tab: number | undefined): void {
  for (const listener of listeners) listener(tab);
}

// write keeps writes in order; the last one holds the newest state.
function write(): Promise<void> {
  writing = writing.then(() => chrome.storage.local.set({ [key]: state }));
  return writing;
}
