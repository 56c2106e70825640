// Generated content: the text of ::before and ::after. With an alternative
// after the slash (content: "*" / "required") the alternative is what is said.

// generated is the spoken text of a pseudo-element, "" for none.
export function generated(el: Element, which: "::before" | "::after"): string {
  const content = getComputedStyle(el, which).content;
  return content === "none" || content === "normal" ? "" : spoken(content);
}

// spoken reads a computed content value: strings, pictures, and after a slash the alternative.
export function spoken(content: string): string {
  let text = "";
  for (const [piece, string] of content.matchAll(/"((?:[^"\\]|\\.)*)"|\/|\b[a-z-]+\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)/g)) {
    if (piece === "/") text = "";
    else if (string !== undefined) text += string.replace(/\\(.)/g, "$1");
  }
  return text;
}
