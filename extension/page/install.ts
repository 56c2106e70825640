// The entry of the page code. Everything under extension/page is bundled into
// one function, sent to a document once; later calls use what it leaves: an
// object with the operations. What stays in the page is that object, the nonce,
// the two ref maps and the set of secrets. No listener, no change to the page.
import { acts } from "./act/index";
import { nonce } from "./keys";
import { read } from "./read";
import { resolve } from "./resolve";
import { snapshot } from "./snapshot";

// install sets globalThis.candid, unless the same build is there. The property
// is defined, not assigned: a page with an element of id "candid" has one on
// the prototype chain.
export function install(build: string): void {
  const there = Object.getOwnPropertyDescriptor(globalThis, "candid")?.value as { build?: string } | undefined;
  if (there?.build === build) return;
  Object.defineProperty(globalThis, "candid", { value: Object.freeze({ build, nonce, snapshot, read, resolve, ...acts }), configurable: true });
}
