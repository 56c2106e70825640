// The parts of chrome.* that the worker and the panel use, as Chrome 125 and
// later have them. Written here rather than taken from a package: it is small,
// and what is not in it is not used.
declare namespace chrome {
  interface ChromeEvent<A extends readonly unknown[], R = void> {
    addListener(listener: (...args: A) => R): void;
    removeListener(listener: (...args: A) => R): void;
    hasListener(listener: (...args: A) => R): boolean;
  }

  namespace runtime {
    const id: string;
    const lastError: { message?: string } | undefined;
    interface MessageSender { id?: string; url?: string; origin?: string; tab?: tabs.Tab }
    interface Port {
      name: string;
      sender?: MessageSender;
      postMessage(message: unknown): void;
      disconnect(): void;
      onMessage: ChromeEvent<[message: unknown, port: Port]>;
      onDisconnect: ChromeEvent<[port: Port]>;
    }
    function connectNative(application: string): Port;
    function connect(info?: { name?: string }): Port;
    function getURL(path: string): string;
    function getManifest(): { version: string };
    function reload(): void;
    const onConnect: ChromeEvent<[port: Port]>;
    const onInstalled: ChromeEvent<[details: { reason: string; previousVersion?: string }]>;
    const onStartup: ChromeEvent<[]>;
    const onSuspend: ChromeEvent<[]>;
  }

  namespace tabs {
    const TAB_ID_NONE: -1;
    interface Tab {
      id?: number;
      index: number;
      windowId: number;
      groupId: number;
      openerTabId?: number;
      active: boolean;
      height?: number;
      url?: string;
      pendingUrl?: string;
      title?: string;
      status?: "unloaded" | "loading" | "complete";
      discarded: boolean;
      frozen?: boolean;
      incognito: boolean;
    }
    interface ChangeInfo { url?: string; title?: string; status?: string; groupId?: number; discarded?: boolean }
    function get(tabId: number): Promise<Tab>;
    function query(query: { active?: boolean; currentWindow?: boolean; lastFocusedWindow?: boolean; windowId?: number; groupId?: number }): Promise<Tab[]>;
    function create(properties: { url?: string; active?: boolean; windowId?: number; openerTabId?: number }): Promise<Tab>;
    function update(tabId: number, properties: { url?: string; active?: boolean }): Promise<Tab | undefined>;
    function reload(tabId: number, properties?: { bypassCache?: boolean }): Promise<void>;
    function remove(tabId: number): Promise<void>;
    function group(options: { tabIds: number | number[]; groupId?: number; createProperties?: { windowId?: number } }): Promise<number>;
    function ungroup(tabIds: number | number[]): Promise<void>;
    const onCreated: ChromeEvent<[tab: Tab]>;
    const onUpdated: ChromeEvent<[tabId: number, change: ChangeInfo, tab: Tab]>;
    const onRemoved: ChromeEvent<[tabId: number, info: { windowId: number; isWindowClosing: boolean }]>;
    const onReplaced: ChromeEvent<[addedTabId: number, removedTabId: number]>;
    const onActivated: ChromeEvent<[info: { tabId: number; windowId: number }]>;
    const onAttached: ChromeEvent<[tabId: number, info: { newWindowId: number; newPosition: number }]>;
  }

  namespace tabGroups {
    const TAB_GROUP_ID_NONE: -1;
    interface TabGroup { id: number; title?: string; color: string; collapsed: boolean; windowId: number }
    function get(groupId: number): Promise<TabGroup>;
    function query(query: { title?: string; windowId?: number }): Promise<TabGroup[]>;
    function update(groupId: number, properties: { title?: string; color?: string; collapsed?: boolean }): Promise<TabGroup | undefined>;
  }

  namespace windows {
    interface Window { id?: number; focused: boolean; type?: string; tabs?: tabs.Tab[] }
    const WINDOW_ID_NONE: -1;
    function get(windowId: number): Promise<Window>;
    function getLastFocused(query?: { windowTypes?: string[] }): Promise<Window>;
    function getAll(query?: { windowTypes?: string[] }): Promise<Window[]>;
    function create(data: { url?: string; focused?: boolean }): Promise<Window | undefined>;
    function update(windowId: number, data: { focused?: boolean }): Promise<Window>;
    const onFocusChanged: ChromeEvent<[windowId: number]>;
  }

  namespace webNavigation {
    interface FrameDetails {
      frameId: number;
      parentFrameId: number;
      url: string;
      documentId: string;
      parentDocumentId?: string;
      errorOccurred: boolean;
      documentLifecycle?: "prerender" | "active" | "cached" | "pending_deletion";
      frameType?: "outermost_frame" | "fenced_frame" | "sub_frame";
    }
    interface NavigationDetails {
      tabId: number;
      frameId: number;
      parentFrameId: number;
      url: string;
      documentId?: string;
      documentLifecycle?: string;
      timeStamp: number;
      transitionQualifiers?: string[];
    }
    function getAllFrames(details: { tabId: number }): Promise<FrameDetails[] | null>;
    const onBeforeNavigate: ChromeEvent<[details: NavigationDetails]>;
    const onCommitted: ChromeEvent<[details: NavigationDetails]>;
    const onDOMContentLoaded: ChromeEvent<[details: NavigationDetails]>;
    const onCompleted: ChromeEvent<[details: NavigationDetails]>;
    const onErrorOccurred: ChromeEvent<[details: NavigationDetails & { error: string }]>;
    const onHistoryStateUpdated: ChromeEvent<[details: NavigationDetails]>;
    const onReferenceFragmentUpdated: ChromeEvent<[details: NavigationDetails]>;
    const onCreatedNavigationTarget: ChromeEvent<[details: { sourceTabId: number; sourceFrameId: number; tabId: number; url: string }]>;
    const onTabReplaced: ChromeEvent<[details: { replacedTabId: number; tabId: number }]>;
  }

  namespace scripting {
    interface Result<R> { frameId: number; documentId: string; result?: R | null; error?: unknown }
    function executeScript<A extends readonly unknown[], R>(injection: {
      target: { tabId: number; frameIds?: number[]; documentIds?: string[]; allFrames?: boolean };
      func: (...args: A) => R;
      args?: A;
      world?: "ISOLATED" | "MAIN";
      injectImmediately?: boolean;
    }): Promise<Result<Awaited<R>>[]>;
  }

  namespace storage {
    interface Area {
      get(keys: string | string[] | null): Promise<Record<string, unknown>>;
      getKeys(): Promise<string[]>;
      set(items: Record<string, unknown>): Promise<void>;
      remove(keys: string | string[]): Promise<void>;
      clear(): Promise<void>;
    }
    const local: Area;
    const session: Area;
  }

  namespace action {
    function setBadgeText(details: { text: string; tabId?: number }): Promise<void>;
    function setBadgeBackgroundColor(details: { color: string; tabId?: number }): Promise<void>;
    function setBadgeTextColor(details: { color: string; tabId?: number }): Promise<void>;
    function setTitle(details: { title: string; tabId?: number }): Promise<void>;
    const onClicked: ChromeEvent<[tab: tabs.Tab]>;
  }

  namespace alarms {
    interface Alarm { name: string }
    function create(name: string, info: { delayInMinutes?: number; periodInMinutes?: number; when?: number }): Promise<void>;
    function clear(name: string): Promise<boolean>;
    const onAlarm: ChromeEvent<[alarm: Alarm]>;
  }

  namespace commands {
    const onCommand: ChromeEvent<[command: string, tab?: tabs.Tab]>;
  }

  namespace sidePanel {
    function open(options: { tabId?: number; windowId?: number }): Promise<void>;
    function setOptions(options: { tabId?: number; path?: string; enabled?: boolean }): Promise<void>;
  }

  namespace downloads {
    interface Item { id: number; url: string; finalUrl: string; filename: string; state: "in_progress" | "complete" | "interrupted"; startTime: string; referrer?: string }
    interface Delta { id: number; filename?: { current?: string }; state?: { current?: string } }
    function search(query: { id?: number; startedAfter?: string; orderBy?: string[]; limit?: number }): Promise<Item[]>;
    const onCreated: ChromeEvent<[item: Item]>;
    const onChanged: ChromeEvent<[delta: Delta]>;
  }
}

// "debugger" is a word of the language and can name a namespace only by export.
declare namespace chrome {
  namespace debuggers {
    interface Debuggee { tabId?: number }
    interface Session extends Debuggee { sessionId?: string }
    function attach(target: Debuggee, version: string): Promise<void>;
    function detach(target: Debuggee): Promise<void>;
    interface TargetInfo { tabId?: number; attached: boolean }
    function getTargets(): Promise<TargetInfo[]>;
    function sendCommand(target: Session, method: string, params?: object): Promise<unknown>;
    const onEvent: ChromeEvent<[source: Session, method: string, params?: object]>;
    const onDetach: ChromeEvent<[source: Debuggee, reason: string]>;
  }
  export { debuggers as debugger };
}
