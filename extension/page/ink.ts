// Is text that seems to have the colour of its background really unreadable?
// White words over a picture are the most common heading there is, so nothing
// is dropped unless what is painted behind the words is known.
import { holds, isHTML, localName, rectOf } from "./dom";

const pictures = new Set(["img", "video", "canvas", "svg", "picture", "iframe", "object", "embed", "image"]);

// invisibleInk looks at what is painted below the middle of the element. Out
// of the viewport nothing can be asked for, and the words count as visible
// unless their own box is painted in their colour.
export function invisibleInk(el: Element, ink: string): boolean {
  const { textShadow, webkitTextStrokeWidth, backgroundColor } = getComputedStyle(el);
  if (textShadow !== "none" || webkitTextStrokeWidth !== "0px") return false; // letters drawn without their colour
  const box = rectOf(el);
  const x = box.left + Math.min(box.width, 40) / 2, y = box.top + Math.min(box.height, 20) / 2;
  const stack = document.elementsFromPoint(x, y);
  const from = stack.findIndex((hit) => hit === el || holds(hit, el));
  if (from < 0) return ink === "rgba(0, 0, 0, 0)" || ink === backgroundColor;
  for (const hit of stack.slice(from)) {
    const paint = paintOf(hit);
    if (paint === "other") return false;
    if (paint !== "") return paint === ink || ink === "rgba(0, 0, 0, 0)";
  }
  return ink === "rgb(255, 255, 255)" || ink === "rgba(0, 0, 0, 0)";
}

// paintOf is the colour that covers all of a box, "" for none, "other" for what is no plain colour.
function paintOf(el: Element): string {
  if (!isHTML(el) || pictures.has(localName(el))) return "other";
  let colour = "";
  for (const part of ["", "::before", "::after"]) {
    const style = getComputedStyle(el, part);
    if (part !== "" && style.content === "none") continue;
    if (style.backgroundImage !== "none") return "other";
    if (style.backgroundColor === "rgba(0, 0, 0, 0)") continue;
    if (part !== "" || style.backgroundColor.startsWith("rgba(")) return "other";
    colour = style.backgroundColor;
  }
  return colour;
}
