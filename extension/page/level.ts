// The walk's stack: one Level an element whose children are being walked.
// Explicit, because pages nest deeper than the call stack.
import { nextSibling } from "./dom";
import type { Zone } from "./classes";
import { startsLine, type Look } from "./style";

// What an element hands down to all that is in it.
export const underAriaHidden = 1, inertPart = 2, behindModal = 4, disabledPart = 8, nested = 16, headerCell = 32, legendPart = 64, disabledSet = 128, drawing = 256, formula = 512;

// unusable is any of the states in which controls are not listed.
export const unusable = underAriaHidden | inertPart | behindModal;

// OpenControl is a control whose content is being walked.
export interface OpenControl {
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
  readonly controls: number;  // controls listed before its content
  words: boolean;             // text of its own was told
  structures: boolean;        // there are structures in it
  field: boolean;             // the last control in it is a form field
}

// Level is an element and what its children inherit from it.
export class Level {
  control: OpenControl | null;
  group: string;              // the question that radios in it answer
  told: number;               // key of the control whose name the words are, 0 for none
  line: boolean;              // begins and ends a line
  cell = false;               // is a table cell
  closes = 0;                 // how many ledger levels end with it
  opened: OpenControl | null = null; // the control that it is
  rows = 0;                   // rows there were when it began
  node: ChildNode | null = null;     // the next child, or
  list: readonly Node[] | null = null; // the children where they are not simply its own,
  at = 0;                     // and how many of those were walked
  far: Zone | null = null;    // a child lies below the screen, and so do its next siblings: their zone
  drawn = false;              // style may draw words before and after what is in it
  block = false;              // its content block is open
  ink: boolean | undefined;   // its text is drawn in invisible ink
  counted = false;
  passes: boolean | undefined; // its pointer cursor is that of what is in it

  constructor(public el: Element, public tag: string, public role: string, public look: Look, public state: number, public zone: Zone, parent: Level | null) {
    this.control = parent === null ? null : parent.control;
    this.group = parent === null ? "" : parent.group;
    this.told = parent === null ? 0 : parent.told;
    this.line = startsLine(look.display);
  }
}

// nextOf takes the following child of a level.
export function nextOf(level: Level): Node | null {
  if (level.list !== null) return level.list[level.at++] ?? null;
  const node = level.node;
  if (node !== null) level.node = nextSibling(node);
  return node;
}

// childrenOf lists a node and its next siblings.
export function childrenOf(first: ChildNode | null): Node[] {
  const list: Node[] = [];
  for (let child = first; child !== null; child = nextSibling(child)) list.push(child);
  return list;
}
