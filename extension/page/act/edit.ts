// The page's half of writing into a field: it checks what the field can hold,
// sets what no key writes (dates, colours, options), prepares the rest for the
// worker's trusted text, and looks afterwards at what the field holds.
import type { EditArgs, EditResult } from "../../protocol.gen";
import { areaValue, attr, inputType, inputValue, isConnected, isEditable } from "../dom";
import { nodeOf } from "../keys";
import { isSecret, markSecret } from "../secrets";
import { failed, isStale, refuse, stale } from "./answer";
import { isPlain } from "./box";
import { checkedState, fieldOf, fillableOf, hasContext } from "./control";
import { ear } from "./ear";
import { nameOf } from "./find";
import { isOwnCover } from "./hit";
import { middleHit } from "./look";
import { choose, pick } from "./options";
import { ancestors, deepActive, deepAt, lies } from "./tree";
import { compare, fits, setValue } from "./values";

const empty: EditResult = { ok: true, type: false, all: false, lines: false, kept: false, heard: false, focused: false, clicks: [], open: false, proxy: false };

const modes: Record<string, (el: Element, args: EditArgs) => Partial<EditResult>> = {
  write, set, paste, put, heard: () => ({ heard: ear.heard }), check, typed, focus, focused, wake, choose: (el, { values }) => choose(el, values),
  pick: (el, { values }) => pick(el, values), checked: (el, { values }) => ({ kept: checkedState(el) === values[0] }),
};

// edit is the op.
export async function edit(args: EditArgs): Promise<EditResult | typeof stale> {
  if (isStale(args.nonce)) return stale;
  if (args.until !== undefined) await ear.hears(args.until, args.turn ?? 0, args.waitMs ?? 0);
  return editNow(args);
}

// editNow carries out an edit in this turn.
export function editNow(args: EditArgs): EditResult {
  try {
    const el = nodeOf(args.key) ?? (args.mode === "checked" ? checkedAt(args.values) : undefined);
    if (el === undefined && args.mode === "typed" && ear.heard) return { ...empty, kept: true, heard: true }; // the text took its field away
    if (el === undefined) refuse("stale_ref", "the element has left the page", "take a new snapshot");
    if (args.secret) markSecret(fillableOf(el));
    const run = modes[args.mode];
    if (run === undefined) refuse("internal", `unknown mode ${args.mode}`, "");
    return { ...empty, ...run(el, args) };
  } catch (cause) {
    return failed(empty, cause);
  }
}

// checkedAt is what can be checked at a point of the frame.
function checkedAt([, x, y]: string[]): Element | undefined {
  const hit = deepAt(Number(x), Number(y));
  return hit === null ? undefined : [...ancestors(hit)].find((at) => checkedState(at) !== "");
}

// write prepares a field, or sets it where no text is typed.
function write(el: Element, { values, secret, turn }: EditArgs): Partial<EditResult> {
  const text = values[0] ?? "";
  const field = writable(el, text, secret);
  const kind = fieldOf(field);
  const taken = take(field);
  if (kind === "value" && !isTyped(field)) {
    setValue(field, text);
    return { kept: true };
  }
  if (!taken) untaken(field);
  ear.listen(turn);
  if (kind === "editor" || isProxy(field)) return { type: true, all: true, proxy: isProxy(field) };
  selectAll(field);
  return { type: text !== "" || valueOf(field) !== "" || isTyped(field) };
}

// put sets a field that keys do not write one character after the other, as write
// does: the browser's own parts of a date take a key each. Type says that it is no such field.
function put(el: Element, args: EditArgs): Partial<EditResult> {
  const field = fillableOf(el);
  return fieldOf(field) !== "value" || isTyped(field) ? { type: true } : write(el, args);
}

// isTyped says whether a field that the browser checks is written by keys all the
// same, as a person does: pages add up numbers when a key is released.
const isTyped = (field: Element): boolean => field instanceof HTMLInputElement && inputType(field) === "number";

// untaken says why a field has no keyboard: many pages draw one anew when it gets it.
function untaken(field: Element): never {
  if (!isConnected(field)) refuse("stale_ref", "the field left the page when it got the keyboard", "take a new snapshot");
  refuse("wrong_control", `${nameOf(field)} does not take the keyboard`, "click it first");
}

// steps are roles whose value keys move.
const steps = new Set(["slider", "spinbutton", "scrollbar", "separator"]);

// writable is the field that the text goes to, checked for what it can hold.
function writable(el: Element, text: string, secret: boolean): Element {
  const field = fillableOf(el);
  const kind = fieldOf(field);
  if (kind === "select") refuse("wrong_control", `${nameOf(el)} is a list of options`, "use select");
  if (kind === "file") refuse("wrong_control", `${nameOf(el)} takes files`, "use upload");
  if (kind === "check" || kind === "radio") refuse("wrong_control", `${nameOf(el)} is checked, not filled`, "use check or uncheck");
  if (kind === "none") refuse("wrong_control", `${nameOf(el)} holds no text`, steps.has(attr(el, "role") ?? "")
    ? "press ArrowRight, ArrowLeft, Home or End on it, or drag it" : "click it; if a field or a list opens, use that");
  fits(field, text, secret);
  return field;
}

// set writes a value without trusted input.
function set(el: Element, { values, secret }: EditArgs): Partial<EditResult> {
  const text = values[0] ?? "";
  const field = writable(el, text, secret);
  take(field);
  if (fieldOf(field) !== "editor") {
    setValue(field, text);
    return { kept: true };
  }
  if (!isEditable(field)) refuse("needs_trusted_input", "this editor takes trusted input only", "act without --input dom");
  getSelection()?.selectAllChildren(field);
  if (!document.execCommand(text === "" ? "delete" : "insertText", false, text)) {
    refuse("needs_trusted_input", "this editor takes trusted input only", "act without --input dom");
  }
  return { kept: true };
}

// paste gives an editor its text as a paste does, which it takes as it is. Kept
// says whether the editor took it.
function paste(el: Element, { values }: EditArgs): Partial<EditResult> {
  const data = new DataTransfer();
  data.setData("text/plain", values[0] ?? "");
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true, composed: true });
  return { kept: !fillableOf(el).dispatchEvent(event) };
}

// typed is check after text has been sent, unless nothing of it arrived.
function typed(el: Element, args: EditArgs): Partial<EditResult> {
  return ear.heard && ear.turn === args.turn ? { ...check(el, args), heard: true } : {};
}

// check compares what a field holds with what it was to hold. What is held is
// told where it differs, never of a secret.
function check(el: Element, { values }: EditArgs): Partial<EditResult> {
  ear.stop();
  const text = values[0] ?? "";
  const field = fillableOf(el);
  if (!isConnected(field) || isProxy(field)) return { kept: true };
  const held = valueOf(field);
  const verdict = compare(field, text, held);
  const secret = isSecret(field);
  if (verdict === "lost") {
    refuse("value_not_kept", secret ? "the field does not hold the value it was given" : `the field holds ${JSON.stringify(held.slice(0, 200))} instead`,
      "the page changed it, or the field takes less than was given");
  }
  return { kept: true, ...(verdict === "other" && !secret ? { held } : {}) };
}

// focus gives an element the keyboard, the caret at its end unless it had it already.
function focus(el: Element): Partial<EditResult> {
  const field = fillableOf(el);
  const had = focused(el).focused === true;
  const got = had || take(field) || (field !== el && take(el));
  if (!got && !isConnected(el)) untaken(el);
  if (got && !had) caretToEnd(field);
  if (got) ear.listen();
  return { focused: got };
}

function focused(el: Element): Partial<EditResult> {
  const active = deepActive();
  if (active === null || active === document.body && !isBodyEdited()) return { focused: false };
  const got = active === el || active === fillableOf(el) || lies(active, el);
  if (got) ear.listen();
  return { focused: got };
}

const focusHTML = HTMLElement.prototype.focus;
const focusSVG = SVGElement.prototype.focus;

// take focuses an element and tells whether it, or something in it, has the focus.
function take(el: Element): boolean {
  if (el === document.body && isEditable(el)) window.focus(); // a page that is its own editor, in a frame mostly
  if (el instanceof HTMLElement) focusHTML.call(el, { preventScroll: true });
  else if (el instanceof SVGElement) focusSVG.call(el, { preventScroll: true });
  if (el === document.body) return isBodyEdited();
  const active = deepActive();
  return active !== null && active !== document.body && (active === el || lies(active, el));
}

// isBodyEdited says whether keys write into the document as a whole.
const isBodyEdited = (): boolean => document.body !== null && isEditable(document.body) && document.hasFocus();

// wake does to a list of options what a person does who goes to open it.
function wake(el: Element): Partial<EditResult> {
  for (const type of ["pointerdown", "mousedown"]) el.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }));
  return { focused: take(el) };
}

function selectAll(el: Element): void {
  if (el instanceof HTMLInputElement) HTMLInputElement.prototype.select.call(el);
  else if (el instanceof HTMLTextAreaElement) HTMLTextAreaElement.prototype.select.call(el);
}

function caretToEnd(el: Element): void {
  if (hasContext(el)) return;
  if (isEditable(el)) {
    getSelection()?.selectAllChildren(el);
    getSelection()?.collapseToEnd();
    return;
  }
  const end = valueOf(el).length;
  if (el instanceof HTMLTextAreaElement) HTMLTextAreaElement.prototype.setSelectionRange.call(el, end, end);
  // Types such as email and number have no caret to set; select and typing then replaces.
  if (el instanceof HTMLInputElement && ["text", "search", "url", "tel", "password"].includes(inputType(el))) {
    HTMLInputElement.prototype.setSelectionRange.call(el, end, end);
  }
}

function valueOf(el: Element): string {
  if (el instanceof HTMLInputElement) return inputValue(el);
  if (el instanceof HTMLTextAreaElement) return areaValue(el);
  return el instanceof HTMLElement ? el.innerText : "";
}

// isProxy says whether a field only takes the keys for an editor that draws the
// text itself: what it holds is not what the editor holds.
function isProxy(field: Element): boolean {
  if (hasContext(field)) return true;
  if (!(field instanceof HTMLTextAreaElement)) return false;
  if (!isPlain(field)) return true;
  const hit = middleHit(field);
  return hit !== null && hit !== field && !lies(hit, field) && isOwnCover(hit, field) && field.clientHeight < 40;
}
