// Pause stops every agent at once; a tab alone can be paused too, as Cancel on
// Chrome's debugging bar does. Kept in storage.local: a worker that starts
// anew must not forget that the person said stop.
import { fail } from "./errors";

const key = "paused";

let all = false;
const tabs = new Set<number>();
const listeners: ((tab: number | undefined, paused: boolean) => void)[] = [];

// pauseLoaded settles when the stored state is known.
export const pauseLoaded: Promise<void> = chrome.storage.local.get(key).then((stored) => {
  all = stored[key] === true;
});

// onPause tells a listener of changes; tab is undefined for all of them.
export function onPause(listener: (tab: number | undefined, paused: boolean) => void): void {
  listeners.push(listener);
}

// isPaused tells whether every agent is stopped.
export const isPaused = (): boolean => all;

// isTabPaused tells whether agents are stopped on one tab.
export const isTabPaused = (tab: number): boolean => all || tabs.has(tab);

// setPaused stops or resumes every agent; resuming resumes single tabs too.
export async function setPaused(paused: boolean): Promise<void> {
  all = paused;
  if (!paused) tabs.clear();
  for (const listener of listeners) listener(undefined, paused);
  await chrome.storage.local.set({ [key]: paused });
}

// setTabPaused stops or resumes agents on one tab.
export function setTabPaused(tab: number, paused: boolean): void {
  if (paused) tabs.add(tab);
  else tabs.delete(tab);
  for (const listener of listeners) listener(tab, paused);
}

// requireRunning throws paused.
export function requireRunning(tab: number | undefined): void {
  if (all) fail("paused", "the person has paused all agents", "wait until the person resumes");
  if (tab !== undefined && tabs.has(tab)) {
    fail("paused", `the person has paused agents on tab ${tab}`, "wait until the person resumes, or work in another tab");
  }
}
