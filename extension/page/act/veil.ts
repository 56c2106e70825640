// Covering secrets for a picture. The style is put on the elements themselves,
// so that the cover moves with them, and is taken off after the picture.
import type { VeilArgs, VeilResult } from "../../protocol.gen";
import { nonce } from "../keys";
import { isSecret } from "../secrets";
import { isStale, stale } from "./answer";
import { clearMarks, drawMarks } from "./marks";
import { findAll } from "./tree";

// cover paints everything in an element's box black; transitions would show
// the way there.
const cover: Record<string, string> = { background: "#000", filter: "brightness(0)", transition: "none", animation: "none" };

// forgetMs lifts a veil whose picture was cut off.
const forgetMs = 10_000;

let lift: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

// veil is the op: on covers and draws the marks, off restores.
export function veil(args: VeilArgs): VeilResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  clearTimeout(timer);
  lift?.();
  lift = undefined;
  if (!args.on) return { ok: true, nonce, count: 0 };
  const secrets = [...findAll("input, textarea, [contenteditable]")].filter((el): el is HTMLElement => el instanceof HTMLElement && isSecret(el));
  const restores = secrets.map(hide);
  drawMarks(args.marks, args.full);
  lift = () => { restores.forEach((restore) => restore()); clearMarks(); };
  timer = setTimeout(() => { lift?.(); lift = undefined; }, forgetMs);
  return { ok: true, nonce, count: secrets.length };
}

function hide(el: HTMLElement): () => void {
  const style = el.getAttribute("style");
  for (const [name, value] of Object.entries(cover)) el.style.setProperty(name, value, "important");
  return () => {
    if (style === null) el.removeAttribute("style");
    else el.setAttribute("style", style);
  };
}
