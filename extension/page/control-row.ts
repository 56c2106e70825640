// The row of a control: everything that is told of it.
import { codeName } from "./code-names";
import { attr, firstElement, textContent } from "./dom";
import type { WalkArgs } from "../protocol.gen";
import { keyOf } from "./keys";
import { linkURL } from "./dom";
import type { Name } from "./names";
import { drawnBy } from "./pseudo";
import { isSecret } from "./secrets";
import type { Selectors } from "./selectors";
import { hasAria, openPopup, popupKind, stateFlags } from "./states";
import { clip, dropGlyphs, field, isBlank, tidy } from "./text";
import { typeOf } from "./controls";
import { valueOf } from "./values";

// Subject is a control about to be written.
export interface Subject {
  readonly el: Element;              // what is clicked: the control, or the label that stands for it
  readonly field: Element;           // what has the states: the control itself, or the field behind the label
  readonly tag: string;
  readonly fieldTag: string;
  readonly role: string;
  readonly reason: string;
  readonly name: Name;
  readonly group: string;
  readonly off: boolean;             // switched off by an ancestor
  readonly set: boolean;             // in a fieldset that is disabled
  readonly focused: Element | null;
  readonly args: WalkArgs;
  readonly selectors: Selectors;
  readonly options: number;          // how many options there are when not all are sent
}

// Written is a control's row in the parts that may still change: a combobox's
// value may turn out to be what is in it.
export interface Written { readonly start: string; readonly flags: string; readonly tail: string; readonly name: string; readonly clipped: boolean; readonly secret: boolean }

// writeControl makes the row's fields. start has key to type, tail the name and what follows it.
export function writeControl(s: Subject): Written {
  const key = keyOf(s.el);
  const secret = s.fieldTag !== "a" && s.fieldTag !== "button" && isSecret(s.field);
  const name = clip(s.name.text, s.args.nameChars);
  const aria = hasAria(s.field);
  let flags = stateFlags(s.field, s.fieldTag, s.role, s.off, aria, s.set);
  if (s.focused === s.field) flags += "F";
  let tail = `\t${name.text}`;
  if (name.total > 0) tail += `\tl=${name.total}`;
  const value = valueOf(s.field, s.fieldTag, s.role);
  if (secret) flags += value === undefined || value === "" ? "X" : "XV";
  else if (value !== undefined && value !== "") tail += valueFields(value, s);
  if (s.name.source === "content") flags += "N";
  tail += described(s, aria) + located(s, aria) + `\tr=${s.reason}`;
  return { start: `\t${key}\t${s.role}\t${s.tag}\t${typeOf(s.field, s.fieldTag)}`, flags, tail, name: name.text, clipped: name.total > 0, secret };
}

// valueFields are v and, when it was cut, w.
export function valueFields(value: string, s: { readonly args: WalkArgs; readonly fieldTag: string }): string {
  const cut = clip(field(value, s.fieldTag === "textarea" || s.fieldTag === ""), s.args.valueChars);
  return `\tv=${cut.text}${cut.total > 0 ? `\tw=${cut.total}` : ""}`;
}

function described(s: Subject, aria: boolean): string {
  const { el, name } = s;
  let text = "";
  const about = tidy(dropGlyphs((aria ? attr(el, "aria-description") : null) ?? attr(el, "title") ?? ""));
  if (about !== "" && about !== name.text) text += `\td=${clip(about, s.args.nameChars).text}`;
  if (s.group !== "") text += `\tg=${clip(s.group, s.args.nameChars).text}`;
  text += ariaFields(s, aria);
  const hint = tidy(attr(s.field, "placeholder") ?? (aria ? attr(s.field, "aria-placeholder") : null) ?? drawnHint(s));
  if (hint !== "" && name.source !== "placeholder" && hint !== name.text) text += `\tp=${clip(hint, s.args.nameChars).text}`;
  const code = name.text === "" && hint === "" ? codeName(s.field) : "";
  if (code !== "") text += `\ti=${code}`;
  return text;
}

// drawnHint is what style writes into an empty editor; it goes when one types.
function drawnHint({ field: of, fieldTag, role }: Subject): string {
  if (role !== "textbox" || fieldTag === "input" || fieldTag === "textarea" || !isBlank(textContent(of) ?? "")) return "";
  for (let at: Element | null = of, depth = 0; at !== null && depth < 3; at = firstElement(at), depth++) {
    const drawn = drawnBy(at, "::before")?.text ?? drawnBy(at, "::after")?.text ?? attr(at, "data-placeholder") ?? "";
    if (drawn !== "") return drawn;
  }
  return "";
}

function ariaFields({ el, field: of }: Subject, aria: boolean): string {
  if (!aria) return "";
  let text = "";
  const popup = popupKind(of);
  if (popup !== "") text += `\th=${field(popup)}`;
  const level = attr(el, "aria-level");
  if (level !== null && /^\d{1,3}$/.test(level)) text += `\tL=${level}`;
  const current = attr(el, "aria-current");
  if (current !== null && current !== "" && current !== "false" && current !== "true") text += `\tc=${field(current)}`;
  return text;
}

function located(s: Subject, aria: boolean): string {
  let text = "";
  const popup = aria ? openPopup(s.el) : undefined;
  if (popup !== undefined) text += `\tb=${keyOf(popup)}`;
  if (s.args.selectors) text += `\ts=${field(s.selectors.of(s.el))}`;
  if (s.args.urls && s.role === "link") {
    const url = linkURL(s.el);
    if (url !== "") text += `\tu=${field(url)}`;
  }
  if (s.options > 0) text += `\tn=${s.options}`;
  return text;
}
