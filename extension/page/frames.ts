// Frames as their parent sees them. A child cannot know that its frame is
// inert, hidden or behind a dialog, so the parent's row says so; and it is found
// again by the index that both sides see: window[i] here, parent[i] there.
import { attr, childWindow, embedURL, frameURL, queryAll, rectOf, tagged } from "./dom";
import { behindModal, inertPart, underAriaHidden } from "./level";
import { fields } from "./rows";
import { field } from "./text";
import type { Look } from "./style";

// Frames numbers the child frames of a document.
export class Frames {
  readonly shown: number[] = []; // the indexes of those that are on the page, -1 for each in a shadow tree
  readonly #index = new Map<Window, number>();
  readonly #placed = new Set<number>();
  #embeds: Map<Element, Window> | undefined;

  constructor() {
    windows().forEach((child, i) => this.#index.set(child, i));
  }

  // row is the frame row of an element, "" when there is no frame in it.
  row(el: Element, tag: string, look: Look, state: number, key: number): string {
    const child = tag === "embed" ? (this.#embeds ??= embedWindows()).get(el) ?? null : childWindow(el);
    if (child === null) return "";
    const index = this.#index.get(child) ?? -1;
    this.#placed.add(index);
    const away = hidden(el, look);
    if (!away) this.shown.push(index);
    const flags = (state & inertPart ? "i" : "") + (state & behindModal ? "m" : "") + (away ? "h" : "") + (state & underAriaHidden ? "a" : "");
    const name = attr(el, "aria-label") ?? attr(el, "title") ?? attr(el, "name") ?? "";
    return fields("f", key, index, tag, flags, field(name).trim(), field(addressOf(el)));
  }

  // waiting is the address of a frame that has not begun to load, "" for others:
  // it does so when one scrolls to it.
  waiting(el: Element, tag: string): string {
    if (tag !== "iframe" || attr(el, "loading")?.toLowerCase() !== "lazy") return "";
    const url = frameURL(el);
    return /^https?:/.test(url) && locationOf(childWindow(el)) === "about:blank" ? field(url) : "";
  }

  // rest are the rows of frames that the walk did not come to: not rendered.
  rest(): string[] {
    const rows: string[] = [];
    for (const index of this.#index.values()) if (!this.#placed.has(index)) rows.push(fields("f", "", index, "", "h", "", ""));
    return rows;
  }
}

function windows(): Window[] {
  const list: Window[] = [];
  for (let i = 0; i < window.length; i++) {
    const child = window[i];
    if (child !== undefined) list.push(child as Window);
  }
  return list;
}

// windowOf is the window of a frame element of any kind.
export const windowOf = (el: Element): Window | null => el instanceof HTMLEmbedElement ? embedWindows().get(el) ?? null : childWindow(el);

// embedWindows are the windows of the embeds that hold a document. An embed does
// not tell its window: it is one that no other element has, by its address
// where that can be read, else the first that is left.
function embedWindows(): Map<Element, Window> {
  const found = new Map<Element, Window>();
  const others = new Set(queryAll(document, "iframe,frame,object").map(childWindow));
  let left = windows().filter((child) => !others.has(child));
  for (const exact of [true, false]) {
    for (const embed of tagged(document, "embed")) {
      const child = left.find((one) => exact ? locationOf(one) === embedURL(embed) : locationOf(one) === undefined);
      if (child === undefined || found.has(embed)) continue;
      found.set(embed, child);
      left = left.filter((one) => one !== child);
    }
  }
  return found;
}

const addressOf = (el: Element): string => el instanceof HTMLEmbedElement ? embedURL(el) : frameURL(el);

// locationOf is where a window is, undefined when it is of another origin.
function locationOf(child: Window | null): string | undefined {
  try {
    return child?.location.href;
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}

function hidden(el: Element, look: Look): boolean {
  if (!look.visible || look.display === "none") return true;
  const box = rectOf(el);
  return box.width <= 1 || box.height <= 1;
}

let lastIndex = 0;

// ownIndex is the i with parent[i] === window, -1 for the top and for frames in
// shadow trees. It is looked for where it was the last time first: each look
// crosses documents, and there may be many frames.
export function ownIndex(): number {
  const { parent } = window;
  if (parent === window) return -1;
  // Beyond the last, the window of another origin throws.
  if (lastIndex < parent.length && parent[lastIndex] === window) return lastIndex;
  for (let i = 0; i < parent.length; i++) {
    if (parent[i] === window) return lastIndex = i;
  }
  return -1;
}
