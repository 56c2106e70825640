// A ref acts on the element it was printed for, or on nothing: the node is found
// by its key and compared with what it was when the ref was printed.
import { type Expect, WordGap } from "../../protocol.gen";
import { describe } from "../describe";
import { dataOf, firstChild, isElement, localName, nextSibling, nodeType, slotted } from "../dom";
import { shadowOf } from "../shadows";
import { keyOf, nodeOf } from "../keys";
import { quote, Refusal, refuse } from "./answer";
import { isRendered } from "./box";
import { findAll } from "./tree";

// Found is the element to act on. was is set when it took the place of another.
export interface Found { el: Element; key: number; rebound?: Expect }

// find finds the node of a key again, or throws why it may not be used.
export function find(key: number, expect: Expect | undefined): Found {
  const el = nodeOf(key);
  if (el !== undefined) {
    if (expect !== undefined) compare(el, expect);
    return { el, key };
  }
  const next = expect === undefined ? undefined : succeed(expect);
  if (next !== undefined) return next;
  refuse("stale_ref", expect === undefined ? "the element has left the page" : `${called(expect.role, expect.name)} has left the page`, "take a new snapshot");
}

// stillIs says whether an element is what it was when its ref was printed.
export function stillIs(el: Element, expect: Expect): boolean {
  try {
    compare(el, expect);
    return true;
  } catch (cause) {
    if (cause instanceof Refusal) return false;
    throw cause;
  }
}

function compare(el: Element, expect: Expect): void {
  if (expect.role === "") return compareWords(el, expect);
  const now = describe(el);
  if (now.role === expect.role && sameName(now.name, expect)) return;
  refuse("changed_ref", `the ref was printed for ${called(expect.role, expect.name)}; the element is now ${called(now.role, now.name)}`,
    "take a new snapshot and use the ref it prints");
}

// compareWords compares a part of the page that is no control: it has no name
// but its words, which must stand in it still, whole and in order. What was listed
// as unseen has neither tag nor words: the element itself is all there is to know.
function compareWords(el: Element, expect: Expect): void {
  if ((expect.tag === "" || localName(el) === expect.tag) && reads(el, expect.name)) return;
  refuse("changed_ref", `the ref was printed for ${quote(expect.name.replaceAll(WordGap, " ").trim())}, which now reads otherwise`, "take a new snapshot and use the ref it prints");
}

// comparedLetters bounds how much is compared.
const comparedLetters = 60;

function reads(el: Element, words: string): boolean {
  const wanted = [...words.toLowerCase()].filter((c) => c === WordGap || /[\p{L}\p{N}]/u.test(c));
  if (wanted.every((c) => c === WordGap)) return true;
  // What was sent is cut, so its last word may be a part of one.
  const whole = wanted.length <= comparedLetters && words.length < 100;
  const pattern = wanted.slice(0, comparedLetters).map((c) => c === WordGap ? "[^]*?" : c).join("[^\\p{L}\\p{N}]*");
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}${whole ? "(?![\\p{L}\\p{N}])" : ""}`, "u").test(textsOf(el));
}

// textsOf joins the text in an element, through shadow roots, with a border
// between any two pieces.
function textsOf(el: Element): string {
  const pieces: string[] = [];
  const queue: Node[] = [el];
  for (let at = queue.pop(); at !== undefined && pieces.length < 400; at = queue.pop()) {
    if (nodeType(at) === 3) pieces.push(dataOf(at));
    const children: Node[] = [];
    for (let child = firstChild(at); child !== null; child = nextSibling(child)) children.push(child);
    if (isElement(at)) {
      if (localName(at) === "slot") children.push(...slotted(at));
      const shadow = shadowOf(at);
      if (shadow !== null) children.unshift(shadow);
    }
    queue.push(...children.reverse());
  }
  return pieces.join("\u0000").toLowerCase();
}

// succeed finds what took the place of a lost element.
export function succeed(expect: Expect): Found | undefined {
  const next = heir(expect);
  return next === undefined ? undefined : { el: next, key: keyOf(next), rebound: { ...describe(next), unique: true } };
}

// heir is the one element that is all that the lost one was. A file input is
// never one: what it would be given cannot be taken back.
function heir(expect: Expect): Element | undefined {
  if (!expect.unique || expect.type === "file") return undefined;
  const alike: Element[] = [];
  for (const el of findAll(CSS.escape(expect.tag))) {
    if (localName(el) !== expect.tag || !isRendered(el) || !isAlike(el, expect)) continue;
    alike.push(el);
    if (alike.length > 1) return undefined;
  }
  return alike[0];
}

function isAlike(el: Element, expect: Expect): boolean {
  const now = describe(el);
  return now.role === expect.role && now.type === expect.type && now.region === expect.region && sameName(now.name, expect);
}

// sameName compares a whole name with one that the walk may have cut.
function sameName(now: string, expect: Expect): boolean {
  if (now === expect.name) return true;
  return expect.total !== undefined && expect.total > 0 && now.startsWith(expect.name) && [...now].length === expect.total;
}

// called is how a message names an element.
export const called = (role: string, name: string): string => (name === "" ? `a ${role}` : `${role} ${quote(name)}`);

// nameOf is how a message names an element that is on the page.
export function nameOf(el: Element): string {
  const { role, name, tag } = describe(el);
  return called(role === "" ? `<${tag}>` : role, name);
}
