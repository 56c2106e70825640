// What the extension's own pages (popup, side panel) and the worker say to each
// other, over a runtime port. Neither side imports the other; this is all they share.
import type { Place, WireError } from "./protocol.gen";

// portName is the name under which the pages connect.
export const portName = "panel";

// Question is what an agent asks of the person.
export interface Question {
  id: string;
  tab: string; // "" for any tab the person picks
  agent: string;
  reason: string;
}

// TabState is what the person may want to know about one tab.
export interface TabState {
  tab: string;
  title: string;
  site: string; // "" for pages without one
  shared: boolean;
  siteShared: boolean;
  paused: boolean;
  owner: string;
  unreadable: string; // why agents cannot read the page, "" when they can
}

// State is everything the pages show but for snapshots and activity.
export interface State {
  connected: boolean;
  build: string;
  paused: boolean;
  all: boolean;
  outlining: boolean; // what agents operate is outlined on the page
  managed: boolean; // every tab is shared, because the browser is an agent's own
  tab?: TabState;
  questions: Question[];
}

// FromPage is what a page asks of the worker.
export type FromPage =
  | { do: "watch"; tab: string } // tell me State of this tab, now and whenever it changes
  | { do: "share"; what: "tab" | "site" | "all"; on: boolean; tab: string; site: string }
  | { do: "pause"; on: boolean; tab: string } // tab "": all
  | { do: "outline"; on: boolean }
  | { do: "answer"; id: string; granted: boolean; tab: string }
  | { do: "ask"; id: string; method: string; params: unknown }
  | { do: "highlight"; tab: string; place?: Place } // without a place: nothing
  | { do: "pick"; tab: string; on: boolean };

// ToPage is what the worker tells a page.
export type ToPage =
  | { say: "state"; state: State }
  | { say: "answer"; id: string; result?: unknown; error?: WireError }
  | { say: "stir"; tab: string } // something happened on the tab: look again
  | { say: "picked"; tab: string; places: Place[] }; // innermost first
