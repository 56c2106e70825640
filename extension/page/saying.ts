// Saying text: which words of a text node a person sees, and how they are marked.
import { textContent } from "./dom";
import { invisibleInk } from "./ink";
import { headerCell, legendPart, underAriaHidden, type Level } from "./level";
import { drawnBy } from "./pseudo";
import { joined, line, spaced } from "./rows";
import type { Session } from "./session";
import { startsLine, suspectInk } from "./style";
import { endsBlank, field, isBlank, recase, startsBlank, tidy } from "./text";

// Controls whose content is their value: what style draws there is a hint.
const writable = new Set(["textbox", "searchbox", "combobox", "spinbutton"]);

// sayText says a text node's words as they stand in a level; the node may be an
// element that holds nothing else.
export function sayText(s: Session, data: string, level: Level, node: Node): void {
  if (!level.look.visible || level.look.sealed || data === "") return;
  if (level.look.white !== "collapse") { sayKept(s, data, level, node); return; }
  if (startsBlank(data)) {
    s.ledger.gap(spaced);
    if (isBlank(data)) return;
  }
  say(s, tidy(data), level, node);
  if (endsBlank(data)) s.ledger.gap(spaced);
}

// sayKept says text whose line breaks show.
function sayKept(s: Session, data: string, level: Level, node: Node): void {
  const lines = data.replace(/\r\n?/g, "\n");
  if (isBlank(lines)) { s.ledger.gap(lines.includes("\n") ? line : spaced); return; }
  if (lines.startsWith("\n")) s.ledger.gap(line);
  else if (startsBlank(lines)) s.ledger.gap(spaced);
  say(s, field(lines.split("\n").map((part) => tidy(part)).join("\n").trim(), true), level, node);
  s.ledger.gap(/\n\s*$/.test(lines) ? line : endsBlank(lines) ? spaced : 0);
}

function say(s: Session, words: string, level: Level, node: Node, drawn = false): void {
  const { look, state } = level;
  let text = s.icons.strip(words, level.el);
  if (text !== words) text = tidy(text);
  if (text === "") return;
  if (look.caps !== "") text = recase(text, look.caps);
  const veiled = look.veil || look.tiny || inked(level);
  if (veiled) {
    s.hidden += text.length;
    if (!s.args.hidden) return;
  }
  if (!level.counted) count(s, level);
  s.openBlock(true);
  s.ledger.class = level.zone.cls;
  const marks = state & (underAriaHidden | headerCell | legendPart);
  const flags = level.told === 0 && !veiled && marks === 0 ? ""
    : (level.told !== 0 ? "n" : "") + (veiled ? "h" : "") + (state & underAriaHidden ? "a" : "") + (state & headerCell ? "H" : "") + (state & legendPart ? "g" : "");
  if (level.control !== null && (level.told === 0 || level.told === level.control.key)) level.control.words = true;
  if (level.told === 0 && level.control === null) s.groups.heard(text, s.ledger.pending);
  if (s.ledger.pending === joined && s.tail.apart(text, node, drawn)) s.ledger.gap(spaced);
  s.last = level.el;
  s.tail.set(text, node, drawn);
  s.ledger.put(level.told === 0 ? `t\t${flags}\t${text}` : `t\t${flags}\t${text}\t${level.told}`, 0, text.length);
}

function inked(level: Level): boolean {
  return level.ink ??= suspectInk(level.look) && invisibleInk(level.el, level.look.ink);
}

function count(s: Session, level: Level): void {
  level.counted = true;
  if (level.role !== "" && level.role !== "none" && level.role !== "generic") return;
  s.roleless++;
  if (level.look.pointer || level.opened !== null) s.pointer++;
}

// sayDrawn says the words that style draws before or after what is in an element.
export function sayDrawn(s: Session, which: "::before" | "::after", level: Level): void {
  const { el, control, look } = level;
  if (look.sealed || control !== null && writable.has(control.role)) return; // a hint, no value
  const drawn = drawnBy(el, which);
  if (drawn === null) return;
  const apart = startsLine(drawn.display) ? line : drawn.inline ? joined : spaced;
  const text = s.icons.drawn(tidy(drawn.text), drawn.font, el);
  if (text === "" || control !== null && level.told !== control.key && !/[\p{L}\p{N}]/u.test(text) || text === tidy(textContent(el) ?? "")) return;
  s.ledger.gap(startsBlank(drawn.text) ? Math.max(apart, spaced) : apart);
  say(s, text, level, el, true);
  s.ledger.gap(endsBlank(drawn.text) ? Math.max(apart, spaced) : apart);
}
