// Clicks of every kind, and hovering: aim, come with the mouse, ask the guard,
// press. What did not reach the element is tried anew while time is left; what
// reached it is never repeated.
import type { DOMArgs, DOMResult, GuardResult, Place } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, listen, onTab, type Aimed } from "./aim";
import { ask, codeOf, pause, type Act } from "./context";
import { barShown } from "./debug";
import { move, press, type Click } from "./press";

// frameMs is how long a tab may take to draw its first frame after a
// navigation, before which Chromium drops input (measured).
const frameMs = 100;

// soonMs is how long the guard waits for a mouse that is on its way; a busy
// machine takes that long. Then the move is sent again, a few times.
const soonMs = 30;
const moves = 5;

// lateMs is how long after it began a press may take to be over, overMs how long
// the guard waits for it as a whole.
const lateMs = 60;
const overMs = 2500;

// click presses an element and answers where it was.
export async function click(act: Act, place: Place, how: Click): Promise<Aimed> {
  if (act.call.input === "dom") return domClick(act, await aim(act, place, "strict", false));
  for (;;) {
    const aimed = await come(act, place);
    if (aimed.found.zero) {
      act.reply.fallback = "dom_click";
      return domClick(act, aimed);
    }
    if (await strike(act, aimed, (at, guard) => press(act.tab, at, how, guard), how.count)) return aimed;
  }
}

// hover brings the mouse over an element and leaves it there.
export async function hover(act: Act, place: Place): Promise<void> {
  await barShown(act.tab);
  for (;;) {
    const aimed = await come(act, place);
    if (await strike(act, aimed, async (at, guard) => { await move(act.tab, at); return guard(); })) return;
  }
}

// come aims at an element. What lies over it may go away, or let it through, when
// the mouse comes: rows show their buttons under it, as a person would find out.
export async function come(act: Act, place: Place): Promise<Aimed> {
  try {
    return await aim(act, place, "strict", true);
  } catch (cause) {
    if (act.came || codeOf(cause) !== "covered") throw cause;
    act.came = true;
    const at = await onTab(act, await aim(act, place, "none", false));
    await act.watch.race(move(act.tab, at));
    return aim(act, place, "strict", true);
  }
}

type Send = (at: { x: number; y: number }, guard: () => Promise<boolean>) => Promise<boolean>;

// strike carries out one attempt, of so many presses that the guard can tell when
// they are over. False: the page moved under it, try again.
export async function strike(act: Act, aimed: Aimed, sendIt: Send, ups = 0): Promise<boolean> {
  let refusal: Failure | undefined;
  let done = false;
  try {
    const at = await onTab(act, aimed);
    const early = ups > 0 ? asked(act, aimed, ups) : Promise.resolve(undefined);
    const guard = async (): Promise<boolean> => {
      refusal = await verdict(act, aimed, at);
      act.sent = refusal === undefined;
      return refusal === undefined;
    };
    done = await act.watch.race(sendIt(at, guard));
    if (done && await arrived(act, aimed, at, sendIt, early) && !act.lost) {
      act.lost = true;
      return act.sent = false;
    }
    return done || giveUp(act, refusal);
  } catch (cause) {
    return giveUp(act, cause);
  } finally {
    if (!done) await disarm(act, aimed);
  }
}

// giveUp throws what stands in the way, unless it may still pass.
async function giveUp(act: Act, cause: unknown): Promise<false> {
  const passing = ["covered", "not_stable", "not_visible", "input_not_delivered", "stale_ref"].includes(codeOf(cause));
  // What moves or is not drawn yet passes by itself, on a busy machine slowly.
  const slow = ["not_stable", "input_not_delivered"].includes(codeOf(cause)) ? 2 * act.call.waitMs : 0;
  if (!passing || act.sent || performance.now() > act.deadline + slow) throw cause;
  if (["covered", "input_not_delivered", "not_visible"].includes(codeOf(cause))) act.skip++;
  await pause(40);
  return false;
}

// verdict asks the guard what the mouse met. Undefined: the element.
async function verdict(act: Act, aimed: Aimed, at: { x: number; y: number }): Promise<Failure | undefined> {
  const hold = act.call.step.do !== "hover";
  const come = (waitMs: number): Promise<GuardResult> => listen(act, aimed, { off: false, hold, until: "mouse", waitMs });
  let report = await come(soonMs);
  for (let turn = 0; !report.heard && !report.gone && turn < moves; turn++) {
    await act.watch.race(move(act.tab, { x: at.x, y: at.y + (turn % 2 === 0 ? 0.5 : 0) }));
    report = await come(frameMs);
  }
  if (report.rebound && act.call.place?.key === aimed.place.key) act.reply.rebound = { ...aimed.place, key: report.key, expect: report.rebound };
  return hold && report.changed === true ? becameAnother() : refusalOf(report);
}

const becameAnother = (): Failure =>
  new Failure(wireError("changed_ref", "the element became another just before it was pressed", "take a new snapshot and use the ref it prints"));

function refusalOf(report: GuardResult): Failure | undefined {
  if (report.gone) return new Failure(wireError("stale_ref", "the element left the page before it was pressed", "take a new snapshot"));
  if (!report.heard) {
    return new Failure(wireError("input_not_delivered", "the browser did not deliver the input to the element's frame",
      "something may cover the frame, or the page is not drawn yet: try again; a window of the browser itself may stand over the tab: open the address in a new one"));
  }
  if (!report.hit) {
    return new Failure(wireError("covered", `the element is covered by ${report.by}`, "close or move what covers it, then try again"));
  }
  if (report.moved) return new Failure(wireError("not_stable", "the element keeps moving", "wait until the page rests, then try again"));
  return undefined;
}

// asked has the guard wait until a press is over. It is asked before there is
// one: a question after it would be heard only when the page has drawn what it
// made of the press (measured).
async function asked(act: Act, aimed: Aimed, ups: number): Promise<GuardResult | undefined> {
  try {
    return await listen(act, aimed, { off: false, until: act.leads ? "over" : "click", ups, lateMs, waitMs: overMs });
  } catch (cause) {
    console.debug("guard", cause); // the page is gone already, or a dialog is open: arrived finds out
    return undefined;
  }
}

// arrived checks that the press was heard, and repeats once what was not. True:
// it was, but the page moved the element from under it, and no click came.
async function arrived(act: Act, aimed: Aimed, at: { x: number; y: number }, sendIt: Send, early: Promise<GuardResult | undefined>): Promise<boolean> {
  if (act.call.step.do === "hover") { await disarm(act, aimed); return false; }
  const seen = await early;
  if (seen?.idle === true) act.leads = false; // no form goes anywhere
  if (pressed(seen)) return slid(act, stays(seen));
  try {
    const end = await listen(act, aimed, { off: true });
    if (pressed(end)) return slid(act, stays(end));
    if (end.heard && !end.hit) return kept(act, end);
    await pause(frameMs);
    if (!left(act)) {
      const again = await aim(act, aimed.place, "strict", true);
      await act.watch.race(sendIt(at, async () => (await verdict(act, again, at)) === undefined));
      if (pressed(await listen(act, again, { off: true }))) return false;
    }
  } catch (cause) {
    if (["", "changed_ref", "covered"].includes(codeOf(cause))) throw cause;
  }
  if (left(act)) {
    act.reply.unsure = true; // the page was gone before it could tell
    return false;
  }
  throw new Failure(wireError("input_not_delivered", "the browser did not deliver the press", "take a new snapshot, then try again"));
}

// kept throws what stood in the way of a press that its guard kept from the page:
// a tooltip, mostly, that came with the mouse.
function kept(act: Act, end: GuardResult): never {
  act.sent = false;
  throw refusalOf(end);
}

// stays throws when the press came to a link out of the browser, which was not followed.
export function stays<R extends { outward?: string }>(report: R | undefined): R | undefined {
  if (report?.outward === undefined) return report;
  throw new Failure(wireError("wrong_control", `the link leads out of the browser, to ${report.outward}, which was not opened`,
    "use the address elsewhere, or hand off to the person"));
}

// slid says whether one click was lost to a page that moved its target under it.
const slid = (act: Act, end: GuardResult | undefined): boolean =>
  end?.lost === true && ["click", "check", "uncheck"].includes(act.call.step.do);

// pressed says whether a guard heard the press. It throws when the press was
// kept from an element that had become another.
function pressed(report: GuardResult | undefined): boolean {
  if (report?.changed === true) throw becameAnother();
  return report?.down === true;
}

// left says whether the page went away.
const left = (act: Act): boolean => act.watch.navigated !== undefined || act.watch.pending || act.watch.gone;

async function disarm(act: Act, aimed: Aimed): Promise<GuardResult | undefined> {
  try {
    return await listen(act, aimed, { off: true });
  } catch (cause) {
    // The document is gone, and its listener with it; a dialog is told by the watch.
    console.debug("guard", cause);
    return undefined;
  }
}

async function domClick(act: Act, aimed: Aimed): Promise<Aimed> {
  act.sent = true;
  stays(await ask<DOMArgs, DOMResult>(act, aimed.place.frame, "dom", { nonce: aimed.place.nonce, key: aimed.place.key, verb: "click", text: "" }));
  return aimed;
}
