// Generated content: the text of ::before and ::after. With an alternative
// after the slash (content: "*" / "required") the alternative is what is said.
import { recase } from "./text";

// generated is the spoken text of a pseudo-element, "" for none, set off by
// spaces where its box is set off.
export function generated(el: Element, which: "::before" | "::after"): string {
  const style = getComputedStyle(el, which);
  const content = style.content;
  if (content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return "";
  const text = recase(spoken(content), style.textTransform);
  return text === "" || style.display === "inline" && !content.startsWith("url(") ? text : ` ${text} `;
}

// A letter after a backslash stands for itself, a number for the character of that code.
const unescaped = (text: string): string => text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, itself: string) =>
  code === undefined ? itself : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));

// spoken reads a computed content value: strings, pictures, and after a slash the alternative.
export function spoken(content: string): string {
  let text = "";
  for (const [piece, string] of content.matchAll(/"((?:[^"\\]|\\.)*)"|\/|open-quote|close-quote|\b[a-z-]+\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)/g)) {
    if (piece === "/") text = "";
    else if (piece === "open-quote") text += "\u201c";
    else if (piece === "close-quote") text += "\u201d";
    else if (string !== undefined) text += unescaped(string);
  }
  return text;
}
