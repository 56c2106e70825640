// One act from beginning to end: attach, carry the verb out, wait until the page
// has come to rest, say what happened.
import type { ActCall, ActReply, SettleArgs, SettleResult } from "../../protocol.gen";
import { usePage } from "../access";
import { Failure, wireError } from "../errors";
import { callFrame } from "../inject";
import { click, hover } from "./click";
import { placeOf, type Act } from "./context";
import { withDebugger } from "./debug";
import { domAct } from "./dom";
import { dragTo } from "./drag";
import { check, fill, pressKey, select, typeText } from "./field";
import { grown } from "./newborn";
import { ledOut, toldOf } from "./outward";
import { scroll } from "./scroll";
import { unchosen, upload } from "./upload";
import { Interrupted, requireNoDialog, Watch } from "./watch";

// verbs are what an act can do with trusted input.
const verbs: Readonly<Record<string, (act: Act) => Promise<unknown>>> = {
  click: (act) => unchosen(act, () => click(act, placeOf(act), { button: "left", count: 1 })),
  dblclick: (act) => unchosen(act, () => click(act, placeOf(act), { button: "left", count: 2 })),
  rightclick: (act) => click(act, placeOf(act), { button: "right", count: 1 }),
  hover: (act) => hover(act, placeOf(act)),
  check: (act) => check(act, true),
  uncheck: (act) => check(act, false),
  fill, type: typeText, press: (act) => unchosen(act, pressKey), select, scroll, upload, drag: dragTo,
};

// run carries out one act.
export async function run(call: ActCall, { signal }: { signal: AbortSignal }): Promise<ActReply> {
  const tab = await usePage(call.tab);
  requireNoDialog(tab.id);
  const carry = verbs[call.step.do];
  if (!carry || !Object.hasOwn(verbs, call.step.do)) throw new Failure(wireError("usage", `unknown verb: ${JSON.stringify(call.step.do)}`));
  const watch = new Watch(tab.id, signal);
  const act: Act = { tab: tab.id, call, watch, reply: {}, deadline: performance.now() + call.waitMs, leads: false, front: tab.active, turn: 0, skip: 0, came: false, lost: false, sent: false };
  try {
    const work = async (): Promise<void> => {
      await grown(tab.id, call.place?.frame ?? 0);
      await perform(act, carry);
    };
    if (call.input === "dom") await perform(act, domAct);
    else await withDebugger(tab.id, work);
    return answer(act);
  } finally {
    watch.close();
  }
}

async function perform(act: Act, carry: (act: Act) => Promise<unknown>): Promise<void> {
  try {
    await carry(act);
    await settle(act);
    if (act.watch.unnamed.size > 0) await act.watch.until(() => act.watch.unnamed.size === 0, nameMs);
  } catch (cause) {
    if (cause instanceof Interrupted) {
      if (act.watch.gone && !act.sent) throw new Failure(wireError("tab_not_found", "the tab was closed", "list the tabs again"));
      return;
    }
    if (act.sent && ledOut(act.tab) !== undefined) return;
    if (!act.sent || !await leftPage(act)) throw cause;
    await settle(act);
  }
}

// leftPage tells whether the page went away under an act whose input had been
// sent: the act has done its work then.
async function leftPage(act: Act): Promise<boolean> {
  const moved = (): boolean => act.watch.navigated !== undefined || act.watch.pending || act.watch.gone;
  return moved() || await act.watch.until(moved, 50);
}

// nameMs is how long a download may take to get the name of its file.
const nameMs = 500;

// navigationMs is how long after its click a link or a submit button may take to
// begin a navigation, which Chrome tells on another way than the click's answer.
const navigationMs = 30;

// settle waits for the navigation an act began, and then for the page to rest.
async function settle(act: Act): Promise<void> {
  const { watch, call } = act;
  const end = performance.now() + call.settleMs;
  act.reply.settled = false;
  if (act.leads) await watch.until(() => watch.pending || watch.navigated !== undefined || watch.opened.length > 0, navigationMs);
  if (call.quietMs === 0 && !watch.pending && watch.navigated === undefined) {
    act.reply.settled = true;
    return;
  }
  for (;;) {
    const rest = end - performance.now();
    if (watch.pending && !await watch.until(() => !watch.pending, rest)) return;
    const args: SettleArgs = { nonce: "", quietMs: call.quietMs, timeMs: Math.max(0, end - performance.now()) };
    const seen = watch.navigated;
    const answer = await watch.race(callFrame<SettleArgs, SettleResult>(act.tab, 0, "settle", args, args.timeMs + 500));
    if (watch.pending || watch.navigated !== seen) {
      if (performance.now() < end) continue;
      return;
    }
    act.reply.settled = answer.ok && answer.value.settled;
    return;
  }
}

function answer(act: Act): ActReply {
  const { watch, reply } = act;
  const outward = ledOut(act.tab);
  toldOf(act.tab);
  return {
    ...reply, ...(outward === undefined ? {} : { outward }), opened: watch.opened, downloads: watch.downloads, settled: reply.settled ?? false,
    ...(watch.navigated !== undefined ? { navigated: watch.navigated } : {}),
    ...(watch.dialog ? { dialog: watch.dialog } : {}),
  };
}
