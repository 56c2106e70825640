// From a ref to a point on the tab: the element is found again in its frame,
// and every parent frame is asked whether the point reaches that frame. A child
// cannot know that its frame is inert, hidden, covered or behind a modal.
import type { AimArgs, AimResult, EditArgs, GuardArgs, GuardResult, PassArgs, PassResult, Place } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { framesOf } from "../frames";
import { labelOf } from "../outline";
import { ask, left, type Act } from "./context";
import { project, type Level } from "./frames";
import { apply, inverse, type Point } from "./quad";

// Aimed is an element that can be acted on.
export interface Aimed { place: Place; found: AimResult; guard: number }

// Hit says how an element may be covered: "strict" not at all, "own" by parts
// of its own editor, "none" is not asked.
export type Hit = "strict" | "own" | "none";

let guards = 0;

// aim finds the element of a place and makes it ready. A node that took the
// place of the one printed is reported as rebound. An edit given along is carried
// out in the same turn, where no parent frame has to be asked first.
export async function aim(act: Act, place: Place, hit: Hit, armed: boolean, edit?: EditArgs): Promise<Aimed> {
  const guard = armed ? ++guards : 0;
  const waitMs = left(act);
  const args: AimArgs = {
    nonce: place.nonce, key: place.key, ...(place.expect ? { expect: place.expect } : {}),
    verb: act.call.step.do, guard, waitMs, hit, trust: act.call.input !== "dom", hover: armed && !act.came, skip: act.skip, outline: act.front ? labelOf(act.call) : "",
    ...(edit && place.frame === 0 ? { edit } : {}),
  };
  const found = await ask<AimArgs, AimResult>(act, place.frame, "aim", args, 4 * waitMs);
  act.leads ||= armed && found.leads;
  const now = found.key === place.key ? place : { ...place, key: found.key };
  if (found.rebound && place === act.call.place) act.reply.rebound = { ...now, expect: found.rebound };
  if (place.frame !== 0) await chainOf(act, place, found);
  return { place: now, found, guard };
}

// onTab is where the aimed point lies on the tab, once every parent frame lets it through.
export async function onTab(act: Act, aimed: Aimed): Promise<Point> {
  const point = { x: aimed.found.x, y: aimed.found.y };
  if (aimed.place.frame === 0) return point;
  // Each turn scrolls one parent; nested frames need one turn each and one to look.
  for (let turn = 0; turn < 12; turn++) {
    const levels = await chainOf(act, aimed.place, aimed.found);
    const maps = await act.watch.race(project(act.tab, levels));
    const there = apply(maps[0]!, point);
    if (!there) throw new Failure(wireError("not_visible", "the frame is turned away from the viewer", ""));
    if (!await scrolls(act, levels, maps, there)) return there;
  }
  throw new Failure(wireError("not_visible", "the element's frame cannot be scrolled into view", "scroll the page, then try again"));
}

// spotOn is where any point of an aimed element's frame lies on the tab.
export async function spotOn(act: Act, place: Place, found: AimResult, point: Point): Promise<Point> {
  if (place.frame === 0) return point;
  const levels = await chainOf(act, place, found);
  const maps = await act.watch.race(project(act.tab, levels));
  const there = apply(maps[0]!, point);
  if (!there) throw new Failure(wireError("not_visible", "the frame is turned away from the viewer", ""));
  return there;
}

// scrolls asks the parents, the innermost first, whether the point passes; true
// when one of them had to scroll. The other way round a parent would be scrolled
// after a point that its child does not show yet.
async function scrolls(act: Act, levels: readonly Level[], maps: Parameters<typeof apply>[0][], there: Point): Promise<boolean> {
  for (let n = 1; n < levels.length; n++) {
    const back = inverse(maps[n]!);
    const here = back && apply(back, there);
    if (!here) throw new Failure(wireError("not_visible", "the frame is seen from its edge", ""));
    const level = levels[n]!;
    const passed = await pass(act, level.frame, { nonce: level.nonce, ...inParent(levels[n - 1]!), x: here.x, y: here.y, look: false });
    if (passed.scrolled) return true;
  }
  return false;
}

// chainOf has every parent say whether its frame can be used at all.
async function chainOf(act: Act, { frame, nonce }: Place, found: AimResult): Promise<Level[]> {
  const [own, ...parents] = await chainFrom(act.watch.race(framesOf(act.tab)), frame);
  const levels: Level[] = [{ frame, nonce, url: own!.url, index: found.index, width: found.width, height: found.height }];
  for (const parent of parents) {
    const record = await pass(act, parent.frameId, { nonce: "", ...inParent(levels[levels.length - 1]!), x: 0, y: 0, look: true });
    levels.push({ frame: parent.frameId, nonce: record.nonce, url: parent.url, index: record.index, width: record.width, height: record.height });
  }
  return levels;
}

// inParent is what tells a frame from others in the same parent.
const inParent = ({ index, nonce, url }: Level): Pick<PassArgs, "index" | "child" | "url"> => ({ index, child: nonce, url });

function pass(act: Act, frame: number, args: PassArgs): Promise<PassResult> {
  return ask<PassArgs, PassResult>(act, frame, "pass", args);
}

// chainFrom is a frame and those that it lies in, inside out.
async function chainFrom(asked: Promise<chrome.webNavigation.FrameDetails[]>, frame: number): Promise<chrome.webNavigation.FrameDetails[]> {
  const frames = await asked;
  const chain: chrome.webNavigation.FrameDetails[] = [];
  for (let at = frame; at >= 0;) {
    const found = frames.find((one) => one.frameId === at);
    if (found === undefined || chain.includes(found)) throw new Failure(wireError("frame_gone", "the frame is no longer on the page", "take a new snapshot"));
    chain.push(found);
    at = found.parentFrameId;
  }
  return chain;
}

// listen reads an aimed element's guard.
export function listen(act: Act, aimed: Aimed, how: Omit<GuardArgs, "nonce" | "guard">): Promise<GuardResult> {
  return ask<GuardArgs, GuardResult>(act, aimed.place.frame, "guard", { nonce: aimed.place.nonce, guard: aimed.guard, ...how });
}
