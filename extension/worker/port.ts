// The port to the host. Chrome starts a host for each connectNative and keeps
// the worker alive while the port is open; without one the worker dies after
// 30 s and its timers with it, so trying again goes by an alarm as well.
import * as wire from "../protocol.gen";
import { setBroken } from "./badge";
import { wireError } from "./errors";
import { toHost } from "./events";
import { browser, disk, profile } from "./identity";
import { cancel, cancelAll, run } from "./methods";
import { isPaused, pauseLoaded } from "./pause";
import { Parts } from "./parts";
import { Retries, servedMs, type Kept } from "./retries";
import { setManaged } from "./sharing";

type FromHost = wire.Welcome | wire.Call | wire.Cancel | wire.Chunk | wire.Answer;

// Chrome's words for a host that trying again will not mend by itself.
const notInstalled = /native messaging host not found|host is forbidden|Invalid native messaging host/;

const alarm = "connect";

// retriesKey is where the tries are kept for the next worker: without a port a
// worker soon ends, and its successor must not begin to count anew.
const retriesKey = "retries";

let port: chrome.runtime.Port | undefined;
let welcomed = false;
let retries = new Retries();
let serving: ReturnType<typeof setTimeout> | undefined; // until the host has served for long enough
let timer: ReturnType<typeof setTimeout> | undefined;
const asks = new Map<string, (answer: wire.Answer) => void>();
let askCount = 0;
const connectionListeners: (() => void)[] = [];

// start connects now and makes sure that trying goes on. Call it in the worker's first turn.
export function start(): void {
  chrome.alarms.onAlarm.addListener((a) => { if (a.name === alarm) void recalled.then(connect); });
  void chrome.alarms.create(alarm, { periodInMinutes: 0.5 });
  void recalled.then(connect);
}

// recalled settles when the tries of the worker before are known.
const recalled: Promise<void> = chrome.storage.session.get(retriesKey).then((stored) => {
  retries = new Retries(stored[retriesKey] as Kept | undefined);
});

// connect opens the port unless it is open, or was tried too often.
function connect(): void {
  if (port !== undefined) return;
  clearTimeout(timer);
  const pause = retries.begin(Date.now());
  if (pause > 0) {
    setBroken(true);
    timer = setTimeout(connect, pause);
    return;
  }
  keep();
  const opened = chrome.runtime.connectNative(wire.NativeHost);
  port = opened;
  welcomed = false;
  const parts = new Parts();
  opened.onMessage.addListener((message) => receive(opened, parts, message as FromHost));
  opened.onDisconnect.addListener(() => closed(opened, notInstalled.test(chrome.runtime.lastError?.message ?? "")));
  void hello(opened);
}

function keep(): void {
  void chrome.storage.session.set({ [retriesKey]: retries.kept });
}

async function hello(to: chrome.runtime.Port): Promise<void> {
  const [{ build, diskBuild }, id, program] = await Promise.all([disk(), profile(), browser(), pauseLoaded]);
  send(to, { type: "hello", protocol: wire.Version, build, diskBuild, profile: id, browser: program, paused: isPaused() });
}

// closed is the end of a port; hopeless, when trying again soon cannot help.
function closed(which: chrome.runtime.Port, hopeless: boolean): void {
  if (port !== which) return;
  port = undefined;
  toHost(undefined);
  cancelAll();
  failAsks();
  clearTimeout(serving);
  timer = setTimeout(connect, retries.end(hopeless, Math.random()));
  keep();
  setBroken(hopeless || retries.many);
  for (const listener of connectionListeners) listener();
}

function receive(from: chrome.runtime.Port, parts: Parts, message: FromHost): void {
  switch (message.type) {
    case "welcome":
      welcome(from, message);
      return;
    case "call":
      void run(message).then((reply) => sendReply(from, reply));
      return;
    case "cancel":
      cancel(message.id);
      return;
    case "chunk": {
      const whole = parts.add(message);
      if (whole !== undefined) receive(from, parts, whole as FromHost);
      return;
    }
    case "answer":
      asks.get(message.id)?.(message);
      return;
  }
}

function welcome(from: chrome.runtime.Port, message: wire.Welcome): void {
  if (message.error !== undefined || message.protocol !== wire.Version) {
    console.error(`the host speaks protocol ${message.protocol}, this extension ${wire.Version}`, message.error);
    from.disconnect();
    closed(from, true);
    return;
  }
  welcomed = true;
  retries.welcomed();
  keep();
  serving = setTimeout(() => {
    retries.served();
    keep();
  }, servedMs);
  setBroken(false);
  setManaged(message.shareAll);
  toHost((event) => send(from, event));
  for (const listener of connectionListeners) listener();
}

// sendReply sends an answer, or why it cannot be sent (over 64 MiB Chrome throws).
function sendReply(to: chrome.runtime.Port, reply: wire.Reply): void {
  try {
    to.postMessage(reply);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (port !== to) return; // the host went while we worked: nobody waits
    send(to, { type: "reply", id: reply.id, error: wireError("too_large", `the answer does not fit a native message: ${why}`, "ask for a part of the page") });
  }
}

function send(to: chrome.runtime.Port, message: wire.Hello | wire.Reply | wire.WireEvent | wire.Ask): void {
  if (port === to) to.postMessage(message);
}

// isConnected tells whether a host has welcomed us.
export const isConnected = (): boolean => port !== undefined && welcomed;

// onConnection tells a listener that the host came or went.
export function onConnection(listener: () => void): void {
  connectionListeners.push(listener);
}

// ask puts a door method to the host with the person as the agent.
export function ask(method: string, params: unknown): Promise<wire.Answer> {
  const id = String(++askCount);
  const to = port;
  if (to === undefined || !isConnected()) return Promise.resolve(gone(id));
  return new Promise((resolve) => {
    asks.set(id, (answer) => {
      asks.delete(id);
      resolve(answer);
    });
    send(to, { type: "ask", id, method, params });
  });
}

function failAsks(): void {
  for (const [id, settle] of [...asks]) settle(gone(id));
}

function gone(id: string): wire.Answer {
  return { type: "answer", id, error: wireError("browser_gone", "the host is not connected", wire.HintDoctor) };
}
