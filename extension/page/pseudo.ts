// Generated content: the text of ::before and ::after. With an alternative
// after the slash (content: "*" / "required") the alternative is what is said.
import { clippedAway, far, faint, turnOf } from "./hiding";
import { isBlank, recase } from "./text";

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

// Generated is text that style draws: as it is read, and how its box stands.
export interface Generated { readonly text: string; readonly display: string; readonly inline: boolean; readonly font: string }

// drawnBy is the text of a pseudo-element that a person can see, null for none.
export function drawnBy(el: Element, which: "::before" | "::after"): Generated | null {
  const style = getComputedStyle(el, which);
  if (style.content === "none" || style.content === "normal" || style.display === "none" || style.visibility !== "visible" || unseen(style)) return null;
  const text = recase(spoken(style.content), style.textTransform);
  if (isBlank(text) || style.content.includes("counter") && !/[\p{L}\p{N}]/u.test(text) || bullet.test(text)) return null;
  return { text, display: style.display, inline: style.display === "inline" && !/" \/ "|\) \/ "/.test(style.content), font: style.fontFamily };
}

// A bullet says no more than those of lists, which are not said either.
const bullet = /^\s*[•◦▪‣⁃∙·●○■□]\s*$/;

// unseen says whether the box of a pseudo-element shows nothing: hints that come
// with the mouse, copies that only take up room.
function unseen(style: CSSStyleDeclaration): boolean {
  return Number(style.opacity) < faint || style.fontSize === "0px" || style.webkitTextFillColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none"
    || style.overflowX !== "visible" && (style.width === "0px" || style.height === "0px" || style.width === "1px" && style.height === "1px")
    || clippedAway(style, style.position) || turnOf(style.transform).flat && style.transform !== "none" || /^0(?: |$)/.test(style.scale) || far(style) || Number.parseFloat(style.textIndent) <= -999;
}
