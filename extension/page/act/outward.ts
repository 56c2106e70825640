// Links that lead out of the browser (mailto:, tel:, a program's own scheme). Chrome
// asks the person about them in a window of its own, under which the tab takes no
// input any more, whatever is loaded into it (measured); nobody would know why.
import { isElement, linkURL } from "../dom";
import { quote } from "./answer";
import { isLink } from "./tree";

// inside are the schemes that the browser opens itself.
const inside = new Set(["http:", "https:", "javascript:", "blob:", "data:", "about:", "file:", "filesystem:", "view-source:", "chrome:", "chrome-extension:"]);

// shield keeps clicks from following such links, once the page has had its say:
// many pages handle them themselves. The answer stops it, and says where the link
// leads that was not followed, "" for none.
export function shield(): () => string {
  let led = "";
  const listener = (event: Event): void => {
    if (event.defaultPrevented) return;
    const link = event.composedPath().find((at): at is Element => at instanceof Node && isElement(at) && isLink(at));
    const url = link === undefined ? "" : addressOf(link);
    if (url === "" || inside.has(URL.parse(url)?.protocol ?? "http:")) return;
    event.preventDefault();
    led = quote(url);
  };
  for (const type of clicks) window.addEventListener(type, listener);
  return () => {
    for (const type of clicks) window.removeEventListener(type, listener);
    return led;
  };
}

const clicks = ["click", "auxclick"] as const;

function addressOf(el: Element): string {
  for (let at: Element | null = el; at !== null; at = at.parentElement) {
    if (at instanceof HTMLAnchorElement || at instanceof SVGAElement) return linkURL(at);
  }
  return "";
}
