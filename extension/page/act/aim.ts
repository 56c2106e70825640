// Ready or not: everything that must hold before an element is acted on, tried
// again while time is left, since pages disable, cover and move things for moments.
import type { AimArgs, AimResult, WireError } from "../../protocol.gen";
import { rectOf } from "../dom";
import { ownIndex } from "../frames";
import { isSecret } from "../secrets";
import { failed, isStale, pause, Refusal, refuse, stale } from "./answer";
import { areasOf, isModalBlocked, isRendered, partsOf, pointsIn, surfacesOf, type Area } from "./box";
import { editNow } from "./edit";
import { checkedState, controlOf, fieldOf, fillableOf, hasContext, isDisabled, isInert, isReadonly } from "./control";
import { find, nameOf, type Found } from "./find";
import { arm } from "./guard";
import { byName, isAnother, isOther, isOwnCover, meet } from "./hit";
import { outline } from "./outline";
import { inSight } from "./sight";
import { ancestors, isLink, lies } from "./tree";
import { bring, reaches, unclipped } from "./view";

// everyMs is how often an element that is not ready is looked at again.
const everyMs = 30;

// passing are the reasons that may pass by themselves.
const passing = new Set(["covered", "disabled", "not_visible", "not_stable", "stale_ref"]);

// patience is how many times the usual wait an element gets that is on its way:
// moving, or not yet grown to a size. A busy machine animates slowly.
const patience = 3;

// verbs that need a control that can be used; the others only need it there.
const using = new Set(["click", "dblclick", "rightclick", "check", "uncheck", "fill", "type", "press", "select", "upload", "drag"]);
const clicking = new Set(["click", "dblclick", "check", "uncheck"]);
const writing = new Set(["fill", "type"]);

interface Spot { x: number; y: number; zero: boolean; surface: Element }

const empty: AimResult = { ok: true, key: 0, x: 0, y: 0, width: 0, height: 0, index: -1, leads: false, zero: false,
  field: "none", checked: "", secret: false, box: { x: 0, y: 0, width: 0, height: 0 } };

// aim is the op.
export async function aim(args: AimArgs): Promise<AimResult | typeof stale> {
  if (isStale(args.nonce)) return stale;
  const rest = new Rest();
  for (;;) {
    try {
      return attempt(args, rest);
    } catch (cause) {
      if (!(cause instanceof Refusal) || !passing.has(cause.wire.code)) return failed({ ...empty, ...place() }, cause);
      const wait = waitFor(args, cause.wire.code);
      if (rest.age() + everyMs > wait) return failed({ ...empty, ...place() }, cause);
    }
    await pause(everyMs);
  }
}

// soonMs is how long what is covered is waited for before the mouse comes: what
// goes away when the mouse moves, or shows only under it, waits for that.
const soonMs = 200;

function waitFor({ waitMs, hover }: AimArgs, code: string): number {
  if (code === "not_stable") return waitMs * patience;
  return code === "covered" && hover ? Math.min(soonMs, waitMs) : waitMs;
}

function attempt(args: AimArgs, rest: Rest): AimResult {
  const found = find(args.key, args.expect);
  const { el } = found;
  usable(args, el);
  const spot = args.hit === "none" ? locate(el) : point(args, el, rest);
  rest.require(spot.surface);
  if (args.guard > 0 && !spot.zero) arm(args.guard, found, spot.surface, args.expect);
  outline(found.key, args.outline);
  const aimed = result(found, spot);
  // The parents of a frame have not said yet whether it can be used.
  return args.edit === undefined || aimed.index >= 0 ? aimed : { ...aimed, edit: editNow({ ...args.edit, key: found.key }) };
}

// usable checks what does not depend on where the element is.
function usable(args: AimArgs, el: Element): void {
  if (!using.has(args.verb)) return;
  const control = controlOf(el);
  if (isInert(control)) refuse("disabled", `${nameOf(el)} lies in a part of the page that is switched off (inert)`, "something else on the page must be done first");
  if (isModalBlocked(el)) refuse("covered", `${nameOf(el)} lies behind an open modal dialog`, "answer or close the dialog first");
  if (isDisabled(el)) refuse("disabled", `${nameOf(el)} is disabled`, "something else on the page must be done first");
  if (writing.has(args.verb)) {
    const field = fillableOf(el);
    if (isReadonly(field)) refuse("readonly", `${nameOf(el)} is read-only`, "it may be set another way: click it and choose");
  }
}

// locate says where an element is without asking what lies over it.
function locate(el: Element): Spot {
  const surface = surfacesOf(el)[0];
  if (surface === undefined) return { x: 0, y: 0, zero: true, surface: el };
  let area = areasOf(surface)[0];
  if (area !== undefined && (pointsIn(area).length === 0 || !unclipped(surface, area))) {
    bring(surface, "center");
    area = areasOf(surface)[0];
  }
  if (area === undefined) return { x: 0, y: 0, zero: true, surface };
  return { ...middle(area), zero: false, surface };
}

// point finds a point of the element that input reaches, scrolling if need be.
function point(args: AimArgs, el: Element, rest: Rest): Spot {
  const surfaces = surfacesOf(el);
  if (surfaces.length === 0) refuse("not_visible", `${nameOf(el)} is not visible`, "open what holds it, or take a new snapshot");
  const clear = open(el, surfaces, args.skip);
  if (clear !== undefined) return clear;
  if (surfaces.every((surface) => areasOf(surface).length === 0)) return sizeless(args, el, surfaces[0]!, rest);
  // Scrolling moves everything under the mouse, and closes what hovering keeps
  // open: only what scrolling can mend is worth it.
  if (surfaces.some((surface) => isInSight(surface) && !isUnderBar(el, surface))) {
    rest.require(surfaces[0]!);
    return blocked(args, el, surfaces[0]!);
  }
  for (const block of reaches) {
    for (const surface of surfaces) {
      bring(surface, block);
      const spot = open(el, [surface], args.skip);
      if (spot !== undefined) return spot;
    }
  }
  bring(surfaces[0]!, "center");
  return blocked(args, el, surfaces[0]!);
}

// isInSight says whether the middle of an element is on the screen and inside its scrollers.
function isInSight(surface: Element): boolean {
  const area = areasOf(surface)[0];
  if (area === undefined) return false;
  return inSight(area.x + area.width / 2, area.y + area.height / 2) && unclipped(surface, area);
}

// isUnderBar says whether what covers an element stays where it is when the
// element is scrolled.
function isUnderBar(el: Element, surface: Element): boolean {
  const area = areasOf(surface)[0];
  if (area === undefined) return false;
  const { hit } = meet(...spread(middle(area)), el, surface);
  for (const at of hit === null ? [] : ancestors(hit)) {
    if (lies(el, at)) return false;
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
  }
  return false;
}

const spread = ({ x, y }: { x: number; y: number }): [number, number] => [x, y];

// open is the first point that a press reaches, or the one after those that the
// frames around this one, or the mouse itself, found covered; round and round,
// since what covered one may have gone. Where another control lies in the
// element, a point beside it is better.
function open(el: Element, surfaces: Element[], skip: number): Spot | undefined {
  const own: Spot[] = [], others: Spot[] = [];
  for (const { spot, hit } of spotsOf(el, surfaces)) {
    if (isAnother(hit, el)) others.push(spot);
    else if (own.push(spot) > skip) return spot;
  }
  const part = own.length === 0 && others.length > 0 ? ownPart(el) : undefined;
  if (part !== undefined) return part;
  const found = [...own, ...others];
  return found[skip % found.length];
}

// ownPart is a point of an element that is full of other controls.
function ownPart(el: Element): Spot | undefined {
  for (const { at, area } of partsOf(el, (inner) => isOther(inner, el))) {
    let box = area();
    if (box === undefined) continue;
    if (!inSight(...spread(middle(box)))) {
      bring(at, "nearest");
      box = area() ?? box;
    }
    const { x, y } = middle(box);
    const { hit, ok } = meet(x, y, el, el);
    if (ok && !isAnother(hit, el)) return { x, y, zero: false, surface: el };
  }
  return undefined;
}

function* spotsOf(el: Element, surfaces: Element[]): Generator<{ spot: Spot; hit: Element | null }> {
  for (const surface of surfaces) {
    for (const area of areasOf(surface)) {
      for (const { x, y } of pointsIn(area)) {
        const { hit, ok } = meet(x, y, el, surface);
        if (ok) yield { spot: { x, y, zero: false, surface }, hit };
      }
    }
  }
}

// blocked says why no point was open, or lets through what may be covered.
function blocked(args: AimArgs, el: Element, surface: Element): Spot {
  const area = areasOf(surface)[0];
  if (area === undefined) refuse("not_visible", `${nameOf(el)} has no size`, "open what holds it, or take a new snapshot");
  const { x, y } = middle(area);
  const { hit } = meet(x, y, el, surface);
  const field = fillableOf(el);
  if (args.hit === "own" && isOwnCover(hit, field)) return { x, y, zero: false, surface };
  if (pointsIn(area).length === 0) refuse("not_visible", `${nameOf(el)} cannot be scrolled into view`, "scroll its container, or open what holds it");
  const types = ["text", "editor"].includes(fieldOf(field)) && isOwnCover(hit, field);
  refuse("covered", `${nameOf(el)} is covered by ${byName(hit)}`,
    types ? "its own editor covers it: fill and type reach it" : "close or move what covers it, then try again");
}

// growMs is how long an element without a size may take to get one: menus and
// popups begin their animation at nothing.
const growMs = 500;

// sizeless lets a control without a size be clicked by the DOM, where the
// nearest box around it is a part of the page that can be seen.
function sizeless(args: AimArgs, el: Element, surface: Element, rest: Rest): Spot {
  if (args.hit === "own" && hasContext(fillableOf(el))) return { x: 0, y: 0, zero: true, surface };
  const clicks = clicking.has(args.verb);
  if (clicks && rest.age() >= Math.min(growMs, args.waitMs / 2)) {
    const around = [...ancestors(surface)].find((at) => areasOf(at).length > 0);
    const area = around && areasOf(around)[0];
    if (around !== undefined && area !== undefined && area.width * area.height < innerWidth * innerHeight / 4) {
      bring(around, "center");
      const { x, y } = middle(areasOf(around)[0] ?? area);
      if (isRendered(around) && meet(x, y, el, around).ok) return { x, y, zero: true, surface: around };
    }
  }
  const growing = rest.age() < args.waitMs * (patience - 1) && document.getAnimations().length > 0;
  refuse(growing ? "not_stable" : "not_visible", `${nameOf(el)} has no size`, "open what holds it, or take a new snapshot");
}

function middle(area: Area): { x: number; y: number } {
  const points = pointsIn(area);
  return points[0] ?? { x: area.x + area.width / 2, y: area.y + area.height / 2 };
}

function result(found: Found, spot: Spot): AimResult {
  const field = fillableOf(found.el);
  return {
    ...empty, ...place(), key: found.key, ...(found.rebound === undefined ? {} : { rebound: found.rebound }),
    x: spot.x, y: spot.y, zero: spot.zero, field: fieldOf(field), checked: checkedState(found.el), secret: isSecret(field),
    box: boxOf(found.el), leads: leads(found.el),
  };
}

function boxOf(el: Element): Area {
  const { x, y, width, height } = rectOf(el);
  return { x, y, width, height };
}

// leads says whether a press may begin a navigation by itself, or open a file
// chooser. One in a field that is written only sets the caret.
function leads(el: Element): boolean {
  if (isLink(el) || fieldOf(controlOf(el)) === "file") return true;
  for (const at of ancestors(el)) {
    if (at instanceof HTMLButtonElement || at instanceof HTMLInputElement) return at.form !== null && !["text", "value"].includes(fieldOf(at));
  }
  return false;
}

// place is this frame in its parent, and the size of its viewport.
export function place(): { width: number; height: number; index: number } {
  return { width: innerWidth, height: innerHeight, index: ownIndex() };
}

// Rest tells when an element has come to rest. Only an animation of it or of
// what it lies in makes it worth a second look here; what a script moves is
// noticed between the aiming and the press.
class Rest {
  #last: { x: number; y: number } | undefined;
  #looks = 0;
  readonly #began = performance.now();

  // age is for how long the element has been looked at.
  age(): number {
    return performance.now() - this.#began;
  }

  require(el: Element): void {
    if (!isAnimated(el)) return;
    const now = rectOf(el);
    const last = this.#last;
    this.#last = { x: now.x, y: now.y };
    this.#looks++;
    if (last !== undefined) {
      const drift = Math.max(Math.abs(now.x - last.x), Math.abs(now.y - last.y));
      if (drift < 0.5) return;
      // One that swings for ever within its own box can be hit all the same.
      if (this.#looks > 6 && drift < Math.min(now.width, now.height) / 8) return;
    }
    const error: WireError = { code: "not_stable", message: `${nameOf(el)} is moving`, hint: "wait until the page rests, then try again" };
    throw new Refusal(error);
  }
}

function isAnimated(el: Element): boolean {
  const running = document.getAnimations().filter((one) => one.playState === "running");
  if (running.length === 0) return false;
  const targets = new Set(running.map((one) => one.effect instanceof KeyframeEffect ? one.effect.target : null));
  for (const at of ancestors(el)) if (targets.has(at)) return true;
  return false;
}
