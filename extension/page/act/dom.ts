// Clicks by the page's own events, for controls without a size and for those
// who want no debugger. They are not trusted, and pages may ignore them.
import type { DOMArgs, DOMResult } from "../../protocol.gen";
import { rectOf } from "../dom";
import { nodeOf } from "../keys";
import { answered, isStale, refuse, stale } from "./answer";
import { controlOf } from "./control";
import { shield } from "./outward";

// dom is the op.
export function dom(args: DOMArgs): DOMResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  return answered<DOMResult>({ ok: true }, () => {
    const el = nodeOf(args.key);
    if (el === undefined) refuse("stale_ref", "the element has left the page", "take a new snapshot");
    const stop = shield();
    press(controlOf(el), args.verb);
    const outward = stop();
    return outward === "" ? { ok: true } : { ok: true, outward };
  });
}

const { dispatchEvent } = EventTarget.prototype;
const clickHTML = HTMLElement.prototype.click;

function press(el: Element, verb: string): void {
  const right = verb === "rightclick";
  const times = verb === "dblclick" ? 2 : 1;
  for (const type of ["pointerover", "mouseover", "pointermove", "mousemove"]) send(el, type, 0, right);
  for (let n = 1; n <= times; n++) {
    send(el, "pointerdown", n, right);
    if (send(el, "mousedown", n, right) && el instanceof HTMLElement) HTMLElement.prototype.focus.call(el, { preventScroll: true });
    send(el, "pointerup", n, right);
    send(el, "mouseup", n, right);
    if (right) send(el, "contextmenu", n, right);
    else if (el instanceof HTMLElement) clickHTML.call(el);
    else send(el, "click", n, right);
  }
  if (times === 2) send(el, "dblclick", 2, right);
}

function send(el: Element, type: string, detail: number, right: boolean): boolean {
  const { x, y, width, height } = rectOf(el);
  const down = type.endsWith("down");
  const init = {
    bubbles: true, cancelable: true, composed: true, view: window, detail, button: right ? 2 : 0, buttons: down ? (right ? 2 : 1) : 0,
    clientX: x + width / 2, clientY: y + height / 2,
  };
  const event = type.startsWith("pointer") ? new PointerEvent(type, { ...init, pointerId: 1, pointerType: "mouse", isPrimary: true }) : new MouseEvent(type, init);
  return dispatchEvent.call(el, event);
}
