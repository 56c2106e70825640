// What happens while an act is carried out: navigations, tabs it opens,
// downloads, dialogs. A watch is opened before the input is sent, so that
// nothing is missed, and it ends every wait at once when a dialog opens: the
// page's thread then stands still and would answer nobody; and when nobody waits
// for the act any more, so that nothing is done after its answer.
import type { Dialog, Download, OpenedTab } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { dialogOf, onDialog } from "./dialogs";

// Interrupted ends what was going on when a dialog opened or the tab went away.
export class Interrupted extends Error {}

// watches are those that are open. Chrome is listened to once and for all below:
// to add and remove a listener at each act costs messages to the browser and a
// write to its preferences.
const watches = new Set<Watch>();

// Watch gathers what happens to one tab.
export class Watch {
  readonly opened: OpenedTab[] = [];
  readonly downloads: Download[] = [];
  readonly unnamed = new Map<number, Download>(); // downloads whose files have no name yet
  navigated: string | undefined;
  dialog: Dialog | undefined;
  gone = false;
  pending = false; // a navigation of the tab is under way
  readonly tab: number;
  readonly #interrupted: Promise<never>;
  #interrupt: (why: unknown) => void = () => undefined;
  readonly #signal: AbortSignal | undefined;
  #changes = new Set<() => void>();

  constructor(tab: number, signal?: AbortSignal) {
    this.tab = tab;
    this.#signal = signal;
    this.#interrupted = new Promise<never>((_, reject) => { this.#interrupt = reject; });
    this.#interrupted.catch(() => undefined); // whoever races hears of it
    watches.add(this);
    signal?.addEventListener("abort", () => this.#interrupt(signal.reason), { once: true });
    this.noticeDialog(dialogOf(tab));
  }

  // check throws when the act has been stopped: by a pause, its time, its agent.
  check(): void {
    this.#signal?.throwIfAborted();
  }

  // race answers what work answers, unless a dialog opens first.
  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined); // it may fail after the race is lost
    return Promise.race([work, this.#interrupted]);
  }

  // until waits for a test to hold, for at most so long. It is asked again after every event.
  async until(test: () => boolean, timeMs: number): Promise<boolean> {
    const deadline = performance.now() + timeMs;
    while (!test()) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.#next(left);
    }
    return true;
  }

  close(): void {
    watches.delete(this);
  }

  #next(timeMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => { clearTimeout(timer); this.#changes.delete(done); resolve(); };
      const timer = setTimeout(done, timeMs);
      this.#changes.add(done);
    });
  }

  // changed has every wait look again.
  changed(): void {
    for (const wake of [...this.#changes]) wake();
  }

  noticeDialog(dialog: Dialog | undefined): void {
    if (!dialog) return;
    this.dialog = dialog;
    this.#interrupt(new Interrupted("a dialog is open"));
  }

  noticeClosing(): void {
    this.gone = true;
    this.#interrupt(new Interrupted("the tab was closed"));
  }

  noticeTab(tab: number, url: string): void {
    const known = this.opened.find((one) => one.tab === String(tab));
    if (!known) this.opened.push({ tab: String(tab), url });
    else if (url !== "") known.url = url;
  }

  noticeDownload(item: chrome.downloads.Item): void {
    const download = { file: item.filename === "" ? nameOf(item.finalUrl) : item.filename, state: item.state };
    this.downloads.push(download);
    if (item.filename === "") this.unnamed.set(item.id, download);
    this.pending = false; // a download is what became of the navigation
  }

  // noticeName says how the file of a download is called: what a page has made
  // itself has an address without a name.
  noticeName(id: number, file: string): void {
    const download = this.unnamed.get(id);
    if (download) download.file = file;
    this.unnamed.delete(id);
  }
}

// notice tells the open watches of a tab, or all of them, what happened.
function notice(tab: number | undefined, tell: (watch: Watch) => void): void {
  for (const watch of watches) {
    if (tab !== undefined && watch.tab !== tab) continue;
    tell(watch);
    watch.changed();
  }
}

interface Move { tabId: number; frameId: number; url: string }

// main hears of a tab's main frame only.
const main = (tell: (watch: Watch, url: string) => void) => ({ tabId, frameId, url }: Move): void => {
  if (frameId === 0) notice(tabId, (watch) => tell(watch, url));
};

const { webNavigation: nav, tabs, downloads } = chrome;
nav.onBeforeNavigate.addListener(main((watch) => { watch.pending = true; }));
nav.onCommitted.addListener(main((watch, url) => { watch.navigated = url; watch.pending = true; }));
nav.onHistoryStateUpdated.addListener(main((watch, url) => { watch.navigated = url; }));
nav.onReferenceFragmentUpdated.addListener(main((watch, url) => { watch.navigated = url; }));
nav.onCompleted.addListener(main((watch) => { watch.pending = false; }));
nav.onErrorOccurred.addListener(main((watch) => { watch.pending = false; }));
nav.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => notice(sourceTabId, (watch) => watch.noticeTab(tabId, url)));
tabs.onRemoved.addListener((tab) => notice(tab, (watch) => watch.noticeClosing()));
downloads.onCreated.addListener((item) => notice(undefined, (watch) => watch.noticeDownload(item)));
downloads.onChanged.addListener(({ id, filename }) => {
  const name = filename?.current;
  if (name) notice(undefined, (watch) => watch.noticeName(id, name));
});
onDialog((tab, dialog) => notice(tab, (watch) => watch.noticeDialog(dialog)));

function nameOf(url: string): string {
  return decodeURIComponent(url.split(/[?#]/)[0]!.split("/").pop() ?? "");
}

// requireNoDialog throws dialog_open, naming the dialog.
export function requireNoDialog(tab: number): void {
  const dialog = dialogOf(tab);
  if (!dialog) return;
  throw new Failure({
    ...wireError("dialog_open", `the page shows a dialog (${dialog.type})`, "answer it with: dialog accept, or dialog dismiss"), dialog,
  });
}
