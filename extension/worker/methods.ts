// The table of what the host may ask: method → handler. Each call runs under
// its own deadline; a call that is cancelled, late, or overtaken by a pause
// gets its signal aborted, and its answer is no longer waited for.
import type * as wire from "../protocol.gen";
import { whileActing } from "./acting";
import { fail, Failure, toWire, wireError } from "./errors";
import { handoff } from "./handoff";
import { disk } from "./identity";
import { inputMethods } from "./input/index";
import { lease } from "./lease";
import { isPaused, onPause, pauseLoaded, requireRunning, setPaused } from "./pause";
import { read, resolve } from "./reads";
import { isSharedTab, loaded, onSharing } from "./sharing";
import { highlight } from "./spot";
import { snapshot } from "./snapshot";
import { activateTab, closeTab, listTabs, navigate, openTab } from "./tabs";
import { wait } from "./wait";

// Scope is what a handler knows of its call.
export interface Scope {
  signal: AbortSignal; // aborted when nobody waits any more
  leftMs(): number; // until the call's deadline
}

// Methods are the parameters and results of every method.
export interface Methods {
  tabs: [wire.NoParams, wire.TabsReply];
  open: [wire.OpenCall, wire.TabReply];
  navigate: [wire.NavigateCall, wire.TabReply];
  close: [wire.TabCall, wire.TabReply];
  activate: [wire.TabCall, wire.TabReply];
  lease: [wire.LeaseCall, wire.LeaseReply];
  snapshot: [wire.SnapshotCall, wire.SnapshotReply];
  resolve: [wire.ResolveCall, wire.ResolveReply];
  read: [wire.ReadCall, wire.ReadReply];
  act: [wire.ActCall, wire.ActReply];
  dialog: [wire.DialogCall, wire.TabReply];
  wait: [wire.WaitCall, wire.WaitReply];
  screenshot: [wire.ScreenshotCall, wire.ScreenshotReply];
  where: [wire.WhereCall, wire.WhereReply];
  handoff: [wire.HandoffCall, wire.HandoffReply];
  disk: [wire.NoParams, wire.DiskReply];
  reload: [wire.NoParams, wire.NoParams];
  highlight: [wire.HighlightCall, wire.NoParams];
  pause: [wire.PauseCall, wire.NoParams];
  echo: [wire.NoParams, wire.NoParams];
}

// Handlers are functions for some or all methods.
export type Handlers<M extends keyof Methods = keyof Methods> = {
  [K in M]: (params: Methods[K][0], scope: Scope) => Promise<Methods[K][1]>;
};

// replyMs is how long the answer to reload gets to leave before the worker ends.
const replyMs = 50;

const handlers: Handlers = {
  tabs: listTabs,
  open: (params, scope) => openTab(params, scope.signal),
  navigate: (params, scope) => navigate(params, scope.signal),
  close: closeTab,
  activate: activateTab,
  lease,
  snapshot,
  resolve: (params, scope) => resolve(params, scope.leftMs()),
  read: (params, scope) => read(params, scope.leftMs()),
  wait,
  handoff: (params, scope) => {
    requireRunning(undefined);
    return handoff(params, scope.signal);
  },
  disk,
  reload: async () => {
    setTimeout(() => chrome.runtime.reload(), replyMs);
    return {};
  },
  highlight: async ({ tab, place }) => {
    await highlight(tab, place);
    return {};
  },
  pause: async ({ paused }) => {
    await setPaused(paused);
    return {};
  },
  echo: async () => ({}),
  ...inputMethods,
};

// untouched go on while agents are paused: they touch no tab.
const untouched = new Set(["tabs", "lease", "disk", "reload", "highlight", "pause", "echo"]);

// acts are the methods whose tab may open other tabs in the agent's name.
const acts = new Set(["act", "dialog"]);

const running = new Map<string, { controller: AbortController; method: string; tab: string | undefined }>();

const acted: ((tab: string) => void)[] = [];

// ready settles when the stored state is known.
const ready = Promise.all([loaded, pauseLoaded]);
let isReady = false;
void ready.then(() => { isReady = true; });

// run answers a call. It never rejects.
export async function run(call: wire.Call): Promise<wire.Reply> {
  const controller = new AbortController();
  running.set(call.id, { controller, method: call.method, tab: tabOf(call.params) });
  const end = performance.now() + call.deadlineMs;
  const scope: Scope = { signal: controller.signal, leftMs: () => Math.max(1, end - performance.now()) };
  const late = new Failure(wireError("timeout", `${call.method} took longer than ${call.deadlineMs} ms`, "try again with a longer timeout"));
  const timer = setTimeout(() => controller.abort(late), call.deadlineMs);
  try {
    const result = await Promise.race([dispatch(call, scope), aborted(controller.signal)]);
    return { type: "reply", id: call.id, result };
  } catch (cause) {
    return { type: "reply", id: call.id, error: toWire(cause) };
  } finally {
    clearTimeout(timer);
    running.delete(call.id);
    if (acts.has(call.method)) for (const listener of acted) listener(tabOf(call.params) ?? "");
  }
}

async function dispatch(call: wire.Call, scope: Scope): Promise<unknown> {
  if (!isReady) await ready;
  if (!Object.hasOwn(handlers, call.method)) {
    fail("internal", `the extension knows no method ${JSON.stringify(call.method)}`, "reload the extension: candid reload");
  }
  if (isPaused() && !untouched.has(call.method)) requireRunning(undefined);
  const handler = handlers[call.method as keyof Methods] as (params: unknown, scope: Scope) => Promise<unknown>;
  const work = (): Promise<unknown> => handler(call.params, scope);
  const tab = tabOf(call.params);
  return acts.has(call.method) && tab !== undefined ? whileActing(Number(tab), work) : work();
}

// onActed tells a listener that an act on a tab has ended.
export function onActed(listener: (tab: string) => void): void {
  acted.push(listener);
}

// cancel ends a call that nobody waits for any more.
export function cancel(id: string): void {
  running.get(id)?.controller.abort(new Failure(wireError("cancelled", "the request was cancelled")));
}

// cancelAll ends every call: the host that asked is gone.
export function cancelAll(): void {
  for (const id of running.keys()) cancel(id);
}

// stop ends the calls on a tab (undefined: on all), but for those that touch none.
function stop(tab: string | undefined, why: wire.WireError): void {
  for (const call of running.values()) {
    if (!untouched.has(call.method) && (tab === undefined || call.tab === tab)) call.controller.abort(new Failure(why));
  }
}

onPause((tab, paused) => {
  if (!paused) return;
  stop(tab === undefined ? undefined : String(tab), wireError("paused", "the person has paused agents", "wait until the person resumes"));
});

// Unsharing takes effect in the middle of an act too.
onSharing((tab) => {
  for (const { tab: id } of [...running.values()]) {
    if (id === undefined || !/^\d+$/.test(id) || (tab !== undefined && String(tab) !== id)) continue;
    if (isSharedTab(Number(id)) === false) stop(id, wireError("tab_private", `tab ${id} is private now`, "ask the person to share it again"));
  }
});

function tabOf(params: unknown): string | undefined {
  const tab = typeof params === "object" && params !== null ? (params as { tab?: unknown }).tab : undefined;
  return typeof tab === "string" ? tab : undefined;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
