// What happens while an act is carried out: navigations, tabs it opens,
// downloads, dialogs. A watch is opened before the input is sent, so that
// nothing is missed, and it ends every wait at once when a dialog opens: the
// page's thread then stands still and would answer nobody.
import type { Dialog, Download, OpenedTab } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { dialogOf, onDialog } from "./dialogs";

// Interrupted ends what was going on when a dialog opened or the tab went away.
export class Interrupted extends Error {}

// Watch gathers what happens to one tab.
export class Watch {
  readonly opened: OpenedTab[] = [];
  readonly downloads: Download[] = [];
  navigated: string | undefined;
  dialog: Dialog | undefined;
  gone = false;
  pending = false; // a navigation of the tab is under way
  readonly #tab: number;
  readonly #interrupted: Promise<never>;
  #interrupt: (why: Interrupted) => void = () => undefined;
  #changes = new Set<() => void>();
  readonly #stops: (() => void)[] = [];

  constructor(tab: number) {
    this.#tab = tab;
    this.#interrupted = new Promise<never>((_, reject) => { this.#interrupt = reject; });
    this.#interrupted.catch(() => undefined); // whoever races hears of it
    this.#listen();
    this.#noticeDialog(dialogOf(tab));
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
    for (const stop of this.#stops) stop();
  }

  #next(timeMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => { clearTimeout(timer); this.#changes.delete(done); resolve(); };
      const timer = setTimeout(done, timeMs);
      this.#changes.add(done);
    });
  }

  #changed(): void {
    for (const wake of [...this.#changes]) wake();
  }

  #noticeDialog(dialog: Dialog | undefined): void {
    if (!dialog) return;
    this.dialog = dialog;
    this.#interrupt(new Interrupted("a dialog is open"));
    this.#changed();
  }

  #listen(): void {
    const { webNavigation: nav, tabs, downloads } = chrome;
    const main = (run: (url: string) => void) => (details: { tabId: number; frameId: number; url: string }): void => {
      if (details.tabId !== this.#tab || details.frameId !== 0) return;
      run(details.url);
      this.#changed();
    };
    this.#on(nav.onBeforeNavigate, main(() => { this.pending = true; }));
    this.#on(nav.onCommitted, main((url) => { this.navigated = url; this.pending = true; }));
    this.#on(nav.onHistoryStateUpdated, main((url) => { this.navigated = url; }));
    this.#on(nav.onReferenceFragmentUpdated, main((url) => { this.navigated = url; }));
    this.#on(nav.onCompleted, main(() => { this.pending = false; }));
    this.#on(nav.onErrorOccurred, main(() => { this.pending = false; }));
    this.#on(nav.onCreatedNavigationTarget, ({ sourceTabId, tabId, url }) => {
      if (sourceTabId === this.#tab) this.#open(tabId, url);
    });
    this.#on(tabs.onRemoved, (tab) => {
      if (tab !== this.#tab) return;
      this.gone = true;
      this.#interrupt(new Interrupted("the tab was closed"));
      this.#changed();
    });
    this.#on(downloads.onCreated, (item) => {
      this.downloads.push({ file: item.filename === "" ? nameOf(item.finalUrl) : item.filename, state: item.state });
      this.pending = false; // a download is what became of the navigation
      this.#changed();
    });
    this.#stops.push(onDialog((tab, dialog) => {
      if (tab === this.#tab) this.#noticeDialog(dialog);
    }));
  }

  #on<F extends (...args: never[]) => unknown>(event: { addListener(f: F): void; removeListener(f: F): void }, listener: F): void {
    event.addListener(listener);
    this.#stops.push(() => event.removeListener(listener));
  }

  #open(tab: number, url: string): void {
    const known = this.opened.find((one) => one.tab === String(tab));
    if (!known) this.opened.push({ tab: String(tab), url });
    else if (url !== "") known.url = url;
    this.#changed();
  }
}

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
