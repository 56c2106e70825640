// Text as it goes into the ledger: one line, spaces collapsed, cut on a
// grapheme. What is invisible in it (zero width, bidi) passes: the host counts it.

// Every white space that separates words. Not \s: that has U+FEFF, which sits inside words.
const spaces = /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const needs = /[\t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/;

// isSpace is the same for one UTF-16 unit; most units are decided by the first comparison.
const isSpace = (unit: number): boolean => unit <= 0xa0 ? unit === 0x20 || unit >= 9 && unit <= 13 || unit === 0xa0
  : unit >= 0x1680 && (unit === 0x1680 || unit >= 0x2000 && unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000);

// collapse makes every run of white space one space.
export const collapse = (text: string): string => needs.test(text) ? text.replace(spaces, " ") : text;

// tidy collapses and trims.
export function tidy(text: string): string {
  const one = collapse(text);
  return one.charCodeAt(0) === 0x20 || one.charCodeAt(one.length - 1) === 0x20 ? one.slice(one[0] === " " ? 1 : 0, one.endsWith(" ") ? -1 : undefined) : one;
}

// isBlank says whether there is nothing but white space.
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

// startsBlank and endsBlank say whether text is set off from its neighbour.
export const startsBlank = (text: string): boolean => isSpace(text.charCodeAt(0));
export const endsBlank = (text: string): boolean => isSpace(text.charCodeAt(text.length - 1));

// field makes any string fit a field of the ledger; keepLines marks line breaks with a CR.
export function field(text: string, keepLines = false): string {
  if (!keepLines) return collapse(text);
  return text.replace(/\r\n?|\n/g, "\r").replace(/[\t\v\f\u2028\u2029]/g, " ");
}

// recase applies text-transform, as Chromium does to names and innerText.
export function recase(text: string, caps: string): string {
  if (caps.includes("uppercase")) return text.toLocaleUpperCase();
  if (caps.includes("lowercase")) return text.toLocaleLowerCase();
  if (caps.includes("capitalize")) return text.replace(/(^|[^\p{L}\p{N}'’_])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase());
  return text;
}

// Glyphs of icon fonts: the private use areas.
const glyphs = /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;
const highPlanes = /[\ue000-\uf8ff\udb80-\udbff]/;

// hasGlyphs is a cheap test before dropGlyphs.
export const hasGlyphs = (text: string): boolean => highPlanes.test(text);
export const dropGlyphs = (text: string): string => text.replace(glyphs, "");

// Clipped is text within a ceiling; total is 0 when nothing was cut, else how many code points there were.
export interface Clipped { text: string; total: number }

// clip cuts to a number of code points, back to the end of a grapheme.
export function clip(text: string, ceiling: number): Clipped {
  if (text.length <= ceiling) return { text, total: 0 };
  const total = codePoints(text);
  if (total <= ceiling) return { text, total: 0 };
  let end = 0;
  for (let n = 0; n < ceiling; n++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return { text: text.slice(0, graphemeEnd(text, end)), total };
}

// codePoints counts without making an array of a megabyte.
export function codePoints(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// graphemeEnd moves an index back to a grapheme's border. The segmenter gets a
// window, not the whole: it is linear in what it is given. A cluster longer
// than the window is cut where it is.
function graphemeEnd(text: string, end: number): number {
  const from = Math.max(0, end - 256);
  const start = (text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from + 1 : from;
  const hit = graphemes.segment(text.slice(start, end + 64)).containing(end - start);
  return hit === undefined || hit.index === 0 ? end : start + hit.index;
}
