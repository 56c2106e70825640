// Which fields hold a secret: their value, and its length, never leave the
// page. Once a field was judged secret it stays so, whatever becomes of its
// type, its attributes or its node.
import { attr, inputType, isHTML, localName, parentNode, isElement, hostOf } from "./dom";

const marked = new WeakSet<Element>();

// Shapes of secret fields that were seen: a framework that re-renders or clones
// a field makes a new node of the same shape.
const shapes = new Set<string>();

const words = new Set(["pwd", "pass", "password", "passwd", "passcode", "passphrase", "pin", "otp", "totp", "mfa", "2fa", "tfa", "cvc", "cvv",
  "cvv2", "csc", "ssn", "secret", "token", "apikey", "pswd", "passwort", "kennwort", "motdepasse", "contrasena", "senha", "creditcard",
  "cardnumber", "ccnumber", "iban"]);

const compound = /^(?:(?:one)?time(?:code|pass\w*)|(?:new|old|current|confirm|repeat|retype|user|login|my|your)(?:pwd|pass|password|passwd|pin)|(?:pwd|pass|password|passwd)(?:word)?\d*|(?:api|private|secret|access)(?:key|secret|token)|(?:cvc|cvv|otp|pin|mfa)(?:code|\d+)|securitycode|verificationcode|(?:auth|access|bearer|refresh)token)$/;

const reasons: readonly (readonly [reason: string, test: (el: Element) => boolean])[] = [
  ["password", (el) => el instanceof HTMLInputElement && inputType(el) === "password"],
  ["autocomplete", (el) => /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+)(?:\s|$)/i.test(attr(el, "autocomplete") ?? "")],
  ["name", (el) => secretWord(attr(el, "name")) || secretWord(attr(el, "id"))],
  ["masked", (el) => getComputedStyle(el).getPropertyValue("-webkit-text-security") !== "none"],
];

// isSecret judges a field, and remembers a yes.
export function isSecret(el: Element): boolean {
  if (marked.has(el)) return true;
  if (!holdsText(el)) return false;
  if (!reasons.some(([, test]) => test(el)) && !(shapes.size > 0 && shapesOf(el).some((shape) => shapes.has(shape)))) return false;
  markSecret(el);
  return true;
}

// markSecret makes a field secret for good, as filling it as a secret does.
export function markSecret(el: Element): void {
  marked.add(el);
  for (const shape of shapesOf(el)) shapes.add(shape);
}

// holdsText says whether a field has a value of its own that could be secret:
// a checkbox called "pin" only has a state.
function holdsText(el: Element): boolean {
  if (!isHTML(el)) return false;
  switch (localName(el)) {
    case "input": return !stateful.has(inputType(el));
    case "textarea": case "select": return true;
    default: return attr(el, "contenteditable") !== null || /^(?:textbox|searchbox|spinbutton|combobox)$/.test(attr(el, "role") ?? "");
  }
}

const stateful = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "file", "range", "color"]);

// secretWord looks for a word, not for letters: "shipping" is not "pin".
function secretWord(name: string | null): boolean {
  if (name === null || name === "") return false;
  const parts = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\d]+/u).filter((part) => part !== "");
  return parts.some((part, i) => words.has(part) || words.has(part.replace(/\d+$/, "")) || compound.test(part) || compound.test(part + (parts[i + 1] ?? "-")));
}

// shapesOf names a field by what a clone keeps: its id, its name, and failing
// both the place it stands in with its other attributes.
function shapesOf(el: Element): string[] {
  const tag = localName(el), id = attr(el, "id"), name = attr(el, "name");
  const shapes: string[] = [];
  if (id) shapes.push(`${tag}#${id}`);
  if (name) shapes.push(`${tag}@${name}`);
  const label = attr(el, "aria-label") ?? attr(el, "placeholder");
  if (shapes.length === 0) shapes.push(`${tag} ${label ?? ""} ${attr(el, "class") ?? ""} ${placeOf(el)}`);
  return shapes;
}

// placeOf is the way from the nearest ancestor with an id to the element.
function placeOf(el: Element): string {
  let path = "";
  for (let at: Element = el, steps = 0; steps < 8; steps++) {
    let index = 0;
    for (let before = at.previousElementSibling; before instanceof Element; before = before.previousElementSibling) index++;
    path += `/${localName(at)}${index}`;
    const parent = parentNode(at);
    const up = isElement(parent) ? parent : parent instanceof ShadowRoot ? hostOf(parent) : null;
    if (up === null) break;
    const id = attr(up, "id");
    if (id) return `${path}#${id}`;
    at = up;
  }
  return path;
}
