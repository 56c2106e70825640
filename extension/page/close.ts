// What becomes of a control once its content is known: one row when its words
// are its name or its value, a control with content, or none at all.
import type { WalkArgs } from "../protocol.gen";
import { rectOf } from "./dom";
import { valueFields } from "./control-row";
import { regions } from "./structures";
import type { Level, OpenControl } from "./level";
import type { Ledger } from "./rows";
import { unknownRole } from "./unseen";

// Closing is the part of a walk that a control's end concerns.
interface Closing { readonly ledger: Ledger; controls: number; internals: number }

// closeControl ends the row that was opened for a control.
export function closeControl(walk: Closing, c: OpenControl, level: Level, args: WalkArgs): void {
  const { ledger } = walk;
  const inner = ledger.rows.slice(c.at + 1).filter((row) => row !== "");
  if (isShell(c, walk.controls - c.controls, inner, level) || echoes(c)) {
    ledger.unwrap(c.at);
    walk.controls--;
    if (c.role === "clickable" && unknownRole(level.el, level.tag)) walk.internals--;
    return;
  }
  const row = wholeRow(c, inner, args);
  if (row === "") ledger.close();
  else ledger.shrink(c.at, row);
}

// isShell says whether a control is only the box around what is really operated, or nothing at all.
function isShell(c: OpenControl, within: number, inner: readonly string[], level: Level): boolean {
  if (c.reason === "label" && within > 0 && c.field && !c.words) return true;
  if (c.role !== "clickable") return inner.length === 0 && (c.name === "" || level.look.display === "contents") && isEmpty(level);
  if (within > 0 && !c.words && c.reason !== "draggable" && (c.name === "" || c.reason === "cursor" || c.reason === "onclick")) return true;
  if (c.reason === "cursor" && !c.words && inner.length > 0 && inner.every(isTold)) return true;
  if (within === 1 && c.field && c.reason === "cursor") return true;
  if (c.structures && inner.some(opensRegion)) return true;
  if (c.reason === "draggable" && inner.some(opensTable)) return true;
  return inner.length === 0 && c.name === "" && isEmpty(level);
}

// echoes says whether a pointed-at part says what the control around it says.
const echoes = (c: OpenControl): boolean => c.reason === "cursor" && c.role === "clickable" && c.around !== null && c.around.own && c.around.name === c.name;

const opensRegion = (row: string): boolean => row[1] === "(" && regions.has(row.slice(3).split("\t", 1)[0] ?? "");

// A table that can be moved as a whole is worth more as a table.
const opensTable = (row: string): boolean => row.slice(1, 8) === "(\ttable";

function isEmpty(level: Level): boolean {
  const box = rectOf(level.el);
  return box.width === 0 || box.height === 0;
}

const valueRoles = new Set(["textbox", "searchbox", "combobox", "spinbutton"]);

// wholeRow is the one row that says everything, "" when the content says more.
function wholeRow(c: OpenControl, inner: readonly string[], args: WalkArgs): string {
  if (inner.length === 0) return `${c.gap}c${c.start}\t${c.flags}${c.tail}\n`;
  if (!inner.every(isText)) return "";
  if (c.own) {
    const words = joinRows(inner, " ");
    return words === c.name && !c.clipped && inner.slice(1).every((row) => (row[0] ?? "") <= "1") ? `${Math.max(c.gap, Number(inner[0]?.[0] ?? 0))}k${c.start}\t${c.flags}${c.tail}\n` : "";
  }
  if (!valueRoles.has(c.role) || c.tail.includes("\tv=")) return "";
  const value = joinRows(inner, "\r");
  return value.length > args.valueChars ? "" : `${c.gap}c${c.start}\t${c.flags}${c.tail}${valueFields(value, { args, fieldTag: "" })}\n`;
}

// isTold says whether a row holds words of another control's name: what is around a label only is that control's.
const isTold = (row: string): boolean => isText(row) && (row.split("\t", 2)[1] ?? "").includes("n");

const isText = (row: string): boolean => row[1] === "t";

// joinRows reads text rows back as one text; a break is written as given.
function joinRows(rows: readonly string[], broken: string): string {
  let text = "";
  for (const row of rows) {
    const words = row.slice(0, -1).split("\t")[2] ?? "";
    text += (text === "" || row[0] === "0" ? "" : row[0] === "1" ? " " : broken) + words;
  }
  return text;
}
