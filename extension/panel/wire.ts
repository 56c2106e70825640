// The pages' end of the port to the worker. The worker may end at any time;
// the pages connect again and say again which tab they look at.
import { portName, type FromPage, type State, type ToPage } from "../messages";
import type { Place, WireError } from "../protocol.gen";

// Listener is what a page wants to hear.
export interface Listener {
  state(state: State): void;
  stir?(): void;
  picked?(places: Place[]): void;
}

// Answer is what the host answered.
export type Answer<R> = { ok: true; result: R } | { ok: false; error: WireError };

// Wire is the connection of one page.
export class Wire {
  tab = "";
  readonly #listener: Listener;
  readonly #asks = new Map<string, (answer: Answer<unknown>) => void>();
  #port: chrome.runtime.Port;
  #count = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#port = this.#connect();
  }

  // watch says which tab the page looks at.
  watch(tab: string): void {
    this.tab = tab;
    this.send({ do: "watch", tab });
  }

  send(message: FromPage): void {
    this.#port.postMessage(message);
  }

  // ask puts a door method to the host.
  ask<P, R>(method: string, params: P): Promise<Answer<R>> {
    const id = String(++this.#count);
    return new Promise((resolve) => {
      this.#asks.set(id, (answer) => resolve(answer as Answer<R>));
      this.send({ do: "ask", id, method, params });
    });
  }

  #connect(): chrome.runtime.Port {
    const port = chrome.runtime.connect({ name: portName });
    port.onMessage.addListener((message) => this.#hear(message as ToPage));
    port.onDisconnect.addListener(() => {
      this.#fail();
      this.#port = this.#connect();
      this.watch(this.tab);
    });
    return port;
  }

  #hear(message: ToPage): void {
    switch (message.say) {
      case "state":
        this.#listener.state(message.state);
        return;
      case "stir":
        this.#listener.stir?.();
        return;
      case "picked":
        this.#listener.picked?.(message.places);
        return;
      case "answer": {
        const settle = this.#asks.get(message.id);
        this.#asks.delete(message.id);
        settle?.(message.error === undefined ? { ok: true, result: message.result } : { ok: false, error: message.error });
        return;
      }
    }
  }

  #fail(): void {
    for (const settle of this.#asks.values()) {
      settle({ ok: false, error: { code: "reconnecting", message: "the extension's worker has started anew" } });
    }
    this.#asks.clear();
  }
}

// chosenTab is the tab to look at: the one that the person looks at, or, when
// the page is opened in a tab of its own, the one its address names.
export async function chosenTab(): Promise<string> {
  const named = /^#tab=(\d+)$/.exec(location.hash)?.[1];
  if (named !== undefined) return named;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? "" : String(tab.id);
}
