// The guard: listeners in the target's frame that see, before the page does, in
// which element the mouse arrives. They are the real hit test, since only the
// browser knows what lies over a frame, and they swallow a press that would
// meet another element than the one aimed at.
import type { Expect, GuardArgs, GuardResult } from "../../protocol.gen";
import { describe } from "../describe";
import { isConnected, rectOf, rootOf } from "../dom";
import { isStale, stale, turn } from "./answer";
import { surfacesOf } from "./box";
import { stillIs, succeed, type Found } from "./find";
import { byName, reaches } from "./hit";
import { shield } from "./outward";
import { deepAt, isLink } from "./tree";
import { Waits } from "./waits";

// pointerrawupdate comes at once; the others wait for a frame, and a tab in the
// background draws one a second (measured). Pages without https lack it.
const looks = ["pointerrawupdate", "pointermove", "mousemove", "pointerover", "mouseover"] as const;
const presses = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"] as const;

// leaves come to the field that a press takes the keyboard from.
const leaves = ["change", "blur"] as const;

// movedPx is how far an element may shift between aiming and pressing. A press
// in its middle still meets it after less.
const movedPx = 3;

// forgetMs takes a guard away whose act was cut off.
const forgetMs = 15_000;

class Guard {
  #found: Found;
  #surface: Element;
  #roots: EventTarget[] = [];
  readonly #expect: Expect | undefined;
  readonly #at: DOMRect;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #listener = (event: Event): void => this.#hear(event);
  readonly #submitted = (event: Event): void => { this.#submit = event; };
  readonly #left = (event: Event): void => { if (event.isTrusted && this.#down) this.#still ??= !this.#hasMoved(); };
  #heard = false;
  #hit = false;
  #by: Element | null = null;
  #down = false;
  #up = false;
  #click: Event | null = null;
  #landed = false; // the click has reached the element
  #still: boolean | undefined; // the element had not moved when the press took the keyboard from a field
  #submit: Event | null = null;
  #changed = false;
  #clicks = 0;
  #ended = 0; // presses that are over, with what the page does in them
  #late = 0;
  readonly #waits = new Waits();
  readonly #outward = shield();
  #x = 0;
  #y = 0;

  constructor(id: number, found: Found, surface: Element, expect: Expect | undefined) {
    this.#found = found;
    this.#surface = surface;
    this.#expect = expect;
    this.#at = rectOf(surface);
    this.#listen();
    this.#timer = setTimeout(() => remove(id), forgetMs);
  }

  // listen hears the window and, because an event inside a closed shadow root
  // names only its host outside, every root around the element.
  #listen(): void {
    this.#roots = [window];
    for (let root = rootOf(this.#surface); root instanceof ShadowRoot; root = rootOf(root.host)) this.#roots.push(root);
    for (const root of this.#roots) {
      for (const type of [...looks, ...presses]) root.addEventListener(type, this.#listener, { capture: true, passive: false });
      root.addEventListener("submit", this.#submitted, { capture: true });
    }
    for (const type of leaves) window.addEventListener(type, this.#left, true);
  }

  #deafen(): void {
    for (const root of this.#roots) {
      for (const type of [...looks, ...presses]) root.removeEventListener(type, this.#listener, { capture: true });
      root.removeEventListener("submit", this.#submitted, { capture: true });
    }
    for (const type of leaves) window.removeEventListener(type, this.#left, true);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#outward();
    this.#deafen();
    this.#waits.close();
  }

  // come waits for the mouse.
  come(waitMs: number): Promise<void> {
    return this.#waits.until(() => this.#heard, waitMs);
  }

  // over waits until so many presses are over: until the click of the last one,
  // or with whole until the page has done what it does in it. lateMs after the
  // first one came it waits no longer, since a select's list keeps the mouse's
  // going up to itself.
  over(ups: number, whole: boolean, lateMs: number, waitMs: number): Promise<void> {
    this.#late = lateMs;
    return this.#waits.until(() => this.#ended >= ups || !whole && this.#clicks >= ups, waitMs);
  }

  // follow goes over to the element that took the place of a lost one, as a page
  // that renders itself anew all the time makes them.
  #follow(): void {
    if (isConnected(this.#found.el) || this.#expect === undefined || this.#down) return;
    const next = succeed(this.#expect);
    const surface = next && surfacesOf(next.el)[0];
    if (next === undefined || surface === undefined) return;
    this.#deafen();
    this.#found = next;
    this.#surface = surface;
    this.#listen();
    const hit = deepAt(this.#x, this.#y);
    this.#hit = reaches(hit, next.el, surface);
    this.#by = hit;
  }

  // compare notes that the element has become another since it was aimed at: a
  // list that fills its rows anew moves nothing. One that has lost its name is
  // still the same: tooltips take the title away when the mouse comes.
  #compare(): void {
    const { el } = this.#found;
    if (!this.#down && this.#expect !== undefined && isConnected(el) && describe(el).name !== "" && !stillIs(el, this.#expect)) this.#changed = true;
  }

  pressed(): boolean {
    return this.#down;
  }

  report(): GuardResult {
    this.#follow();
    this.#compare();
    const outward = this.#landed ? this.#outward() : "";
    return {
      ok: true, heard: this.#heard, hit: this.#hit, by: this.#hit || this.#by === null ? "" : byName(this.#by),
      moved: this.#hasMoved(), down: this.#down, idle: this.#idle(), lost: this.#lost(), changed: this.#changed, gone: !isConnected(this.#found.el),
      key: this.#found.key, ...(outward === "" ? {} : { outward }), ...(this.#found.rebound === undefined ? {} : { rebound: this.#found.rebound }),
    };
  }

  #hasMoved(): boolean {
    const now = rectOf(this.#surface);
    return Math.abs(now.x - this.#at.x) > movedPx || Math.abs(now.y - this.#at.y) > movedPx;
  }

  // lost says whether the press has taken the keyboard from a field, whose page
  // then moved the element away, or drew it anew, before the button was let go: an
  // error is shown above it. No click came of it, and a person clicks again.
  #lost(): boolean {
    if (!this.#up || this.#landed || this.#still !== true) return false;
    const { el } = this.#found;
    if (!isConnected(el)) return this.#expect !== undefined && succeed(this.#expect) !== undefined;
    return this.#hasMoved() && surfacesOf(el).length > 0;
  }

  // hear notes where an event arrives. At the window it may name only a shadow
  // host; the listener inside the root then hears it again and knows better.
  #hear(event: Event): void {
    if (!event.isTrusted) return;
    if (event instanceof MouseEvent) [this.#x, this.#y] = [event.clientX, event.clientY];
    this.#follow();
    const hit = event.composedPath()[0];
    const target = hit instanceof Element ? hit : null;
    const ok = reaches(target, this.#found.el, this.#surface);
    const outside = !ok && target !== null && this.#leadsIn(target) && event.currentTarget === window;
    if (!outside) {
      this.#heard = true;
      this.#hit = ok;
      this.#by = target;
    }
    if ((presses as readonly string[]).includes(event.type)) this.#press(event, ok || outside);
    if (event.currentTarget === window) {
      if (event.type === "click") this.#clicks++;
      if (event.type === "mouseup") void turn().then(() => this.#end(1));
    }
    this.#waits.look();
  }

  #end(presses: number): void {
    this.#ended += presses;
    this.#waits.look();
  }

  #press(event: Event, ok: boolean): void {
    if (ok) this.#compare();
    if (!this.#down && (!ok || this.#changed)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!this.#down) setTimeout(() => this.#end(Infinity), this.#late);
    this.#down = true;
    if (event.type === "mouseup") this.#up = true;
    if (event.type !== "click") return;
    this.#click = event;
    this.#landed ||= ok;
  }

  // idle says whether the click is over and its form goes nowhere. Of a link that
  // is not known: the page's own router may follow it.
  #idle(): boolean {
    if (this.#click === null || isLink(this.#found.el)) return false;
    return this.#click.defaultPrevented || this.#submit === null || this.#submit.defaultPrevented;
  }

  // leadsIn says whether an element is the host of a root the target lies in.
  #leadsIn(host: Element): boolean {
    return this.#roots.some((root) => root instanceof ShadowRoot && root.host === host);
  }
}

const guards = new Map<number, Guard>();

// arm puts a guard on an element.
export function arm(id: number, found: Found, surface: Element, expect: Expect | undefined): void {
  remove(id);
  guards.set(id, new Guard(id, found, surface, expect));
}

function remove(id: number): void {
  guards.get(id)?.stop();
  guards.delete(id);
}

// heldMs is how long a page is kept still for a press that does not come. It
// comes within a few milliseconds; on a machine that is busy with ten other things
// three of 670 took longer than 100 (measured), and met what the page had made meanwhile.
const heldMs = 500;

// hold keeps the page still from the guard's good word until the press is there:
// no script of the page runs in between, and input comes before all that waits.
// A press that came before this had its turn is not waited for: the page, and the
// act, would stand still for nothing.
function hold(pressed: () => boolean): void {
  const input = navigator.scheduling;
  if (input === undefined || globalThis.scheduler === undefined) return;
  void scheduler.postTask(() => {
    const end = pressed() ? 0 : performance.now() + heldMs;
    while (!input.isInputPending() && performance.now() < end);
  }, { priority: "user-blocking" });
}

// guard is the op that waits for what a guard hears, reads it and takes it away.
export async function guard(args: GuardArgs): Promise<GuardResult | typeof stale> {
  if (isStale(args.nonce)) return stale;
  const one = guards.get(args.guard);
  if (one === undefined) return { ok: true, heard: false, hit: false, by: "", moved: false, down: false, gone: true, key: 0 };
  if (args.until === "mouse") await one.come(args.waitMs ?? 0);
  const press = args.until === "click" || args.until === "over";
  if (press) await one.over(args.ups ?? 1, args.until === "over", args.lateMs ?? 0, args.waitMs ?? 0);
  const report = one.report();
  if (press && (report.down || report.changed === true)) remove(args.guard);
  if (args.hold === true && report.heard && report.hit && !report.moved && !report.gone && report.changed !== true) hold(() => one.pressed());
  if (args.off) remove(args.guard);
  return report;
}
