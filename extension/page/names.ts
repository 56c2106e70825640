// Accessible names, after accname 1.2 and as Chromium computes them.
import { attr, firstChild, firstElement, hasAttr, hasAttrs, hostOf, inputType, isSVG, localName, nextSibling, nodeType, related, rendered, rootOf, textContent } from "./dom";
import { contentText, type Reading } from "./content";
import { svgTitle } from "./drawings";
import type { Labels } from "./labels";
import { interactive, namedByContent, nativeRole } from "./roles";
import { shadowRootOf } from "./shadows";
import { dropGlyphs, hasGlyphs, recase, tidy } from "./text";
import type { Usage } from "./usage";

// Source says where a name comes from, and from which elements, so that their
// words need not be told again.
export type Source = "" | "labelledby" | "aria-label" | "label" | "native" | "content" | "title" | "placeholder";

// Name is an accessible name.
// Only is the element's whole content where that is one text and nothing else.
export interface Name { readonly text: string; readonly source: Source; readonly from: readonly Element[]; readonly only?: string }

const nameless: Name = { text: "", source: "", from: [] };
const nothing: readonly Element[] = [];

// Names computes names for one walk or one description.
export class Names {
  readonly #labels: Labels;
  readonly #usage: Usage;
  readonly #expired: () => boolean;
  readonly #entered: (shadow: ShadowRoot) => void;

  // entered hears of every shadow tree before it is read.
  constructor(labels: Labels, usage: Usage, expired: () => boolean, entered: (shadow: ShadowRoot) => void) {
    this.#labels = labels;
    this.#usage = usage;
    this.#expired = expired;
    this.#entered = entered;
  }

  // of names an element of a role.
  of(el: Element, tag: string, role: string): Name {
    const found = this.#find(el, tag, role);
    return found.text !== "" && hasGlyphs(found.text) ? { ...found, text: tidy(dropGlyphs(found.text)) } : found;
  }

  // ofLabel names the field that a label stands for: by the label's words, or as
  // the field says itself where the label only draws it.
  ofLabel(label: Element, field: Element, role: string): Name {
    const name = this.of(label, "label", "clickable");
    return name.text === "" ? this.of(field, localName(field), role) : name;
  }

  #find(el: Element, tag: string, role: string): Name {
    const attributes = hasAttrs(el);
    if (attributes) {
      const given = this.#authored(el);
      if (given !== undefined) return given;
    }
    const native = this.#native(el, tag);
    if (native !== undefined && native.text !== "") return native;
    if (namedByContent.has(role) && !(isField(tag))) {
      const found = this.#content(el, tag, role, attributes);
      if (found.text !== "") return found;
    }
    const title = attributes ? tidy(attr(el, "title") ?? "") : "";
    if (title !== "") return { text: title, source: "title", from: nothing };
    const hint = attributes ? tidy(attr(el, "placeholder") ?? attr(el, "aria-placeholder") ?? "") : "";
    if (hint !== "") return { text: hint, source: "placeholder", from: nothing };
    return this.#ofHost(el, tag, role);
  }

  // ofHost names a field without a name of its own in a custom element: that is
  // the field whose label and aria-label the page wrote.
  #ofHost(el: Element, tag: string, role: string): Name {
    const root = isField(tag) || fieldRoles.has(role) ? rootOf(el) : null;
    if (!(root instanceof ShadowRoot)) return nameless;
    const host = hostOf(root);
    if (!localName(host).includes("-")) return nameless;
    return this.#authored(host) ?? this.#labelled(host) ?? nameless;
  }

  // authored is aria-labelledby, else aria-label.
  #authored(el: Element): Name | undefined {
    const ids = attr(el, "aria-labelledby") ?? attr(el, "aria-labeledby");
    if (ids !== null) {
      const targets = idTargets(el, ids);
      const text = tidy(targets.map((target) => this.#referenced(target, el)).join(" "));
      if (text !== "") return { text, source: "labelledby", from: targets };
    }
    const label = attr(el, "aria-label");
    const text = label === null ? "" : tidy(label);
    return text === "" ? undefined : { text, source: "aria-label", from: nothing };
  }

  // referenced is the text of an element that aria-labelledby names: with all
  // that is hidden in it when it is hidden itself.
  #referenced(target: Element, by: Element): string {
    const shown = target === by ? "" : this.#held(target);
    if (shown !== "") return shown;
    const label = tidy(attr(target, "aria-label") ?? "");
    if (label !== "") return label;
    const tag = localName(target);
    const native = target === by ? undefined : this.#native(target, tag);
    if (native !== undefined && native.text !== "" && (native.source === "native" || tag === "fieldset" || tag === "table")) return native.text;
    const text = contentText(target, this.#reading({ referenced: true }));
    return text !== "" ? text : tidy(attr(target, "title") ?? "");
  }

  // held is what a field or a slider holds, which names what refers to it.
  #held(target: Element): string {
    if (isField(localName(target))) return contentText(target, this.#reading({ referenced: true }));
    return /^(?:slider|spinbutton|scrollbar)$/.test(attr(target, "role") ?? "") ? tidy(attr(target, "aria-valuetext") ?? attr(target, "aria-valuenow") ?? "") : "";
  }

  #native(el: Element, tag: string): Name | undefined {
    switch (tag) {
      case "div": case "span": case "li": return undefined;
      case "a": return isSVG(el) ? native(svgTitle(el) || tidy(attr(el, "xlink:title") ?? "")) : undefined;
      case "input": return this.#input(el);
      case "textarea": case "select": case "meter": case "progress": case "output": return this.#labelled(el);
      case "button": return this.#labelled(el);
      case "img": case "area": return native(tidy(attr(el, "alt") ?? ""));
      case "fieldset": return this.#part(el, "legend");
      case "details": return native(nativeRole(el, tag) === "button" ? "Details" : "");
      case "figure": return this.#part(el, "figcaption");
      case "table": return this.#part(el, "caption");
      case "iframe": case "frame": return native(tidy(attr(el, "title") ?? ""));
      default:
        if (isSVG(el)) return native(svgTitle(el));
        // Custom elements may be fields of a form, which labels name.
        return tag.includes("-") ? this.#labelled(el) : undefined;
    }
  }

  #input(el: Element): Name | undefined {
    switch (inputType(el)) {
      case "hidden": return undefined;
      case "submit": return this.#button(el, "Submit");
      case "reset": return this.#button(el, "Reset");
      case "button": return this.#button(el, "");
      case "image": {
        const labelled = this.#labelled(el);
        if (labelled !== undefined) return labelled;
        return native(tidy(attr(el, "alt") ?? "") || tidy(attr(el, "value") ?? "") || tidy(attr(el, "title") ?? "") || "Submit");
      }
      case "file": return this.#labelled(el) ?? (tidy(attr(el, "title") ?? "") === "" ? native("Choose File") : undefined);
      default: return this.#labelled(el);
    }
  }

  #button(el: Element, otherwise: string): Name | undefined {
    return this.#labelled(el) ?? native(tidy(attr(el, "value") ?? otherwise));
  }

  #labelled(el: Element): Name | undefined {
    const labels = this.#labels.of(el, rootOf(el));
    if (labels.length === 0) return undefined;
    const text = tidy(labels.map((label) => {
      const given = this.#authored(label);
      if (given === undefined && !rendered(label)) return "";
      return given !== undefined ? given.text : contentText(label, this.#reading({ except: el }));
    }).join(" "));
    return text === "" ? undefined : { text, source: "label", from: labels };
  }

  #part(el: Element, name: string): Name | undefined {
    for (let child = firstChild(el); child !== null; child = nextSibling(child)) {
      if (nodeType(child) === 1 && localName(child as Element) === name) {
        return { text: contentText(child as Element, this.#reading({})), source: "label", from: [child as Element] };
      }
    }
    return undefined;
  }

  #content(el: Element, tag: string, role: string, attributes: boolean): Name {
    const only = this.#usage.content ? undefined : onlyText(el, tag, attributes);
    if (only !== undefined) {
      const text = tidy(only);
      return { text: this.#usage.caps ? recase(text, getComputedStyle(el).textTransform) : text, source: "content", from: nothing, only };
    }
    const text = contentText(el, this.#reading({ skipControls: role === "clickable" || role === "row", branch: role === "treeitem" || role.startsWith("menuitem") }));
    return { text, source: "content", from: nothing };
  }

  #reading(how: Partial<Reading>): Reading {
    return { referenced: false, skipControls: false, branch: false, except: null, usage: this.#usage, entered: this.#entered, expired: this.#expired,
      labelledby: (el) => {
        const ids = attr(el, "aria-labelledby");
        return ids === null ? "" : tidy(idTargets(el, ids).map((target) => this.#referenced(target, el)).join(" "));
      }, ...how };
  }
}

// onlyText is the text of an element that holds no other element. Read as a
// whole: making an object of each text node costs more than the text.
export function onlyText(el: Element, tag: string, attributes: boolean): string | undefined {
  if (firstElement(el) !== null || attributes && hasAttr(el, "aria-owns") || shadowRootOf(el, tag, attributes) !== null) return undefined;
  return textContent(el) ?? "";
}

// idTargets are the elements that aria-labelledby names.
export const idTargets = (el: Element, ids: string): Element[] => related(el, ids, "ariaLabelledByElements");

const native = (text: string): Name | undefined => text === "" ? undefined : { text, source: "native", from: nothing };

const fieldRoles = new Set(["checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"]);

const isField = (tag: string): boolean => tag === "input" || tag === "select" || tag === "textarea";

// labelsInUse says whether a role is one that a person operates, so that a label's words belong to it.
export const isWidget = (role: string): boolean => interactive.has(role);
