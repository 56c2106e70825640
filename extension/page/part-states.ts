// States of what is no control: the chosen row, the step that one is at, the
// column that is sorted. A person sees them as colours and arrows.
import { attr, hasAttr } from "./dom";
import type { Met } from "./listing";
import { unusable } from "./level";
import { spaced } from "./rows";
import type { Session } from "./session";

const states: readonly (readonly [attribute: string, (value: string) => string])[] = [
  ["aria-selected", (value) => value === "true" ? "selected" : ""],
  ["aria-expanded", (value) => value === "true" ? "expanded" : value === "false" ? "collapsed" : ""],
  ["aria-current", (value) => value === "" || value === "false" ? "" : value === "true" ? "current" : `current ${/^(?:page|step|location|date|time)$/.exec(value)?.[0] ?? ""}`.trim()],
  ["aria-sort", (value) => value === "ascending" || value === "descending" ? `sorted ${value}` : ""],
];

// sayPartStates writes the states of an item, a cell or a header before what is
// in it, those of a row behind its last cell.
export function sayPartStates(s: Session, { el, role, look, state }: Pick<Met, "el" | "role" | "look" | "state">): void {
  if (!look.visible || look.veil || (state & unusable) !== 0) return;
  const words = states.map(([name, word]) => hasAttr(el, name) ? word((attr(el, name) ?? "").toLowerCase()) : "").filter((word) => word !== "").join(", ");
  if (words === "") return;
  if (role === "row") s.ledger.cut(spaced);
  s.ledger.put(`t\tG\t[${words}]`, 0, words.length + 2);
  s.ledger.gap(spaced);
}
