// Do two texts that meet without white space read as one word? Markup may cut a
// word in pieces; and boxes may stand side by side with nothing but their
// margins between them: "4" and "5" are not 45.
import { dataOf, firstChild, nodeType } from "./dom";

// A gap that reads as one between words, in parts of a line's height; a space is
// about a quarter of it.
const gapPart = 0.18;

const ends = /[\p{L}\p{N}]$/u, starts = /^[\p{L}\p{N}]/u;

// standApart looks where the text before ends and the one after begins: each a
// text node, or an element that holds nothing else. Only letters and digits grow
// together, so that few texts have to be looked for on the screen.
export function standApart(before: Node, after: Node): boolean {
  const one = textIn(before), other = textIn(after);
  if (one === null || other === null || one === other) return false;
  const said = dataOf(one), next = dataOf(other);
  if (!ends.test(said.slice(-2)) || !starts.test(next.slice(0, 2))) return false;
  const end = placeOf(one, said.length - 1), start = placeOf(other, 0);
  const sameLine = start.top < end.bottom && end.top < start.bottom;
  return sameLine && Math.max(start.left - end.right, end.left - start.right) > gapPart * Math.min(end.height, start.height);
}

function textIn(node: Node): Text | null {
  const text = nodeType(node) === 3 ? node : firstChild(node as Element);
  return text !== null && nodeType(text) === 3 ? text as Text : null;
}

// placeOf is where one character is drawn.
function placeOf(text: Text, at: number): DOMRect {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect();
}
