// DOM reads that a page cannot falsify. The isolated world keeps the page's
// patched prototypes out, but not DOM clobbering: <form><input name=children>
// makes form.children an input here too. So every property is read with the
// accessor of its prototype, taken once, and never as el.name.

type Getter<T> = (of: Node) => T;

function getter<T>(proto: object, name: string): Getter<T> {
  const get = Object.getOwnPropertyDescriptor(proto, name)?.get;
  if (get === undefined) throw new Error(`no accessor for ${name}`);
  return (of) => get.call(of) as T;
}

export const nodeType: Getter<number> = getter(Node.prototype, "nodeType");
export const firstChild: Getter<ChildNode | null> = getter(Node.prototype, "firstChild");
export const lastChild: Getter<ChildNode | null> = getter(Node.prototype, "lastChild");
export const nextSibling: Getter<ChildNode | null> = getter(Node.prototype, "nextSibling");
export const previousSibling: Getter<ChildNode | null> = getter(Node.prototype, "previousSibling");
export const parentNode: Getter<ParentNode | null> = getter(Node.prototype, "parentNode");
export const isConnected: Getter<boolean> = getter(Node.prototype, "isConnected");
export const ownerDocument: Getter<Document> = getter(Node.prototype, "ownerDocument");
export const textContent: Getter<string | null> = getter(Node.prototype, "textContent");
export const dataOf: Getter<string> = getter(CharacterData.prototype, "data");
export const localName: Getter<string> = getter(Element.prototype, "localName");
export const namespaceOf: Getter<string | null> = getter(Element.prototype, "namespaceURI");
export const assignedSlotOf: Getter<HTMLSlotElement | null> = getter(Element.prototype, "assignedSlot");
export const openShadowOf: Getter<ShadowRoot | null> = getter(Element.prototype, "shadowRoot");
export const clientHeight: Getter<number> = getter(Element.prototype, "clientHeight");
export const clientWidth: Getter<number> = getter(Element.prototype, "clientWidth");
export const scrollHeight: Getter<number> = getter(Element.prototype, "scrollHeight");
export const scrollWidth: Getter<number> = getter(Element.prototype, "scrollWidth");
export const scrollTop: Getter<number> = getter(Element.prototype, "scrollTop");
export const scrollLeft: Getter<number> = getter(Element.prototype, "scrollLeft");
export const firstElement: Getter<Element | null> = getter(Element.prototype, "firstElementChild");
export const nextElement: Getter<Element | null> = getter(Element.prototype, "nextElementSibling");
export const hostOf: Getter<Element> = getter(ShadowRoot.prototype, "host");
const editable: Getter<boolean> = getter(HTMLElement.prototype, "isContentEditable");
const tabIndex: Getter<number> = getter(HTMLElement.prototype, "tabIndex");

export const inputType: Getter<string> = getter(HTMLInputElement.prototype, "type");
export const inputValue: Getter<string> = getter(HTMLInputElement.prototype, "value");
export const inputFiles: Getter<FileList | null> = getter(HTMLInputElement.prototype, "files");
export const inputList: Getter<HTMLElement | null> = getter(HTMLInputElement.prototype, "list");
export const checkedOf: Getter<boolean> = getter(HTMLInputElement.prototype, "checked");
export const indeterminateOf: Getter<boolean> = getter(HTMLInputElement.prototype, "indeterminate");
export const areaValue: Getter<string> = getter(HTMLTextAreaElement.prototype, "value");
export const selectValue: Getter<string> = getter(HTMLSelectElement.prototype, "value");
export const selectMultiple: Getter<boolean> = getter(HTMLSelectElement.prototype, "multiple");
export const selectSize: Getter<number> = getter(HTMLSelectElement.prototype, "size");
export const selectOptions: Getter<HTMLOptionsCollection> = getter(HTMLSelectElement.prototype, "options");
export const optionValue: Getter<string> = getter(HTMLOptionElement.prototype, "value");
export const optionLabel: Getter<string> = getter(HTMLOptionElement.prototype, "label");
export const optionSelected: Getter<boolean> = getter(HTMLOptionElement.prototype, "selected");
const progressNow: Getter<number> = getter(HTMLProgressElement.prototype, "value");
const meterNow: Getter<number> = getter(HTMLMeterElement.prototype, "value");
export const labelControl: Getter<HTMLElement | null> = getter(HTMLLabelElement.prototype, "control");
const frameWindow: Getter<Window | null> = getter(HTMLIFrameElement.prototype, "contentWindow");
const framesetWindow: Getter<Window | null> = getter(HTMLFrameElement.prototype, "contentWindow");
const objectWindow: Getter<Window | null> = getter(HTMLObjectElement.prototype, "contentWindow");
const frameSrc: Getter<string> = getter(HTMLIFrameElement.prototype, "src");
const framesetSrc: Getter<string> = getter(HTMLFrameElement.prototype, "src");
export const embedURL: Getter<string> = getter(HTMLEmbedElement.prototype, "src");
const anchorHref: Getter<string> = getter(HTMLAnchorElement.prototype, "href");
const areaHref: Getter<string> = getter(HTMLAreaElement.prototype, "href");

const { getAnimations } = Element.prototype;
const { getAttribute, hasAttribute, hasAttributes, getAttributeNames, matches, querySelectorAll, getBoundingClientRect, checkVisibility } = Element.prototype;
const { assignedNodes } = HTMLSlotElement.prototype;
const { contains, getRootNode } = Node.prototype;

// A page may have thousands of elements: call() of a captured method costs no more than the method.
export const attr = (el: Element, name: string): string | null => getAttribute.call(el, name);
export const hasAttr = (el: Element, name: string): boolean => hasAttribute.call(el, name);
export const hasAttrs = (el: Element): boolean => hasAttributes.call(el);
export const attrNames = (el: Element): string[] => getAttributeNames.call(el);
export const matchesSelector = (el: Element, selector: string): boolean => matches.call(el, selector);
export const rectOf = (el: Element): DOMRect => getBoundingClientRect.call(el);
export const holds = (outer: Node, inner: Node | null): boolean => contains.call(outer, inner);
export const rootOf = (node: Node): Node => getRootNode.call(node);
export const slotted = (slot: Element): Node[] => assignedNodes.call(slot as HTMLSlotElement);
export const animationsOf = (el: Element): Animation[] => getAnimations.call(el);
export const shown = (el: Element, how: CheckVisibilityOptions): boolean => checkVisibility.call(el, how);

const queryDocument = Document.prototype.querySelectorAll;
const queryFragment = DocumentFragment.prototype.querySelectorAll;

// queryAll is querySelectorAll of a document, shadow root or element.
export function queryAll(root: Node, selector: string): Element[] {
  const type = nodeType(root);
  const found: NodeListOf<Element> = type === 9 ? queryDocument.call(root as Document, selector)
    : type === 11 ? queryFragment.call(root as DocumentFragment, selector)
    : querySelectorAll.call(root as Element, selector);
  return Array.from(found);
}

type Related = "ariaLabelledByElements" | "ariaOwnsElements" | "ariaControlsElements" | "popoverTargetElement" | "commandForElement";

// related lists the elements that a list of ids names in the owner's own tree,
// missing ones left out. A script can name elements without ids: the attribute is empty then.
export function related(owner: Element, ids: string, property: Related): Element[] {
  if (ids === "") return byScript(owner, property);
  const root = rootOf(owner);
  return ids.trim().split(/\s+/).map((id) => id === "" ? null : byId(root, id)).filter((el) => el !== null);
}

function byScript(owner: Element, property: Related): Element[] {
  const proto = property.startsWith("aria") ? Element.prototype : owner instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLButtonElement.prototype;
  const found = Object.getOwnPropertyDescriptor(proto, property)?.get?.call(owner) as Element[] | Element | null | undefined;
  return found === null || found === undefined ? [] : Array.isArray(found) ? [...found] : [found as Element];
}

const documentTags = Document.prototype.getElementsByTagName;

// tagged lists the elements of one name: the browser keeps such lists, and a
// selector would look at every element again.
export function tagged(root: Node, tag: string): Element[] {
  return nodeType(root) === 9 ? Array.from(documentTags.call(root as Document, tag)) : queryAll(root, tag);
}

const docById = Document.prototype.getElementById;
const fragmentById = DocumentFragment.prototype.getElementById;

// byId finds an id in the tree that a node is in, as every IDREF does.
export function byId(root: Node, id: string): Element | null {
  return nodeType(root) === 9 ? docById.call(root as Document, id)
    : nodeType(root) === 11 ? fragmentById.call(root as DocumentFragment, id) : null;
}

export const isElement = (node: Node | null): node is Element => node !== null && nodeType(node) === 1;
export const isHTML = (el: Element): boolean => el instanceof HTMLElement;
export const isSVG = (el: Element): boolean => el instanceof SVGElement;

// isEditable says whether typing into the element changes it.
export const isEditable = (el: Element): boolean => el instanceof HTMLElement && editable(el);

// tabIndexOf is -1 for what is not HTML or SVG.
export const tabIndexOf = (el: Element): number => el instanceof HTMLElement ? tabIndex(el) : Number(attr(el, "tabindex") ?? -1);

// progressValue is how far a progress or meter element has come, "" when that is not known.
export function progressValue(el: Element, tag: string): string {
  if (tag === "progress") return el instanceof HTMLProgressElement && hasAttr(el, "value") ? String(progressNow(el)) : "";
  return el instanceof HTMLMeterElement ? String(meterNow(el)) : "";
}

// childWindow is the window of a frame element.
export function childWindow(el: Element): Window | null {
  if (el instanceof HTMLIFrameElement) return frameWindow(el);
  if (el instanceof HTMLFrameElement) return framesetWindow(el);
  return el instanceof HTMLObjectElement ? objectWindow(el) : null;
}

// frameURL is the address that a frame element asks for.
export function frameURL(el: Element): string {
  if (el instanceof HTMLIFrameElement) return hasAttr(el, "srcdoc") ? "about:srcdoc" : frameSrc(el);
  return el instanceof HTMLFrameElement ? framesetSrc(el) : attr(el, "data") ?? "";
}

// linkURL is the resolved address of a link, or "".
export function linkURL(el: Element): string {
  if (el instanceof HTMLAnchorElement) return anchorHref(el);
  if (el instanceof HTMLAreaElement) return areaHref(el);
  const raw = attr(el, "href") ?? el.getAttributeNS("http://www.w3.org/1999/xlink", "href");
  return raw === null ? "" : URL.parse(raw, document.baseURI)?.href ?? raw;
}

// flatParent is the parent in the flattened tree: slots and shadow hosts included.
export function flatParent(node: Node): Element | null {
  const slot = isElement(node) ? assignedSlotOf(node) : null;
  if (slot !== null) return slot;
  const parent = parentNode(node);
  if (isElement(parent)) return parent;
  return parent !== null && parent instanceof ShadowRoot ? hostOf(parent) : null;
}

// checkVisible says whether an element is rendered and not made invisible.
export const checkVisible = (el: Element): boolean => shown(el, { visibilityProperty: true });

// rendered says whether an element has a box, or would have one on the screen.
export const rendered = (el: Element): boolean => shown(el, {});
