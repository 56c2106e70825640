// The only caller of Input.dispatch*. Everything goes to the tab's root session
// in its own coordinates: sent to a frame's session, a click would reach frames
// that are covered, inert or behind a modal (measured).

import { onEvent, send } from "./debug";
import type { DragData, MouseInput } from "./commands";
import { keyFor, type Chord, type Key } from "./keys";
import type { Point } from "./quad";

/** What a press is made of. */
export interface Click { button: "left" | "right"; count: number }

/** Moves the mouse and lets it rest there. */
export async function move(tab: number, to: Point): Promise<void> {
  await mouse(tab, { type: "mouseMoved", x: to.x, y: to.y, button: "none", buttons: 0 });
}

/**
 * Presses and releases at a point, if the guard, which waits for the mouse there,
 * lets it. Nobody waits until the browser has drawn the move: a tab in the
 * background draws one frame a second, but the guard hears of the mouse within
 * 3 ms, and the press brings whatever is waiting with it (measured). Answers
 * whether it pressed.
 */
export async function press(tab: number, at: Point, click: Click, guard: () => Promise<boolean>): Promise<boolean> {
  const failing = new Promise<never>((_, reject) => { move(tab, at).catch(reject); });
  if (!await Promise.race([guard(), failing])) return false;
  const events: Promise<unknown>[] = [];
  for (let n = 1; n <= click.count; n++) {
    events.push(button(tab, "mousePressed", at, click.button, n), button(tab, "mouseReleased", at, click.button, n));
  }
  await Promise.all(events);
  return true;
}

/** Turns the wheel at a point. */
export async function wheel(tab: number, at: Point, dx: number, dy: number): Promise<void> {
  await mouse(tab, { type: "mouseWheel", x: at.x, y: at.y, button: "none", deltaX: dx, deltaY: dy });
}

/** Presses and releases one key with its modifiers. */
export async function stroke(tab: number, chord: Chord): Promise<void> {
  const sent: Promise<unknown>[] = [];
  let bits = 0;
  for (const held of chord.held) {
    bits |= bitOf(held);
    sent.push(key(tab, "keyDown", held, bits));
  }
  sent.push(key(tab, "keyDown", chord.key, chord.bits), key(tab, "keyUp", chord.key, chord.bits));
  for (const held of [...chord.held].reverse()) {
    bits &= ~bitOf(held);
    sent.push(key(tab, "keyUp", held, bits));
  }
  await Promise.all(sent);
}

/** Types a text key by key; what a US keyboard lacks is inserted. Go throws when it must not go on. */
export async function type(tab: number, text: string, go: () => void): Promise<void> {
  for (const character of text.replace(/\r\n?/g, "\n")) {
    go();
    const known = keyFor(character);
    if (!known) {
      await insert(tab, character);
      continue;
    }
    const bits = known.shift ? 8 : 0;
    await Promise.all([key(tab, "keyDown", known, bits), key(tab, "keyUp", known, bits)]);
  }
}

/** Inserts text at the caret as an input method does: one input event. */
export async function insert(tab: number, text: string): Promise<void> {
  await send(tab, "Input.insertText", { text });
}

const lastKey = (text: string): Key | undefined => keyFor([...text].at(-1) ?? "");

/** Says whether a key writes the last character of a text. */
export const releases = (text: string): boolean => lastKey(text) !== undefined;

/** Releases the key that wrote the last character: filters and counters of many pages look at a field then. */
export async function release(tab: number, text: string): Promise<void> {
  const last = lastKey(text);
  if (last) await key(tab, "keyUp", last, 0);
}

/** How many steps a drag takes between its ends: libraries start to drag after a few pixels and want to see the way. */
const dragSteps = 8;

/**
 * Drags from one point to where arrive says. A page that starts an HTML drag has it
 * carried out by drag events; any other sees the pointer go.
 */
export async function drag(tab: number, from: Point, guard: () => Promise<boolean>, arrive: () => Promise<Point>): Promise<boolean> {
  let carried: DragData | undefined;
  const stop = onEvent((where, _session, event) => {
    if (where === tab && event.method === "Input.dragIntercepted") carried = event.params.data;
  });
  await send(tab, "Input.setInterceptDrags", { enabled: true });
  try {
    await move(tab, from);
    if (!await guard()) return false;
    await button(tab, "mousePressed", from, "left", 1);
    const begun = { x: from.x + 6, y: from.y + 6 };
    await glide(tab, from, begun, 3);
    // What was picked up may have left a gap that the target moved into. Later it
    // is not followed: a list that makes room as one comes would be chased.
    const to = await arrive();
    if (carried) await drop(tab, to, carried);
    else await carry(tab, begun, to);
    await button(tab, "mouseReleased", to, "left", 1);
    return true;
  } finally {
    stop();
    await send(tab, "Input.setInterceptDrags", { enabled: false });
  }
}

// dwellMs is how long what is dragged stays over its target before it is let
// go. Libraries look where the pointer is in frames and timers of their own, and
// what they have not seen yet they do not drop there; a person is not faster.
const dwellMs = 120;

async function carry(tab: number, from: Point, to: Point): Promise<void> {
  await glide(tab, from, to, dragSteps);
  await new Promise((resolve) => setTimeout(resolve, dwellMs));
  await glide(tab, { x: to.x + 2, y: to.y + 2 }, to, 2);
}

async function glide(tab: number, from: Point, to: Point, steps: number): Promise<void> {
  for (let n = 1; n <= steps; n++) {
    const x = from.x + (to.x - from.x) * n / steps, y = from.y + (to.y - from.y) * n / steps;
    await mouse(tab, { type: "mouseMoved", x, y, button: "left", buttons: 1 });
  }
}

/** Drops files at a point as if they came from a file manager. */
export async function dropFiles(tab: number, at: Point, files: string[]): Promise<void> {
  await drop(tab, at, { items: [], files, dragOperationsMask: 1 });
}

async function drop(tab: number, at: Point, data: DragData): Promise<void> {
  await send(tab, "Input.dispatchDragEvent", { type: "dragEnter", x: at.x, y: at.y, data });
  await send(tab, "Input.dispatchDragEvent", { type: "dragOver", x: at.x, y: at.y, data });
  await send(tab, "Input.dispatchDragEvent", { type: "dragOver", x: at.x, y: at.y, data });
  await send(tab, "Input.dispatchDragEvent", { type: "drop", x: at.x, y: at.y, data });
}

async function button(tab: number, type: "mousePressed" | "mouseReleased", at: Point, which: "left" | "right", clickCount: number): Promise<void> {
  const down = which === "left" ? 1 : 2;
  await mouse(tab, { type, x: at.x, y: at.y, button: which, buttons: type === "mousePressed" ? down : 0, clickCount });
}

async function mouse(tab: number, input: MouseInput): Promise<void> {
  await send(tab, "Input.dispatchMouseEvent", input);
}

// On a Mac the editing shortcuts belong to the system, which a key event from
// outside does not pass; elsewhere the page's editor knows them itself.
const macCommands: Record<string, string> = { a: "selectAll", c: "copy", v: "paste", x: "cut", z: "undo" };
const onMac = navigator.userAgent.includes("Mac OS X");

async function key(tab: number, type: "keyDown" | "keyUp", which: Key, bits: number): Promise<void> {
  // With Control, Alt or Meta held a key writes nothing; Enter still acts.
  const writes = type === "keyDown" && which.text !== undefined && ((bits & 7) === 0 || which.text === "\r");
  const command = onMac && type === "keyDown" && (bits & 7) === 4 ? macCommands[which.key] : undefined;
  await send(tab, "Input.dispatchKeyEvent", {
    type: type === "keyUp" ? "keyUp" : writes ? "keyDown" : "rawKeyDown",
    key: which.key, code: which.code, windowsVirtualKeyCode: which.number, modifiers: bits,
    ...(writes ? { text: which.text, unmodifiedText: which.text } : {}),
    ...(which.location ? { location: which.location } : {}),
    ...(command ? { commands: [command] } : {}),
  });
}

function bitOf(held: Key): number {
  return { Alt: 1, Control: 2, Meta: 4, Shift: 8 }[held.key] ?? 0;
}
