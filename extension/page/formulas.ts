// Formulas in reading order. Their layout carries meaning, so that what it says
// is put into words' place: a bar between the parts of a fraction, a sign before
// what is raised or lowered. "1/2" and "x^2" are no "12" and "x2".
import { firstElement, localName, nextElement } from "./dom";

// Signs before the second and third part of what a formula is made of.
const signs: Record<string, readonly string[]> = { mfrac: ["/"], msup: ["^"], msub: ["_"], msubsup: ["_", "^"], mover: ["^"], munder: ["_"], munderover: ["_", "^"] };

// partsOf lists what is in an element of a formula, with the signs between; null where it is read as it stands.
export function partsOf(el: Element, tag: string): Node[] | null {
  const between = signs[tag];
  if (between === undefined && tag !== "msqrt" && tag !== "mroot") return null;
  const parts: Element[] = [];
  for (let child = firstElement(el); child !== null; child = nextElement(child)) parts.push(child);
  if (tag === "msqrt") return [sign("\u221a("), ...parts, sign(")")];
  const [first, second] = parts;
  if (tag === "mroot") return first === undefined || second === undefined ? null : [...whole(second), sign("\u221a("), first, sign(")")];
  return parts.flatMap((part, i) => i === 0 ? whole(part) : [sign(between?.[i - 1] ?? ""), ...whole(part)]);
}

// whole puts what consists of several parts in parentheses.
function whole(part: Element): Node[] {
  let inner: Element | null = part;
  while (inner !== null && rows.has(localName(inner)) && firstElement(inner) !== null && nextElement(firstElement(inner) as Element) === null) inner = firstElement(inner);
  const several = inner !== null && localName(inner) !== "mi" && firstElement(inner) !== null;
  return several ? [sign("("), part, sign(")")] : [part];
}

const rows = new Set(["mrow", "mstyle", "mpadded"]);

const sign = (text: string): Node => document.createTextNode(text);
