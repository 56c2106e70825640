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
import { setManaged } from "./sharing";

type FromHost = wire.Welcome | wire.Call | wire.Cancel | wire.Chunk | wire.Answer;

// Trying again: quickly at first, since a host that was killed must be back
// before its agents give up (5 s), then ever more slowly.
const firstMs = 100;
const lastMs = 30_000;

// At most triesPerMinute tries that came to nothing: Chrome starts a process for each.
const triesPerMinute = 6;
const minuteMs = 60_000;

// Chrome's words for a host that trying again will not mend by itself.
const notInstalled = /native messaging host not found|host is forbidden|Invalid native messaging host/;

const alarm = "connect";

let port: chrome.runtime.Port | undefined;
let welcomed = false;
let failures = 0;
let vain: number[] = []; // when the latest vain tries began
let timer: ReturnType<typeof setTimeout> | undefined;
const asks = new Map<string, (answer: wire.Answer) => void>();
let askCount = 0;
const connectionListeners: (() => void)[] = [];

// start connects now and makes sure that trying goes on. Call it in the worker's first turn.
export function start(): void {
  chrome.alarms.onAlarm.addListener((a) => { if (a.name === alarm) connect(); });
  void chrome.alarms.create(alarm, { periodInMinutes: 0.5 });
  connect();
}

// connect opens the port unless it is open, or was tried too often.
function connect(): void {
  if (port !== undefined) return;
  clearTimeout(timer);
  vain = vain.filter((at) => Date.now() - at < minuteMs);
  const oldest = vain[0];
  if (oldest !== undefined && vain.length >= triesPerMinute) {
    setBroken(true); // a host that ends as soon as it starts
    timer = setTimeout(connect, oldest + minuteMs - Date.now());
    return;
  }
  vain.push(Date.now());
  const opened = chrome.runtime.connectNative(wire.NativeHost);
  port = opened;
  welcomed = false;
  const parts = new Parts();
  opened.onMessage.addListener((message) => receive(opened, parts, message as FromHost));
  opened.onDisconnect.addListener(() => closed(opened, chrome.runtime.lastError?.message ?? ""));
  void hello(opened);
}

async function hello(to: chrome.runtime.Port): Promise<void> {
  const [{ build, diskBuild }, id, program] = await Promise.all([disk(), profile(), browser(), pauseLoaded]);
  send(to, { type: "hello", protocol: wire.Version, build, diskBuild, profile: id, browser: program, paused: isPaused() });
}

function closed(which: chrome.runtime.Port, why: string): void {
  if (port !== which) return;
  port = undefined;
  toHost(undefined);
  cancelAll();
  failAsks();
  if (welcomed) failures = 0;
  setBroken(notInstalled.test(why));
  for (const listener of connectionListeners) listener();
  // Jitter, so that several profiles do not all start their hosts at once.
  const least = notInstalled.test(why) ? minuteMs / triesPerMinute : 0;
  const delay = Math.max(least, Math.min(lastMs, firstMs * 2 ** failures) * (0.75 + Math.random() / 2));
  failures++;
  timer = setTimeout(connect, delay);
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
    setBroken(true);
    from.disconnect();
    closed(from, "");
    return;
  }
  welcomed = true;
  vain = [];
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
  if (to === undefined || !welcomed) return Promise.resolve(gone(id));
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
