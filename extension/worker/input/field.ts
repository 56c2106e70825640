// Writing into fields and pressing keys. The page prepares the field and checks
// afterwards what it holds; the text itself comes as trusted input, so that
// masks, editors and controlled inputs take it as they take a person's.
import type { EditArgs, EditResult, Place } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, type Aimed } from "./aim";
import { click } from "./click";
import { ask, codeOf, pause, placeOf, type Act } from "./context";
import { chord } from "./keys";
import { insert, release, releases, stroke, type } from "./press";

// notYetMs is how long a page may need before it takes its first input.
const notYetMs = 100;

// everything is the chord that selects all of an editor's text: its model may
// hold more than the page shows, so a selection in the page would not do.
const everything = chord(navigator.userAgent.includes("Mac OS X") ? "Meta+A" : "Control+A")!;

// turns numbers what is written, so that a question about one write is never
// answered for another.
let turns = 0;

// fill replaces what a field holds.
export async function fill(act: Act): Promise<void> {
  const text = act.call.step.value?.[0] ?? "";
  const kept = await again(act, () => fillOnce(act, text));
  if (kept.held !== undefined && !act.call.step.secret) act.reply.value = kept.held;
}

async function fillOnce(act: Act, text: string): Promise<EditResult> {
  act.turn = ++turns;
  const args = editOf(act, placeOf(act), "write", [text]);
  const aiming = aim(act, placeOf(act), "own", false, args);
  const early = text === "" || placeOf(act).frame !== 0 ? undefined : soon(act, args, text);
  return enter(act, await aiming, text, early);
}

// again does a thing once more when the page drew the element anew because it got
// the keyboard.
async function again<R>(act: Act, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (cause) {
    if (act.sent || codeOf(cause) !== "stale_ref") throw cause;
    return work();
  }
}

// heardMs is how long the page waits for what is on its way to a field.
const heardMs = 100;

// soon asks for what a field holds once the text has come to it, before there is
// any: a question after the text would be heard only when the page has drawn it.
// Undefined: ask again.
async function soon(act: Act, args: EditArgs, text: string): Promise<EditResult | undefined> {
  try {
    const until = releases(text) ? "keyup" : "input";
    return await ask<EditArgs, EditResult>(act, placeOf(act).frame, "edit", { ...args, mode: "typed", until, waitMs: heardMs });
  } catch (cause) {
    console.debug("field", cause);
    return undefined;
  }
}

// mostKeys bounds what is typed key by key where a text at one go was not kept.
const mostKeys = 200;

// enter writes the text and answers what the field then holds; once more if
// nothing of it arrived, if an editor lost the line breaks, or key by key for a
// field that only keys write: masks, numbers that a page draws itself.
async function enter(act: Act, aimed: Aimed, text: string, early: Promise<EditResult | undefined> | undefined): Promise<EditResult> {
  let lines = false, keyed = false;
  for (let turn = 0; turn < 2; turn++) {
    const begun = await (turn === 0 ? atOnce(act, aimed, "write", [text]) : edit(act, aimed, "write", [text]));
    act.sent = true;
    if (!begun.type) return edit(act, aimed, "check", [text]);
    try {
      const kept = await write(act, aimed, text, { ...begun, lines }, keyed, turn === 0 ? early : undefined);
      if (kept.heard) return kept;
    } catch (cause) {
      const lost = codeOf(cause) === "value_not_kept";
      lines = lost && begun.all && text.includes("\n");
      keyed = lost && !begun.all && text !== "" && text.length <= mostKeys;
      if (!lines && !keyed || turn > 0) throw cause;
    }
    await pause(notYetMs);
  }
  throw new Failure(wireError("input_not_delivered", "the browser did not deliver the text to the field", "take a new snapshot, then try again"));
}

// write sends the text and answers what the field then holds.
async function write(act: Act, aimed: Aimed, text: string, how: EditResult, keyed: boolean, early: Promise<EditResult | undefined> | undefined): Promise<EditResult> {
  if (how.proxy && text.includes("\n")) await paste(act, aimed, text);
  else await act.watch.race(keyed ? putKeys(act, text) : put(act, text, how));
  const heard = how.all ? undefined : await early;
  return heard?.heard === true ? heard : edit(act, aimed, "typed", [text]);
}

// paste replaces the text of an editor that indents what is typed, and whose
// field does not show what it holds. One that takes no paste gets it typed.
async function paste(act: Act, aimed: Aimed, text: string): Promise<void> {
  await act.watch.race(stroke(act.tab, everything));
  if (!(await edit(act, aimed, "paste", [text])).kept) await act.watch.race(insert(act.tab, text));
}

// put replaces the selection. With lines, each line break is the Enter key, for
// an editor that takes it no other way; code editors would indent after it.
async function put({ tab, watch }: Act, text: string, { all, lines }: EditResult): Promise<void> {
  if (all) await stroke(tab, everything);
  if (text === "") return stroke(tab, chord("Delete")!);
  watch.check();
  if (!lines) {
    await Promise.all([insert(tab, text), all ? undefined : release(tab, text)]);
    return;
  }
  const [first, ...rest] = text.split("\n");
  if (first !== "") await insert(tab, first!);
  else await stroke(tab, chord("Delete")!);
  for (const line of rest) {
    watch.check();
    await stroke(tab, chord("Enter")!);
    if (line !== "") await insert(tab, line);
  }
}

// putKeys replaces the selection by keys.
async function putKeys({ tab, watch }: Act, text: string): Promise<void> {
  await stroke(tab, chord("Backspace")!);
  await type(tab, text, () => watch.check());
}

// typeText types key by key, into a field or into what has the focus.
export async function typeText(act: Act): Promise<void> {
  const text = act.call.step.value?.[0] ?? "";
  const aimed = act.call.place ? await focus(act, act.call.place) : undefined;
  if (aimed?.found.field === "value" && !(await edit(act, aimed, "put", [text])).type) {
    act.sent = true;
    const { held } = await edit(act, aimed, "check", [text]);
    if (held !== undefined && !act.call.step.secret) act.reply.value = held;
    return;
  }
  await keys(act, aimed, () => type(act.tab, text, () => act.watch.check()));
}

// pressKey presses one key with its modifiers.
export async function pressKey(act: Act): Promise<void> {
  const spelling = act.call.step.value?.[0] ?? "";
  const pressed = chord(spelling);
  if (!pressed) throw new Failure(wireError("bad_value", `unknown key: ${JSON.stringify(spelling)}`, "keys are spelt Enter, Tab, Escape, ArrowDown, F2, a, Control+A, Shift+Tab"));
  const aimed = act.call.place ? await focus(act, act.call.place) : undefined;
  await keys(act, aimed, () => stroke(act.tab, pressed));
}

// focus gives an element the keyboard; by a click where focus() does not do it.
function focus(act: Act, place: Place): Promise<Aimed> {
  return again(act, () => focusOnce(act, place));
}

async function focusOnce(act: Act, place: Place): Promise<Aimed> {
  const aimed = await aim(act, place, "own", false, editOf(act, place, "focus", []));
  const got = await atOnce(act, aimed, "focus", []);
  if (got.focused) return aimed;
  await click(act, aimed.place, { button: "left", count: 1 });
  const again = await edit(act, aimed, "focused", []);
  if (!again.focused) throw new Failure(wireError("wrong_control", "the element does not take the keyboard", "press the key on the element that does, or without a ref"));
  return aimed;
}

async function keys(act: Act, aimed: Aimed | undefined, send: () => Promise<void>): Promise<void> {
  act.sent = true;
  await act.watch.race(send());
  if (!aimed) return;
  try {
    if ((await edit(act, aimed, "heard", [])).heard) return;
    await pause(notYetMs);
    if (act.watch.pending || act.watch.navigated !== undefined) return;
    if (!(await edit(act, aimed, "focus", [])).focused) return;
    await act.watch.race(send());
    if ((await edit(act, aimed, "heard", [])).heard) return;
  } catch (cause) {
    if (cause instanceof Failure && ["stale_ref", "frame_gone", "frame_failed"].includes(cause.wire.code)) return; // the key took the page or the field away
    throw cause;
  }
  throw new Failure(wireError("input_not_delivered", "the browser did not deliver the keys", "take a new snapshot, then try again"));
}

// select chooses options: in the page for a native select, by clicks in a
// listbox that a page has made itself.
export async function select(act: Act): Promise<void> {
  const aimed = await aim(act, placeOf(act), "none", false);
  const values = act.call.step.value ?? [];
  act.sent = aimed.found.field === "select";
  let chosen = await options(act, aimed, values);
  if (chosen.open) {
    act.sent = false;
    await click(act, aimed.place, { button: "left", count: 1 });
    chosen = await opened(act, aimed, values);
  }
  for (const key of chosen.clicks ?? []) {
    act.sent = false;
    await click(act, { frame: aimed.place.frame, nonce: aimed.place.nonce, key }, { button: "left", count: 1 });
  }
}

// opened waits for the options of what was clicked. A field that opens its list
// only when something is written in it gets the option's name.
async function opened(act: Act, aimed: Aimed, values: string[]): Promise<EditResult> {
  const writes = aimed.found.field === "text" && values.length === 1;
  try {
    return await appear(act, aimed, values, "pick", writes ? 7 : 15);
  } catch (cause) {
    if (!writes || codeOf(cause) !== "option_not_found" || (cause as Failure).wire.candidates?.length) throw cause;
    await fillOnce(act, values[0]!);
    return appear(act, aimed, values);
  }
}

// options chooses. Some pages fetch the options of a native select when a person
// goes to open it.
async function options(act: Act, aimed: Aimed, values: string[]): Promise<EditResult> {
  try {
    return await edit(act, aimed, "choose", values);
  } catch (cause) {
    if (codeOf(cause) !== "option_not_found" || aimed.found.field !== "select") throw cause;
    await edit(act, aimed, "wake", []);
    return appear(act, aimed, values, "choose", 7);
  }
}

// appear waits for the options of a listbox that has just been opened.
async function appear(act: Act, aimed: Aimed, values: string[], mode = "pick", turns = 15): Promise<EditResult> {
  for (let turn = 0; ; turn++) {
    try {
      return await edit(act, aimed, mode, values);
    } catch (cause) {
      if (turn === turns || !(cause instanceof Failure) || cause.wire.code !== "option_not_found") throw cause;
      await pause(100);
    }
  }
}

// askedMs is how long a control may take to change: some pages ask their server first.
const askedMs = 1500;

// check brings a checkbox, radio or switch into a state, and does nothing when
// it is there.
export async function check(act: Act, want: boolean): Promise<void> {
  const aimed = await aim(act, placeOf(act), "none", false);
  const wanted = String(want);
  if (aimed.found.checked === wanted) return;
  if (aimed.found.checked === "") throw new Failure(wireError("wrong_control", "the element cannot be checked", "click it instead"));
  if (!want && aimed.found.field === "radio") {
    throw new Failure(wireError("wrong_control", "a radio button cannot be unchecked", "check another one of its group"));
  }
  // What is half checked may go to the other state first.
  let once = aimed.found.checked === "mixed" ? String(!want) : undefined;
  do {
    const { found: { box } } = await click(act, aimed.place, { button: "left", count: 1 });
    // A page may put a new control in the place of the one that was pressed.
    const where = box.width > 0 && box.height > 0 ? [String(box.x + box.width / 2), String(box.y + box.height / 2)] : [];
    const became = await becomes(act, aimed, once === undefined ? [wanted] : [wanted, once], where);
    if (became === wanted) return;
    if (became === undefined) break;
    once = undefined;
  } while (once === undefined);
  throw new Failure(wireError("value_not_kept", `the control did not become ${want ? "checked" : "unchecked"}`, "take a new snapshot; the page may have changed it back"));
}

// becomes waits until a control is in one of some states, and answers in which.
async function becomes(act: Act, aimed: Aimed, states: string[], where: string[]): Promise<string | undefined> {
  for (const end = performance.now() + askedMs; ;) {
    for (const state of states) if ((await edit(act, aimed, "checked", [state, ...where])).kept) return state;
    const late = performance.now() - end;
    if (late > 0) return undefined;
    await pause(late < -askedMs * 0.9 ? 20 : 60);
  }
}

// atOnce is the answer to an edit that was asked for with the aim, or asks now.
async function atOnce(act: Act, aimed: Aimed, mode: string, values: string[]): Promise<EditResult> {
  const done = aimed.found.edit;
  if (done === undefined) return edit(act, aimed, mode, values);
  if (done.error) throw new Failure(done.error);
  return done;
}

function edit(act: Act, aimed: Aimed, mode: string, values: string[]): Promise<EditResult> {
  return ask<EditArgs, EditResult>(act, aimed.place.frame, "edit", editOf(act, aimed.place, mode, values));
}

function editOf(act: Act, place: Place, mode: string, values: string[]): EditArgs {
  return { nonce: place.nonce, key: place.key, mode, values, secret: act.call.step.secret === true, turn: act.turn };
}
