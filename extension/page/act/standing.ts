// Conditions that an agent waits for, asked of one frame at a time.
import type { Condition, Standing } from "../../protocol.gen";
import { nodeOf } from "../keys";
import { isOurs } from "../own";
import { isStale, stale } from "./answer";
import { isRendered } from "./box";
import { trees } from "./tree";

// standing is the op.
export function standing(args: Condition): Standing | typeof stale {
  if (isStale(args.nonce)) return stale;
  const el = args.key === 0 ? undefined : nodeOf(args.key);
  return {
    ok: true, text: args.text !== "" && hasText(args.text), gone: args.gone !== "" && hasText(args.gone),
    visible: el !== undefined && isRendered(el), idle: args.idle && isIdle(),
  };
}

// hasText says whether a text can be read on the page, white space and case aside.
export function hasText(text: string): boolean {
  const wanted = fold(text);
  for (const tree of trees()) {
    for (const root of tree instanceof Document ? [tree.body ?? tree.documentElement] : Array.from(tree.childNodes)) {
      if (root instanceof HTMLElement && fold(root.innerText).includes(wanted)) return true;
    }
  }
  return false;
}

const fold = (text: string): string => text.replace(/[\u00AD\u200B\uFEFF]/g, "").replace(/\s+/g, " ").trim().toLowerCase();

// Since the last question: how often the document changed, what it has loaded.
let changes = 0;
let seen = -1;
let watching: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

// isIdle says whether nothing has changed or been loaded since it was asked last.
// The observer goes away when nobody asks any more.
function isIdle(): boolean {
  clearTimeout(timer);
  timer = setTimeout(() => { watching?.disconnect(); watching = undefined; seen = -1; }, 2000);
  if (watching === undefined) {
    watching = new MutationObserver((records) => { if (!records.every(isOurs)) changes++; });
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  const now = changes + performance.getEntriesByType("resource").length;
  const idle = seen === now && document.readyState === "complete";
  seen = now;
  return idle;
}
