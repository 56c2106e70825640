// The names of SVG drawings and of their parts.
import { attr, byId, firstChild, firstElement, localName, nextSibling, nodeType, rootOf, textContent } from "./dom";
import { tidy } from "./text";

// svgTitle is the title child of an SVG element, or of the symbol that it is made of.
export function svgTitle(el: Element): string {
  const own = titleIn(el);
  if (own !== "") return own;
  const tag = localName(el);
  return tag === "use" ? titleOfUsed(el) : tag === "svg" ? titleOfUsed(firstUse(el)) : "";
}

// firstUse is the use element that a drawing begins with, perhaps in groups.
function firstUse(el: Element): Element | null {
  let at = firstElement(el);
  while (at !== null && localName(at) === "g") at = firstElement(at);
  return at !== null && localName(at) === "use" ? at : null;
}

function titleIn(el: Element): string {
  for (let child = firstChild(el); child !== null; child = nextSibling(child)) {
    if (nodeType(child) === 1 && localName(child as Element) === "title") return tidy(textContent(child) ?? "");
  }
  return "";
}

function titleOfUsed(use: Element | null): string {
  const href = use === null ? "" : attr(use, "href") ?? attr(use, "xlink:href") ?? "";
  const used = use !== null && href.startsWith("#") ? byId(rootOf(use), href.slice(1)) : null;
  return used === null ? "" : titleIn(used);
}
