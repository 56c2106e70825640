// The walk's stack: one Level an element that has children. Explicit, because
// pages nest deeper than the call stack.
import { nextSibling } from "./dom";
import type { Zone } from "./classes";
import type { Look } from "./style";

// What an element hands down to all that is in it.
export const underAriaHidden = 1, inertPart = 2, behindModal = 4, disabledPart = 8, nested = 16, headerCell = 32, legendPart = 64;

// unusable is any of the states in which controls are not listed.
export const unusable = underAriaHidden | inertPart | behindModal;

// OpenControl is a control whose content is being walked.
export interface OpenControl {
  readonly el: Element;
  readonly role: string;
  readonly reason: string;
  readonly name: string;
  readonly clipped: boolean;
  readonly own: boolean;      // named by its content
  readonly around: OpenControl | null; // the control that it lies in
  readonly key: number;
  readonly at: number;        // index of its row
  readonly start: string;     // its row up to the flags, from the op on, without break
  readonly flags: string;
  readonly tail: string;
  readonly gap: number;
  readonly controls: number;  // controls listed before it
  words: boolean;             // text of its own was told
  structures: boolean;        // there are structures in it
  field: boolean;             // the last control in it is a form field
}

// Level is an element whose children are being walked.
export interface Level {
  readonly el: Element;
  readonly tag: string;
  readonly role: string;
  readonly look: Look;
  readonly strict: boolean;   // styles of the children cannot be taken as read
  readonly state: number;
  readonly zone: Zone;
  readonly control: OpenControl | null;
  readonly region: string;
  readonly group: string;
  readonly told: number;      // key of the control whose name the words are, 0 for none
  readonly line: boolean;     // begins and ends a line
  readonly cell: boolean;     // is a table cell
  readonly closes: number;    // how many ledger levels end with it
  readonly opened: OpenControl | null; // the control that it is
  readonly rows: number;      // rows there were when it began
  node: ChildNode | null;
  list: readonly Node[] | null;
  at: number;
  below: boolean;             // a child lies below the screen, and so do its next siblings
  block: boolean;             // its content block is open
  ink: boolean | undefined;   // its text is drawn in invisible ink
  counted: boolean;
}

// next takes the following child of a level.
export function nextOf(level: Level): Node | null {
  if (level.list !== null) return level.list[level.at++] ?? null;
  const node = level.node;
  if (node !== null) level.node = nextSibling(node);
  return node;
}

// childrenOf lists what is left of a level's children.
export function childrenOf(level: { node: ChildNode | null }): Node[] {
  const list: Node[] = [];
  for (let child = level.node; child !== null; child = nextSibling(child)) list.push(child);
  return list;
}

