// Frames as their parent sees them. A child cannot know that its frame is
// inert, hidden or behind a dialog, so the parent's row says so; and it is found
// again by the index that both sides see: window[i] here, parent[i] there.
import { attr, childWindow, frameURL, rectOf } from "./dom";
import { behindModal, inertPart, underAriaHidden } from "./level";
import { fields } from "./rows";
import { field } from "./text";
import type { Look } from "./style";

// Frames numbers the child frames of a document.
export class Frames {
  readonly #index = new Map<Window, number>();
  readonly #placed = new Set<number>();

  constructor() {
    for (let i = 0; i < window.length; i++) {
      const child = window[i];
      if (child !== undefined) this.#index.set(child as Window, i);
    }
  }

  // row is the frame row of an element, "" when there is no frame in it.
  row(el: Element, tag: string, look: Look, state: number, key: number): string {
    const child = childWindow(el);
    if (child === null) return "";
    const index = this.#index.get(child) ?? -1;
    this.#placed.add(index);
    const flags = (state & inertPart ? "i" : "") + (state & behindModal ? "m" : "") + (hidden(el, look) ? "h" : "") + (state & underAriaHidden ? "a" : "");
    const name = attr(el, "aria-label") ?? attr(el, "title") ?? attr(el, "name") ?? "";
    return fields("f", key, index, tag, flags, field(name).trim(), field(frameURL(el)));
  }

  // rest are the rows of frames that the walk did not come to: not rendered.
  rest(): string[] {
    const rows: string[] = [];
    for (const index of this.#index.values()) if (!this.#placed.has(index)) rows.push(fields("f", "", index, "", "h", "", ""));
    return rows;
  }
}

function hidden(el: Element, look: Look): boolean {
  if (!look.visible || look.display === "none") return true;
  const box = rectOf(el);
  return box.width <= 1 || box.height <= 1;
}

// ownIndex is the i with parent[i] === window, -1 for the top and for frames in shadow trees.
export function ownIndex(): number {
  if (window.parent === window) return -1;
  for (let i = 0; i < window.parent.length; i++) if (window.parent[i] === window) return i;
  return -1;
}
