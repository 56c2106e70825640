// Which elements have words that style draws: text in ::before or ::after. To
// ask an element costs as much as walking eight (10 µs, measured), so the rules
// of a tree say whom to ask; where they cannot be read, an element's like say it.
import { attr, hostOf, queryAll } from "./dom";
import { drawing, rulesFor } from "./drawing";

type Tree = Document | ShadowRoot;

// How many elements of one kind (name and class) are asked in vain, where the
// rules are not known, before the rest of the kind is taken to have nothing
// drawn; and how many in all.
const mostVain = 3, mostAsked = 2000;

// Drawn knows them for one walk.
export class Drawn {
  readonly #found = new Set<Element>();
  readonly #trees = new Set<Tree>();
  readonly #vain = new Map<string, number>();
  readonly #expired: () => boolean;
  #blind = false;
  #asked = 0;

  constructor(expired: () => boolean) {
    this.#expired = expired;
  }

  // enter takes in a tree before anything in it is walked.
  enter(tree: Tree): void {
    if (this.#trees.has(tree)) return;
    this.#trees.add(tree);
    const rules = rulesFor(tree);
    if (rules === undefined) { this.#blind = true; return; }
    if (rules.host && tree instanceof ShadowRoot) this.#found.add(hostOf(tree));
    if (rules.selectors.length > 0) this.#find(tree, present(tree, rules.selectors));
  }

  // may says whether an element is to be asked.
  may(el: Element, tag: string, attributes: boolean): boolean {
    if (this.#found.size > 0 && this.#found.has(el)) return true;
    return this.#blind && this.#ask(el, attributes ? `${tag} ${attr(el, "class") ?? ""}` : tag);
  }

  #find(tree: Tree, selectors: readonly string[]): void {
    for (let i = 0; i < selectors.length && !this.#expired(); i += together) {
      try {
        for (const el of queryAll(tree, selectors.slice(i, i + together).join(","))) this.#found.add(el);
      } catch (cause) {
        if (!(cause instanceof DOMException)) throw cause;
        this.#blind = true; // one that only a style sheet may have
      }
    }
  }

  #ask(el: Element, kind: string): boolean {
    const vain = this.#vain.get(kind) ?? 0;
    if (vain >= mostVain || this.#asked >= mostAsked) return false;
    this.#asked++;
    const found = drawing(getComputedStyle(el, "::before").content) || drawing(getComputedStyle(el, "::after").content);
    this.#vain.set(kind, found ? Number.NEGATIVE_INFINITY : vain + 1);
    return found;
  }
}

// together is how many selectors are looked for at once; between, the clock is asked.
const together = 16;

// few is how many tests of an element against a selector are not worth thinking
// about (20 ns each, measured).
const few = 100_000;

// present leaves out the selectors whose classes nothing in a tree has.
function present(tree: Tree, selectors: readonly string[]): readonly string[] {
  const classed = queryAll(tree, "[class]");
  if (classed.length * selectors.length < few) return selectors;
  const lists = new Set(classed.map((el) => attr(el, "class") ?? ""));
  const names = new Set([...lists].flatMap((list) => list.split(/\s+/)));
  return selectors.filter((selector) => classesOf(selector).every((name) => names.has(name)));
}

// classesOf are the classes that what a selector matches has itself.
function classesOf(selector: string): string[] {
  const last = selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, "").split(/\s*(?<!\\)[\s>+~]\s*/).pop() ?? "";
  return [...last.matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1"));
}
