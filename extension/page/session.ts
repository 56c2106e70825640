// What one walk works with, and what it counts.
import type { WalkArgs } from "../protocol.gen";
import { Drawn } from "./drawn";
import { Tail } from "./apart";
import { Frames } from "./frames";
import { Groups } from "./groups";
import { Labels } from "./labels";
import type { Level } from "./level";
import type { Modal } from "./modal";
import { Names, type Name } from "./names";
import { Owning } from "./owning";
import { fields, Ledger } from "./rows";
import { keyOf } from "./keys";
import { Selectors } from "./selectors";
import { focusedElement } from "./states";
import { Looks } from "./style";
import { Told } from "./told";
import { Sets } from "./unseen";
import { ShadowSheets, type Usage } from "./usage";
import { Icons } from "./words";

// Session is the state of one walk; it is used once.
export class Session {
  readonly ledger: Ledger;
  readonly icons = new Icons();
  readonly looks: Looks;
  readonly names: Names;
  readonly named = new Map<Element, Name>(); // names that were asked for ahead of their control
  readonly told = new Told();
  readonly owning = new Owning();
  readonly drawn: Drawn;
  readonly groups = new Groups();
  readonly frames = new Frames();
  readonly #sheets = new ShadowSheets();
  readonly #usage: Usage;
  readonly selectors = new Selectors();
  readonly focused = focusedElement();
  readonly sets = new Sets();
  readonly proxied = new Set<Element>(); // fields that a label was listed for
  readonly stack: Level[] = [];
  last: Element | null = null; // where the last words or control stood
  readonly tail = new Tail();  // the words that were said last
  elements = 0;
  controls = 0;
  behind = 0;      // controls behind the modal dialog
  internals = 0;   // clickable custom elements whose role may lie in their internals
  hidden = 0;      // characters that a person cannot see
  roleless = 0;    // elements without a role that had text of their own
  pointer = 0;     // of these, with a pointer hint

  constructor(readonly args: WalkArgs, readonly modal: Modal | null, usage: Usage, expired: () => boolean) {
    this.ledger = new Ledger(args.maxChars);
    this.#usage = usage;
    this.looks = new Looks(usage);
    this.drawn = new Drawn(expired);
    if (usage.content) this.drawn.enter(document);
    this.names = new Names(new Labels(), usage, expired, (shadow) => this.enter(shadow));
  }

  // enter takes in the style sheets of a shadow tree, before anything in it is read.
  enter(shadow: ShadowRoot): void {
    if (this.#sheets.add(shadow, this.#usage)) this.looks.refresh();
    if (this.#usage.content) this.drawn.enter(shadow);
  }

  // nameOf computes a control's name; that of a label's field may be asked for twice.
  nameOf(el: Element, tag: string, role: string): Name {
    return this.named.size === 0 ? this.names.of(el, tag, role) : this.named.get(el) ?? this.names.of(el, tag, role);
  }

  // openBlock opens the content block that what follows stands in. Text says that words follow.
  openBlock(text: boolean): void {
    if (!this.args.blocks) return;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const level = this.stack[i] as Level;
      if (level.opened !== null && !text && !level.line) return;
      if (!level.line && !level.cell) continue;
      if (!level.block && this.ledger.open(fields("(", "block", keyOf(level.el), "", level.tag), keyOf(level.el), "", 0)) level.block = true;
      return;
    }
  }
}
