// Do two runs of words that meet without white space read as one word? Markup
// may cut a word in pieces; and boxes may stand side by side with nothing but
// their margins between them: "4" and "5" are not 45.
import { dataOf, firstChild, nodeType, rectOf } from "./dom";

// A gap that reads as one between words, in parts of a line's height; a space is
// about a quarter of it.
const gapPart = 0.18;

const ends = /[\p{L}\p{N}]$/u, starts = /^[\p{L}\p{N}]/u;

// Tail is the run of words that was said last: those of a text node, of an
// element that holds nothing else, or those that style draws in an element.
export class Tail {
  #text = "";
  #node: Node | null = null;
  #drawn = false;

  // set notes what was said.
  set(text: string, node: Node, drawn: boolean): void {
    this.#text = text;
    this.#node = node;
    this.#drawn = drawn;
  }

  // clear says that no words were last.
  clear(): void {
    this.#node = null;
  }

  // apart says whether the words that follow stand apart from these. Only letters
  // and digits grow together, so that few have to be looked for on the screen.
  apart(text: string, node: Node, drawn: boolean): boolean {
    if (this.#node === null || !ends.test(this.#text.slice(-2)) || !starts.test(text.slice(0, 2))) return false;
    const end = placeOf(this.#node, this.#drawn, true), start = placeOf(node, drawn, false);
    if (end === null || start === null) return false;
    const sameLine = start.top < end.bottom && end.top < start.bottom;
    return sameLine && Math.max(start.left - end.right, end.left - start.right) > gapPart * Math.min(end.height, start.height);
  }
}

// placeOf is where the last or the first character of a run is drawn; of words
// that style draws only their element can be asked.
function placeOf(node: Node, drawn: boolean, last: boolean): DOMRect | null {
  if (drawn) return rectOf(node as Element);
  const text = nodeType(node) === 3 ? node as Text : firstChild(node as Element);
  const length = text !== null && nodeType(text) === 3 ? dataOf(text as Text).length : 0;
  if (text === null || length === 0) return null;
  const at = last ? length - 1 : 0;
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect();
}
