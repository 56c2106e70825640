// The snapshot operation: one walk, answered in an envelope. A throw becomes an
// error: what Chrome gives for a function that threw looks like an empty page.
import type { WalkArgs, WalkResult } from "../protocol.gen";
import { ownIndex } from "./frames";
import { beginWalk, nodeOf, nonce, prune } from "./keys";
import { findModal, type Modal } from "./modal";
import { crossReferences } from "./owning";
import { forgetAsked } from "./shadows";
import { usageOf } from "./usage";
import { Walk } from "./walk";

// snapshot walks the document, or one element of it.
export function snapshot(args: WalkArgs): WalkResult {
  if (args.nonce !== "" && args.nonce !== nonce) return { ...empty(), stale: true };
  try {
    return walkAll(args);
  } catch (cause) {
    return { ...empty(), error: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause) };
  }
}

function walkAll(args: WalkArgs): WalkResult {
  const start = performance.now();
  const end = start + args.timeMs;
  const root = args.within === 0 ? document.documentElement : nodeOf(args.within);
  if (root === undefined) return { ...empty(), error: "the element has left the document" };
  beginWalk();
  if (root === null) return { ...empty(), ok: true, gone: prune(), walkMs: performance.now() - start };
  const walk = walkOnce(root, args, end);
  const walked = performance.now();
  const s = walk.session, gone = prune();
  const ledger = s.ledger.end();
  return { ok: true, nonce, index: ownIndex(), children: s.frames.shown, ledger, gone, timedOut: walk.timedOut, partial: s.ledger.partial, elements: s.elements,
    hidden: s.hidden, icons: s.icons.count, roleless: s.roleless, pointer: s.pointer,
    walkMs: walked - start, joinMs: performance.now() - walked };
}

// walkOnce walks again when it met a modal dialog in a shadow tree, where the
// search beforehand does not reach: what lies behind it had been listed.
function walkOnce(root: Element, args: WalkArgs, end: number): Walk {
  forgetAsked();
  const usage = usageOf(document, document.getElementsByTagName("*").length);
  const marked = crossReferences(document);
  const run = (modal: Modal | null): Walk => {
    const walk = new Walk(args, modal, usage, end);
    walk.run(root, marked);
    return walk;
  };
  const walk = run(findModal(marked));
  return walk.found === null ? walk : run(walk.found);
}

function empty(): WalkResult {
  return { ok: false, nonce, index: -1, ledger: "", gone: [], timedOut: false, partial: false, elements: 0, hidden: 0, icons: 0, roleless: 0, pointer: 0, walkMs: 0, joinMs: 0 };
}
