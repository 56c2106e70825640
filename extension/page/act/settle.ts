// Waiting until an act has had its effect.
import type { SettleArgs, SettleResult } from "../../protocol.gen";
import { isOurs } from "../own";
import { isStale, pause, stale } from "./answer";
import { trees } from "./tree";

// settle is the op: it answers once nothing has changed for so long. A page
// that never rests does not hold it beyond its time.
export async function settle(args: SettleArgs): Promise<SettleResult | typeof stale> {
  if (isStale(args.nonce)) return stale;
  const loading = (): boolean => document.readyState !== "complete";
  if (args.quietMs === 0) return { ok: true, settled: !loading(), loading: loading() };
  const end = performance.now() + args.timeMs;
  let last = performance.now();
  const observer = new MutationObserver((records) => { if (!records.every(isOurs)) last = performance.now(); });
  for (const tree of trees()) observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  try {
    for (;;) {
      const now = performance.now();
      const rest = args.quietMs - (now - last);
      if (rest <= 0 && !loading()) return { ok: true, settled: true, loading: false };
      if (now >= end) return { ok: true, settled: false, loading: loading() };
      await pause(Math.max(5, Math.min(rest > 0 ? rest : 20, end - now)));
    }
  } finally {
    observer.disconnect();
  }
}
