// The worker's end of the popup and the side panel. They are the person: what
// they ask of the host goes in the person's name, and only they can share,
// resume and answer.
import { portName, type FromPage, type State, type TabState, type ToPage } from "../messages";
import { urlOf } from "./access";
import { toWire } from "./errors";
import { answer, onQuestions, questions } from "./handoff";
import { tabIdOf } from "./ids";
import { onActed } from "./methods";
import { isOutlining, onOutlining, setOutlining } from "./outline";
import { isPaused, isTabPaused, onPause, setPaused, setTabPaused } from "./pause";
import { ask, isConnected, onConnection } from "./port";
import { isAll, isManaged, isShared, isSite, onSharing, ownerOf, setAll, setSite, setTab } from "./sharing";
import { highlight, pick } from "./spot";
import { siteOf, unreadable } from "./urls";

interface Page {
  port: chrome.runtime.Port;
  tab: string;
}

const pages = new Set<Page>();

// stirMs gathers what happens at once into one message.
const stirMs = 100;

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  chrome.runtime.onConnect.addListener(accept);
  onSharing(() => void tellAll());
  onPause(() => void tellAll());
  onQuestions(() => void tellAll());
  onOutlining(() => void tellAll());
  onConnection(() => void tellAll());
  onActed(stir);
  chrome.tabs.onUpdated.addListener((tab, change) => {
    if (change.status !== undefined || change.title !== undefined || change.url !== undefined) stir(String(tab));
  });
}

function accept(port: chrome.runtime.Port): void {
  // Only our own pages: without externally_connectable nobody else can connect,
  // and a page of ours inside a web page is none of ours.
  const ours = port.name === portName && port.sender?.id === chrome.runtime.id
    && (port.sender.url ?? "").startsWith(chrome.runtime.getURL(""));
  if (!ours) {
    port.disconnect();
    return;
  }
  const page: Page = { port, tab: "" };
  pages.add(page);
  port.onMessage.addListener((message) => void obey(page, message as FromPage));
  port.onDisconnect.addListener(() => {
    pages.delete(page);
    if (page.tab !== "") void highlight(page.tab, undefined);
  });
}

async function obey(page: Page, message: FromPage): Promise<void> {
  try {
    await carryOut(page, message);
  } catch (cause) {
    console.warn("the person's request failed", message.do, toWire(cause));
  }
}

async function carryOut(page: Page, message: FromPage): Promise<void> {
  switch (message.do) {
    case "watch":
      page.tab = message.tab;
      return tell(page);
    case "share":
      if (message.what === "tab") return setTab(tabIdOf(message.tab), message.on);
      return message.what === "site" ? setSite(message.site, message.on) : setAll(message.on);
    case "pause":
      if (message.tab === "") return setPaused(message.on);
      return setTabPaused(tabIdOf(message.tab), message.on);
    case "outline":
      return setOutlining(message.on);
    case "answer":
      return answer(message.id, message.granted, message.tab);
    case "ask": {
      const { result, error } = await ask(message.method, message.params);
      return post(page, { say: "answer", id: message.id, ...(error === undefined ? { result } : { error }) });
    }
    case "highlight":
      return highlight(message.tab, message.place);
    case "pick":
      return pick(message.tab, message.on, (places) => post(page, { say: "picked", tab: message.tab, places }));
  }
}

async function tellAll(): Promise<void> {
  await Promise.all([...pages].map(tell));
}

async function tell(page: Page): Promise<void> {
  const tab = await tabState(page.tab);
  const state: State = {
    connected: isConnected(), build: BUILD_ID, paused: isPaused(), all: isAll(), managed: isManaged(), outlining: isOutlining(),
    questions: questions(), ...(tab === undefined ? {} : { tab }),
  };
  post(page, { say: "state", state });
}

async function tabState(id: string): Promise<TabState | undefined> {
  const tab = (await chrome.tabs.query({})).find((t) => String(t.id) === id);
  if (tab?.id === undefined) return undefined;
  const url = urlOf(tab);
  const site = siteOf(url);
  return {
    tab: id, title: tab.title ?? "", site, shared: isShared(tab.id, url), siteShared: isSite(site),
    paused: isTabPaused(tab.id), owner: ownerOf(tab.id), unreadable: unreadable(url)?.message ?? "",
  };
}

const stirred = new Set<string>();

// stir tells the pages that look at a tab to look again.
export function stir(tab: string): void {
  if (pages.size === 0 || stirred.has(tab)) return;
  stirred.add(tab);
  setTimeout(() => {
    stirred.delete(tab);
    for (const page of pages) {
      if (page.tab !== tab) continue;
      post(page, { say: "stir", tab });
      void tell(page);
    }
  }, stirMs);
}

function post(page: Page, message: ToPage): void {
  if (pages.has(page)) page.port.postMessage(message);
}
