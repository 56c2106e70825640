// The debugger's life on a tab: attached at the first act, so that the bar has
// resized the page before anything is measured; kept while acts follow each
// other, because attaching again costs and makes the bar flicker; detached when
// idle, because the bar shows in every window. Nothing but this folder touches
// chrome.debugger.

import { Failure, wireError } from "../errors";
import type { Commands, Events } from "./commands";
import { newbornScript } from "./newborn";

/**
 * How long a tab stays attached after its last act. Shorter: an agent that
 * thinks between two clicks makes the bar come and go, and the page resize.
 * Longer: the bar stays although nobody acts any more.
 */
const idleMs = 20_000;

/** How long a page may take to answer an attaching debugger; one with an old dialog open never does. */
const prepareMs = 8000;

/** Something heard from a tab's debugger. session is '' for the root. */
export type Listener = (tab: number, session: string, event: { [K in keyof Events]: { method: K; params: Events[K] } }[keyof Events]) => void;

interface Attachment {
  ready: Promise<void>;
  busy: number;
  follows: Promise<void>[]; // frames' sessions that are being set up
  drawn: boolean; // it has been made to draw its frames
  frames: Map<string, string>; // session → CDP's id of the frame at its root
  timer: ReturnType<typeof setTimeout> | undefined;
  bar: Promise<void>; // settles when the debugging bar has resized the page
}

const attachments = new Map<number, Attachment>();
const listeners = new Set<Listener>();
const detachers = new Set<(tab: number, byPerson: boolean) => void>();
const holds = new Set<(tab: number) => boolean>();

/** Hears every event of every attached tab. The answer stops it. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Is told when a tab is no longer attached; byPerson when they pressed Cancel. */
export function onDetached(listener: (tab: number, byPerson: boolean) => void): void {
  detachers.add(listener);
}

/** Keeps a tab attached for as long as the test says so (an open dialog). */
export function holdWhile(test: (tab: number) => boolean): void {
  holds.add(test);
}

/** Sends a command to a tab's root session, or to one of its frames' sessions. */
export async function send<K extends keyof Commands>(tab: number, method: K, params: Commands[K][0], session = ""): Promise<Commands[K][1]> {
  const target = session === "" ? { tabId: tab } : { tabId: tab, sessionId: session };
  return await chrome.debugger.sendCommand(target, method, params) as Commands[K][1];
}

/** Runs work with the debugger attached to the tab. */
export async function withDebugger<R>(tab: number, work: () => Promise<R>): Promise<R> {
  const attachment = attachments.get(tab) ?? attach(tab);
  attachment.busy++;
  clearTimeout(attachment.timer);
  try {
    await attachment.ready;
    return await work();
  } finally {
    attachment.busy--;
    rest(tab, attachment);
  }
}

/** The sessions of a tab's frames in other processes, and the frame at the root of each. */
export async function frameSessions(tab: number): Promise<ReadonlyMap<string, string>> {
  const attachment = attachments.get(tab);
  if (!attachment) return new Map();
  while (attachment.follows.length > 0) await Promise.all(attachment.follows.splice(0));
  return attachment.frames;
}

/** Forgets the session of a frame that is gone. */
export function dropSession(tab: number, session: string): void {
  attachments.get(tab)?.frames.delete(session);
}

/** Whether the tab is attached now. */
export function isAttached(tab: number): boolean {
  return attachments.has(tab);
}

function attach(tab: number): Attachment {
  const attachment: Attachment = { ready: Promise.resolve(), busy: 0, follows: [], drawn: false, frames: new Map(), timer: undefined, bar: Promise.resolve() };
  attachments.set(tab, attachment);
  attachment.ready = open(tab).then(() => stillWanted(tab, attachment));
  attachment.ready.catch(() => forget(tab, false));
  return attachment;
}

/**
 * Waits until the debugging bar, where it has just come up, has resized the
 * page. What is pressed at once needs no waiting, since its guard tells when the
 * element has moved; a mouse that is to stay over an element, or to go a long
 * way, does.
 */
export async function barShown(tab: number): Promise<void> {
  await attachments.get(tab)?.bar;
}

/** How long the bar may take to slide in; it took 130 to 180 ms (measured). Nothing comes where it is switched off. */
const barMs = 500;

async function resized(tab: number, height: number | undefined): Promise<void> {
  for (const end = performance.now() + barMs; performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if ((await chrome.tabs.get(tab)).height !== height) return;
  }
}

async function open(tab: number): Promise<void> {
  let height: number | undefined;
  try {
    if (attachments.size === 1) ({ height } = await chrome.tabs.get(tab));
    await attachOnce(tab);
  } catch (thrown) {
    throw refused(String(thrown instanceof Error ? thrown.message : thrown));
  }
  const attachment = attachments.get(tab);
  // A tab that is closed meanwhile is told of elsewhere.
  if (attachment && height !== undefined) attachment.bar = resized(tab, height).catch((thrown: unknown) => console.debug("bar", tab, thrown));
  const late = new Promise<never>((_, reject) => setTimeout(reject, prepareMs, new Failure(wireError("timeout", "the page does not answer the debugger",
    "a dialog that was open before may stand in the way: the person can answer it, or close the tab"))));
  try {
    await Promise.race([prepare(tab), late]);
  } catch (thrown) {
    await chrome.debugger.detach({ tabId: tab });
    throw thrown;
  }
}

// stillWanted detaches again what a pause overtook while it attached.
async function stillWanted(tab: number, attachment: Attachment): Promise<void> {
  if (attachments.get(tab) === attachment) return;
  await chrome.debugger.detach({ tabId: tab });
  throw new Failure(wireError("cancelled", "the act was stopped while it began"));
}

// attachOnce attaches. What is attached already may be what a worker left behind
// that was stopped: Chrome keeps it, and its sessions are nobody's. Another's
// cannot be detached, and then the first refusal stands.
async function attachOnce(tab: number): Promise<void> {
  try {
    await chrome.debugger.attach({ tabId: tab }, "1.3");
  } catch (refusal) {
    try {
      await chrome.debugger.detach({ tabId: tab });
    } catch {
      throw refusal;
    }
    await chrome.debugger.attach({ tabId: tab }, "1.3");
  }
}

// dropLeftovers takes the bar away that a stopped worker has left behind.
async function dropLeftovers(): Promise<void> {
  for (const { tabId, attached } of await chrome.debugger.getTargets()) {
    if (tabId === undefined || !attached || attachments.has(tabId)) continue;
    // Another's debugger cannot be detached, and stays.
    chrome.debugger.detach({ tabId }).catch((thrown: unknown) => console.debug("leftover", tabId, thrown));
  }
}

void dropLeftovers();

async function prepare(tab: number): Promise<void> {
  // A tab behind another one must take keys and focus as if it were in front.
  await Promise.all([
    send(tab, "Page.enable", {}),
    send(tab, "Emulation.setFocusEmulationEnabled", { enabled: true }),
    follow(tab, ""),
    draw(tab),
  ]);
}

// smallPicture is as good as none, and one frame in so many is sent.
const smallPicture = { format: "jpeg", quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1000 } as const;

/**
 * Has a tab that nobody sees draw its frames. Chromium draws a hidden tab once a
 * second or never, and holds mouse moves back until then; menus and grids that
 * move by animation frames would stand still. A screencast, whose pictures
 * nobody takes, makes it draw as if it were seen.
 */
async function draw(tab: number): Promise<void> {
  const attachment = attachments.get(tab);
  const { active, windowId } = await chrome.tabs.get(tab);
  const seen = active && (await chrome.windows.get(windowId)).focused;
  if (seen || !attachment || attachment.drawn) return;
  attachment.drawn = true;
  await send(tab, "Page.startScreencast", smallPicture);
}

// A tab that was in front when it was attached may be sent behind another later.
chrome.tabs.onActivated.addListener(() => {
  for (const tab of attachments.keys()) {
    // A tab that goes away meanwhile draws nothing any more.
    draw(tab).catch((thrown: unknown) => console.debug("screencast", tab, thrown));
  }
});

/** Has the frames of other processes attached below this session, and shields new documents. */
async function follow(tab: number, session: string): Promise<void> {
  await Promise.all([
    send(tab, "Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, session),
    send(tab, "Page.addScriptToEvaluateOnNewDocument", newbornScript, session),
  ]);
}

function refused(why: string): Failure {
  if (/another debugger/i.test(why)) {
    return new Failure(wireError("debugger_blocked", "another debugger is attached to this tab", "close it (DevTools of another program, another extension), or act with --input dom"));
  }
  if (/no tab with/i.test(why)) return new Failure(wireError("tab_not_found", why, "list the tabs again"));
  return new Failure(wireError("debugger_blocked", `Chrome refused trusted input on this tab: ${why}`, "a policy or a restricted page may be in the way; --input dom acts without it"));
}

function rest(tab: number, attachment: Attachment): void {
  if (attachment.busy > 0 || attachments.get(tab) !== attachment) return;
  clearTimeout(attachment.timer);
  attachment.timer = setTimeout(() => void detachIdle(tab, attachment), idleMs);
}

async function detachIdle(tab: number, attachment: Attachment): Promise<void> {
  if (attachment.busy > 0 || attachments.get(tab) !== attachment) return;
  if ([...holds].some((test) => test(tab))) return rest(tab, attachment);
  attachments.delete(tab);
  try {
    await chrome.debugger.detach({ tabId: tab });
  } catch (thrown) {
    // The tab went away in the same moment: there is nothing left to detach.
    console.debug("detach", tab, thrown);
  }
  tell(tab, false);
}

/** Detaches every tab at once: the person paused the agents. */
export async function detachAll(): Promise<void> {
  const tabs = [...attachments.keys()];
  await Promise.allSettled(tabs.map(async (tab) => {
    attachments.delete(tab);
    await chrome.debugger.detach({ tabId: tab });
    tell(tab, false);
  }));
}

function forget(tab: number, byPerson: boolean): void {
  const attachment = attachments.get(tab);
  if (!attachment) return;
  clearTimeout(attachment.timer);
  attachments.delete(tab);
  tell(tab, byPerson);
}

function tell(tab: number, byPerson: boolean): void {
  for (const listener of detachers) listener(tab, byPerson);
}

chrome.debugger.onDetach.addListener((source, reason) => {
  if (source.tabId !== undefined) forget(source.tabId, reason === "canceled_by_user");
});

chrome.debugger.onEvent.addListener((source, method, params) => {
  const tab = source.tabId;
  const attachment = tab === undefined ? undefined : attachments.get(tab);
  if (tab === undefined || !attachment) return;
  const session = source.sessionId ?? "";
  const event = { method, params } as Parameters<Listener>[2];
  if (event.method === "Target.attachedToTarget") adopt(tab, attachment, event.params);
  if (event.method === "Target.detachedFromTarget") attachment.frames.delete(event.params.sessionId);
  for (const listener of listeners) listener(tab, session, event);
});

function adopt(tab: number, attachment: Attachment, { sessionId, targetInfo }: Events["Target.attachedToTarget"]): void {
  if (targetInfo.type !== "iframe") return;
  attachment.frames.set(sessionId, targetInfo.targetId);
  // A frame that is gone again needs no following.
  attachment.follows.push(follow(tab, sessionId).catch((thrown: unknown) => console.debug("frame session", thrown)));
}
