// Reading one element whole: its text, its value, its attributes, all options.
import type { ReadReply, WalkArgs } from "../protocol.gen";
import { attr, attrNames, localName } from "./dom";
import { describe } from "./describe";
import { nodeOf, nonce } from "./keys";
import { crossReferences } from "./owning";
import { isSecret } from "./secrets";
import { clip, codePoints, field } from "./text";
import { proxied } from "./controls";
import { choicesOf, valueOf } from "./values";
import { Walk } from "./walk";
import { everything } from "./usage";

// ReadArg names the element; chars limits its text.
export interface ReadArg { nonce: string; key: number; chars: number; timeMs?: number }

// read answers one element.
export function read(arg: ReadArg): ReadReply {
  if (arg.nonce !== nonce) return { ...empty(), stale: true };
  const el = nodeOf(arg.key);
  if (el === undefined) return { ...empty(), error: { code: "stale_ref", message: "the element has left the page", hint: "take a new snapshot" } };
  try {
    return readElement(el, arg);
  } catch (cause) {
    return { ...empty(), error: { code: "frame_failed", message: cause instanceof Error ? cause.message : String(cause), hint: "take a new snapshot; if it fails again, report the page" } };
  }
}

function readElement(el: Element, arg: ReadArg): ReadReply {
  const { role, name } = describe(el);
  const target = proxied(el) ?? el;
  const tag = localName(target);
  const secret = isSecret(target);
  const text = clip(textOf(el, arg), arg.chars);
  const value = secret ? undefined : valueOf(target, tag, role);
  const reply: ReadReply = { ok: true, role, name, text: text.text, textChars: text.total || codePoints(text.text), attributes: attributesOf(el, secret) };
  if (value !== undefined) reply.value = value;
  if (secret) reply.secret = true;
  if (tag === "select" && !secret) reply.options = choicesOf(target, Infinity).choices.map((c) => ({ value: c.value, label: c.label, selected: c.selected, disabled: c.disabled, ...(c.group === "" ? {} : { group: c.group }) }));
  return reply;
}

// textOf is the visible text, by the same walk as a snapshot's, with its line breaks.
function textOf(el: Element, arg: ReadArg): string {
  const args: WalkArgs = { nameChars: arg.chars, valueChars: 0, options: 0, blocks: false, selectors: false, urls: false, hidden: false, within: 0, nonce: "",
    timeMs: arg.timeMs ?? 5000, maxChars: Math.max(arg.chars * 8, 1 << 20) };
  const walk = new Walk(args, null, everything, performance.now() + args.timeMs);
  walk.run(el, crossReferences(document));
  let text = "";
  for (const row of walk.session.ledger.end().split("\n")) {
    const parts = row.slice(2).split("\t");
    const words = row[1] === "t" ? parts[2] : row[1] === "k" ? parts[6] : undefined;
    if (words === undefined || words === "") { if (Number(row[0]) > 1 && text !== "" && !text.endsWith("\n")) text += "\n"; continue; }
    const at = row[0];
    if (text !== "" && !text.endsWith("\n")) text += at === "0" ? "" : at === "1" ? " " : at === "4" ? "\t" : "\n";
    text += words.replaceAll("\r", "\n");
  }
  return text.trim();
}

// Attributes that say nothing to a reader.
const dull = /^(?:class|style|value|srcset|sizes|d|points|nonce|integrity|jsaction|jsname)$|^on|^data-(?:v|reactid|react)/;

function attributesOf(el: Element, secret: boolean): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of attrNames(el)) {
    if (dull.test(name) || secret && /value/.test(name)) continue;
    found[name] = clip(field(attr(el, name) ?? ""), 1000).text;
  }
  return found;
}

function empty(): ReadReply {
  return { ok: false, role: "", name: "", text: "", textChars: 0, attributes: {} };
}
