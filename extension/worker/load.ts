// Waiting for a tab to load. Chrome tells of navigations by events and never
// answers "is it done": a watch is opened before the navigation is asked for,
// so that no event can be missed.

// Ended says how a navigation ended.
export type Ended =
  | { how: "loaded" } // the page and its frames are complete, or it moved within the page
  | { how: "error"; error: string } // the browser shows its error page
  | { how: "stayed" } // nothing was loaded: a download, an empty answer, no history
  | { how: "closed" }
  | { how: "late" };

// nothingMs is how long a navigation may take to begin. Chrome begins within
// a turn; history.back() without an earlier page never does.
const nothingMs = 1000;

interface Watch {
  committed: boolean;
  begun: boolean;
  ended?: Ended;
  end(ended: Ended): void;
}

const watches = new Map<number, Set<Watch>>();

// early gathers what happens to a tab from its creation on: its first
// navigation may be over before tabs.create has answered.
const early = new Map<number, Watch>();
const earlyMs = 60_000;

// LoadWatch waits for the next navigation of a tab to end; of a tab that was
// just created, for its first one.
export class LoadWatch {
  readonly #tab: number;
  readonly #watch: Watch;
  readonly #ended: Promise<Ended>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tab: number) {
    this.#tab = tab;
    let end: (ended: Ended) => void = () => undefined;
    this.#ended = new Promise((resolve) => { end = resolve; });
    const first = early.get(tab);
    early.delete(tab);
    this.#watch = { committed: first?.committed ?? false, begun: first?.begun ?? false, end };
    if (first?.ended !== undefined) end(first.ended);
    const all = watches.get(tab) ?? new Set();
    watches.set(tab, all.add(this.#watch));
  }

  // done waits; mayStay is set where the navigation may never begin.
  async done(timeoutMs: number, signal: AbortSignal, mayStay = false): Promise<Ended> {
    const { end } = this.#watch;
    this.#timer = setTimeout(end, timeoutMs, { how: "late" });
    signal.addEventListener("abort", () => end({ how: "late" }), { once: true });
    if (mayStay) setTimeout(() => { if (!this.#watch.begun) end({ how: "stayed" }); }, nothingMs);
    try {
      return await this.#ended;
    } finally {
      this.close();
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    const all = watches.get(this.#tab);
    all?.delete(this.#watch);
    if (all?.size === 0) watches.delete(this.#tab);
  }
}

function each(tab: number, visit: (watch: Watch) => void): void {
  const first = early.get(tab);
  if (first !== undefined) visit(first);
  for (const watch of watches.get(tab) ?? []) visit(watch);
}

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  const { webNavigation: nav, tabs } = chrome;
  tabs.onCreated.addListener(({ id }) => { if (id !== undefined) watchEarly(id); });
  nav.onBeforeNavigate.addListener(({ tabId, frameId }) => {
    if (frameId === 0) each(tabId, (w) => { w.begun = true; });
  });
  nav.onCommitted.addListener(({ tabId, frameId }) => {
    if (frameId === 0) each(tabId, (w) => { w.begun = w.committed = true; });
  });
  nav.onErrorOccurred.addListener(({ tabId, frameId, error }) => {
    if (frameId === 0) each(tabId, (w) => w.end(error === "net::ERR_ABORTED" ? { how: "stayed" } : { how: "error", error }));
  });
  const within = ({ tabId, frameId }: { tabId: number; frameId: number }): void => {
    if (frameId === 0) each(tabId, (w) => { if (!w.committed) w.end({ how: "loaded" }); });
  };
  nav.onHistoryStateUpdated.addListener(within);
  nav.onReferenceFragmentUpdated.addListener(within);
  tabs.onUpdated.addListener((tabId, change) => {
    if (change.status === "complete") each(tabId, (w) => { if (w.committed) w.end({ how: "loaded" }); });
  });
  tabs.onRemoved.addListener((tabId) => {
    each(tabId, (w) => w.end({ how: "closed" }));
    early.delete(tabId);
  });
}

function watchEarly(tab: number): void {
  if (watches.has(tab)) return;
  const watch: Watch = { committed: false, begun: false, end: (ended) => { watch.ended ??= ended; } };
  early.set(tab, watch);
  setTimeout(() => { if (early.get(tab) === watch) early.delete(tab); }, earlyMs);
}
