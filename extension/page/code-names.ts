// What the code of a page calls a control that has no name: its icon, its
// action, its field. No one reads it on the page, but people who see the icon
// know no more, and those who do not would know nothing.
import { attr, firstElement, localName, nextElement } from "./dom";
import { tidy } from "./text";

// How many elements of a control are looked at: an icon lies on top.
const looked = 6;

// codeName is the best of these words, "" for none.
export function codeName(el: Element): string {
  const parts = partsOf(el);
  for (const [, find] of sources) {
    for (const part of parts) {
      const word = tidy(find(part, el) ?? "");
      if (said.test(word)) return word;
    }
  }
  return "";
}

// said tells words from what a tool numbered: letters, joined.
const said = /^(?=.{2,60}$)[a-z]+(?:[-_.: ]*[a-z]+)*$/i;

const sources: readonly (readonly [source: string, (part: Element, control: Element) => string | null | undefined])[] = [
  ["a drawing that is used", (part) => localName(part) === "use" ? (attr(part, "href") ?? attr(part, "xlink:href"))?.split("#")[1] : null],
  ["an icon element", (part) => attr(part, "data-icon") ?? attr(part, "data-lucide") ?? attr(part, "data-feather") ?? (localName(part).includes("icon") ? attr(part, "name") ?? attr(part, "icon") : null)],
  ["an icon's class", (part) => longest(attr(part, "class"), /(?:^|[-_])(?:icons?|ico|fa|bi|mdi|glyphicon|lucide|octicon|sprite)[-_]./i)],
  ["a picture's file", (part) => localName(part) === "img" ? fileOf(attr(part, "src")) : null],
  ["its field, action or id", (part, control) => part !== control ? null : named.map((name) => attr(part, name)).find((word) => word !== null && said.test(word))],
  ["its background", (part) => fileOf(/url\("(?!data:)([^"]+)"\)/.exec(getComputedStyle(part).backgroundImage)?.[1])],
  ["its target", (part, control) => part === control ? attr(part, "href")?.replace(/[?].*$|\/+$/, "").split(/[/#]/).pop() : null],
  ["its class", (part, control) => part === control ? attr(part, "class") : null],
];

const named = ["name", "data-action", "data-testid", "data-test", "data-cy", "id"];

function partsOf(el: Element): Element[] {
  const parts = [el];
  for (let i = 0; i < parts.length && parts.length < looked; i++) {
    for (let child = firstElement(parts[i] as Element); child !== null && parts.length < looked; child = nextElement(child)) parts.push(child);
  }
  return parts;
}

function longest(list: string | null, like: RegExp): string {
  return (list ?? "").split(/\s+/).filter((name) => like.test(name) && said.test(name)).reduce((best, name) => name.length > best.length ? name : best, "");
}

const fileOf = (url: string | null | undefined): string => url === null || url === undefined || url.startsWith("data:") ? "" : url.replace(/[?#].*$/, "").split("/").pop()?.replace(/\.\w+$/, "") ?? "";
