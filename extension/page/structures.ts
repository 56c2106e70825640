// Structures: the parts of a page that give the rest its place.
import { attr, hasAttr, isHTML, localName, isElement, parentNode } from "./dom";
import { explicitRole } from "./roles";

// Roles that are structures by themselves.
const plain = new Set(["navigation", "main", "complementary", "search", "dialog", "alertdialog", "article", "toolbar", "menu", "menubar", "listbox",
  "tree", "tablist", "radiogroup", "figure", "banner", "contentinfo"]);

// Elements within which header and footer are not the page's.
export const sectioning = new Set(["article", "aside", "main", "nav", "section"]);

// structureKind is the kind of structure that an element opens, "" for none.
// Nested says that it lies in sectioning content.
export function structureKind(el: Element, tag: string, role: string, attributes: boolean, nested: boolean): string {
  switch (role) {
    case "": case "none": case "generic": case "paragraph": case "cell": case "rowgroup": return "";
    case "heading": return headingKind(el, tag);
    case "list": case "menu": return tag === "menu" && role === "menu" || role === "list" ? role === "menu" ? "menu" : "list" : "menu";
    case "feed": return "list";
    case "listitem": return "item";
    case "table": case "grid": case "treegrid": return "table";
    case "row": return "row";
    case "banner": case "contentinfo": return attributes && explicitRole(el) !== "" || !nested ? role : "";
    case "region": case "form": return attributes && (hasName(el) || explicitRole(el) === role && role === "form") ? role : "";
    case "group": return tag === "fieldset" || attributes && hasName(el) ? "group" : "";
    default: return plain.has(role) ? role : "";
  }
}

const hasName = (el: Element): boolean => hasAttr(el, "aria-label") || hasAttr(el, "aria-labelledby") || hasAttr(el, "title");

function headingKind(el: Element, tag: string): string {
  const level = Number(attr(el, "aria-level") ?? (/^h[1-6]$/.test(tag) ? tag[1] : 2));
  return `h${Math.min(6, Math.max(1, Number.isFinite(level) ? Math.round(level) : 2))}`;
}

// Kinds whose author gave them a name of their own; other kinds are named by what is in them.
const named = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "region", "search", "form", "dialog", "alertdialog", "article",
  "group", "toolbar", "menu", "menubar", "listbox", "tree", "tablist", "radiogroup", "list", "table", "figure"]);

// takesName says whether a structure's row carries a name.
export const takesName = (kind: string): boolean => named.has(kind);

// Landmarks and dialogs: the regions that tell look-alike controls apart.
export const regions = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "region", "search", "form", "dialog", "alertdialog"]);

// inSectioning says whether an element lies in sectioning content.
export function inSectioning(el: Element): boolean {
  for (let up = parentNode(el); isElement(up); up = parentNode(up as Element)) {
    if (isHTML(up as Element) && sectioning.has(localName(up as Element))) return true;
  }
  return false;
}
