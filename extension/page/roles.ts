// Roles: the one an author gave, else the one that HTML-AAM gives the element.
import { attr, firstElement, hasAttr, inputList, inputType, isEditable, isSVG, localName, nextElement, parentNode, selectMultiple, selectSize, isElement, linkURL } from "./dom";

// Roles that a person can operate. An element with one of them is a control.
export const interactive = new Set(["button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
  "option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem"]);

const known = new Set([...interactive, "alert", "alertdialog", "application", "article", "banner", "blockquote", "caption", "cell", "code",
  "columnheader", "complementary", "contentinfo", "definition", "deletion", "dialog", "directory", "document", "emphasis", "feed", "figure", "form",
  "generic", "grid", "gridcell", "group", "heading", "img", "image", "insertion", "list", "listitem", "log", "main", "mark", "marquee", "math", "menu",
  "menubar", "meter", "navigation", "none", "note", "paragraph", "presentation", "progressbar", "radiogroup", "region", "row",
  "rowgroup", "rowheader", "search", "separator", "status", "strong", "subscript", "superscript", "table", "tablist", "tabpanel",
  "term", "time", "timer", "toolbar", "tooltip", "tree", "treegrid"]);

// Roles that take their name from what is in them.
export const namedByContent = new Set(["button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem",
  "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem", "clickable"]);

const inputRoles: Record<string, string> = { button: "button", submit: "button", reset: "button", image: "button", file: "button",
  checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", hidden: "" };

const tagRoles = new Map(Object.entries({ button: "button", textarea: "textbox", article: "article", aside: "complementary", nav: "navigation",
  main: "main", search: "search", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", ul: "list",
  ol: "list", menu: "list", li: "listitem", table: "table", tr: "row", td: "cell", th: "columnheader", tbody: "rowgroup", thead: "rowgroup",
  tfoot: "rowgroup", dialog: "dialog", fieldset: "group", details: "group", figure: "figure", option: "option", datalist: "listbox",
  optgroup: "group", progress: "progressbar", meter: "meter", hr: "separator", output: "status", form: "form", section: "region",
  header: "banner", footer: "contentinfo", address: "group", p: "paragraph", dfn: "term", math: "math" }));

// explicitRole is the first word of the role attribute that is a role, "" for
// none. "none" and "presentation" come back as "none".
export function explicitRole(el: Element): string {
  const given = attr(el, "role");
  if (given === null) return "";
  for (const word of given.toLowerCase().split(/\s+/)) {
    if (!known.has(word)) continue;
    if (word === "presentation") return "none";
    return word === "image" ? "img" : word;
  }
  return "";
}

// nativeRole is the role of the element itself, "" for none.
export function nativeRole(el: Element, tag: string): string {
  switch (tag) {
    case "svg": return "img";
    case "a": return hasAttr(el, "href") || isSVG(el) && linkURL(el) !== "" ? "link" : "";
    case "area": return hasAttr(el, "href") ? "link" : "";
    case "input": return inputRole(el);
    case "select": return selectMultiple(el) || selectSize(el) > 1 ? "listbox" : "combobox";
    case "img": return attr(el, "alt") === "" ? "none" : "img";
    case "details": return hasAttr(el, "open") || summaryOf(el) !== null ? "group" : "button"; // the browser draws one for it
    case "summary": return isSummary(el) ? "button" : "";
    case "audio": case "video": return hasAttr(el, "controls") ? "media" : "";
    case "th": return attr(el, "scope") === "row" || attr(el, "scope") === "rowgroup" ? "rowheader" : "columnheader";
    default: return tagRoles.get(tag) ?? "";
  }
}

function inputRole(el: Element): string {
  const type = inputType(el);
  const role = inputRoles[type];
  if (hasAttr(el, "list") && (role === undefined || role === "searchbox") && !dated.has(type) && inputList(el) !== null) return "combobox";
  return role ?? "textbox";
}

const dated = new Set(["password", "date", "time", "month", "week", "datetime-local", "color"]);

// isSummary says whether a summary is the one that opens its details.
export function isSummary(el: Element): boolean {
  const parent = parentNode(el);
  if (!isElement(parent) || localName(parent) !== "details") return false;
  return summaryOf(parent as Element) === el;
}

function summaryOf(details: Element): Element | null {
  for (let child = firstElement(details); child !== null; child = nextElement(child)) if (localName(child) === "summary") return child;
  return null;
}

// roleOf is the role that counts: the author's, unless it denies a role to
// something that can be focused.
export function roleOf(el: Element, tag: string): string {
  const given = explicitRole(el);
  if (given === "") return nativeRole(el, tag);
  if (given !== "none") return given;
  const native = nativeRole(el, tag);
  return interactive.has(native) || attr(el, "tabindex") !== null ? native : "none";
}

// editingHost says whether the element is where editing begins: a click in it sets a caret.
export function editingHost(el: Element): boolean {
  const value = attr(el, "contenteditable");
  if (value === null && el === document.body) return isEditable(el); // a document in design mode
  return value !== null && value.toLowerCase() !== "false" && /^(?:|true|plaintext-only)$/i.test(value);
}
