// Acting without the debugger, for those who want no bar: the page's own events.
// They are not trusted, and what needs trust says so instead of pretending.
import type { DOMArgs, DOMResult, EditArgs, EditResult } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, type Aimed } from "./aim";
import { stays } from "./click";
import { ask, placeOf, type Act } from "./context";
import { check, select } from "./field";
import { scroll } from "./scroll";

const verbs: Readonly<Record<string, (act: Act) => Promise<void>>> = {
  click: (act) => touch(act, "click"),
  dblclick: (act) => touch(act, "dblclick"),
  rightclick: (act) => touch(act, "rightclick"),
  check: (act) => check(act, true),
  uncheck: (act) => check(act, false),
  select, scroll, fill: domFill,
};

// domAct carries out a verb without trusted input.
export async function domAct(act: Act): Promise<void> {
  const name = act.call.step.do;
  if (!Object.hasOwn(verbs, name)) {
    throw new Failure(wireError("needs_trusted_input", `${name} needs trusted input`, "act without --input dom; the browser then shows its debugging bar"));
  }
  await verbs[name]!(act);
}

async function touch(act: Act, verb: string): Promise<void> {
  const aimed = await aim(act, placeOf(act), "strict", false);
  act.sent = true;
  stays(await ask<DOMArgs, DOMResult>(act, aimed.place.frame, "dom", { nonce: aimed.place.nonce, key: aimed.place.key, verb, text: "" }));
}

async function domFill(act: Act): Promise<void> {
  const aimed = await aim(act, placeOf(act), "own", false);
  const text = act.call.step.value?.[0] ?? "";
  act.sent = true;
  await edit(act, aimed, "set", text);
  const kept = await edit(act, aimed, "check", text);
  if (kept.held !== undefined && !act.call.step.secret) act.reply.value = kept.held;
}

function edit(act: Act, aimed: Aimed, mode: string, text: string): Promise<EditResult> {
  return ask<EditArgs, EditResult>(act, aimed.place.frame, "edit",
    { nonce: aimed.place.nonce, key: aimed.place.key, mode, values: [text], secret: act.call.step.secret === true });
}
