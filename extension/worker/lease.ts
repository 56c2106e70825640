// The lease of ref numbers. A number is never used for two things in one tab,
// whatever dies in between: the end of a lease is written to storage.local
// before the lease is handed out. storage.session would be emptied by
// runtime.reload() (measured).
import type { LeaseCall, LeaseReply } from "../protocol.gen";
import { begun, onBrowserStart } from "./session";
import { tabIdOf } from "./ids";

const prefix = "lease:";

// first is the number of the first ref of a tab: @e1.
const first = 1;

const ends = new Map<number, number>(); // tab → the number after the last leased one
let queue: Promise<unknown> = begun; // one lease at a time, so that none overlap

// lease grants the next numbers of a tab.
export function lease(params: LeaseCall): Promise<LeaseReply> {
  const tab = tabIdOf(params.tab);
  const granted = queue.then(() => grant(tab, params.count));
  queue = granted.catch(() => undefined); // the caller gets the error; the next lease must still run
  return granted;
}

async function grant(tab: number, count: number): Promise<LeaseReply> {
  const from = await endOf(tab);
  const to = from + count;
  await chrome.storage.local.set({ [prefix + tab]: to });
  ends.set(tab, to);
  return { from, to };
}

async function endOf(tab: number): Promise<number> {
  const known = ends.get(tab);
  if (known !== undefined) return known;
  const key = prefix + tab;
  const stored = (await chrome.storage.local.get(key))[key];
  return typeof stored === "number" ? stored : first;
}

// moveLease carries the numbers over when Chrome replaces a tab's id.
export function moveLease(from: number, to: number): void {
  queue = queue.then(async () => {
    const end = Math.max(await endOf(from), await endOf(to));
    await chrome.storage.local.set({ [prefix + to]: end });
    ends.set(to, end);
    await dropLease(from);
  });
}

// dropLease forgets a closed tab; Chrome gives out no tab id twice in a run.
export async function dropLease(tab: number): Promise<void> {
  ends.delete(tab);
  await chrome.storage.local.remove(prefix + tab);
}

onBrowserStart(async () => {
  const keys = await chrome.storage.local.get(null);
  await chrome.storage.local.remove(Object.keys(keys).filter((key) => key.startsWith(prefix)));
});
