// Node ↔ key: the page's half of a ref. A key is given out once and names one
// node as long as the document lives, wherever the node is moved to. The node
// carries its key in a property that only this world sees; the way back is weak
// and is pruned by every walk, so a page that makes and drops 100,000 nodes
// leaves nothing behind.
import { isConnected } from "./dom";

// Cloning a node copies no property of its wrapper, so no two nodes share a key.
// A WeakMap would do the same, and be gone through by every garbage collection.
const mark = Symbol("key");
type Marked = Element & { [mark]?: Known };

// Known is a node's key, and the last walk that met the node.
interface Known { readonly key: number; readonly ref: WeakRef<Element>; met: number }

const byKey = new Map<number, Known>();
let next = 1;
let walks = 0;

// nonce names this document: with the back/forward cache Chrome may run a call
// in another document than the one it was meant for, and every op compares this first.
export const nonce: string = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

// keyOf gives a node its key, the same each time.
export function keyOf(node: Element): number {
  const known = (node as Marked)[mark] ??= { key: next++, ref: new WeakRef(node), met: -1 };
  if (known.met !== walks) {
    if (known.met < 0) byKey.set(known.key, known); // new, or pruned while it was out of the document
    known.met = walks;
  }
  return known.key;
}

// nodeOf finds the node of a key, if it is still in the document.
export function nodeOf(key: number): Element | undefined {
  const node = byKey.get(key)?.ref.deref();
  return node !== undefined && isConnected(node) ? node : undefined;
}

// beginWalk begins to note which nodes are met.
export function beginWalk(): void {
  walks++;
}

// prune forgets the keys whose nodes have left the document and returns them.
// What the walk met is there: to look at a weak reference is what costs.
export function prune(): number[] {
  const gone: number[] = [];
  for (const [key, known] of byKey) {
    if (known.met === walks) continue;
    const node = known.ref.deref();
    if (node !== undefined && isConnected(node)) continue;
    known.met = -1;
    byKey.delete(key);
    gone.push(key);
  }
  return gone;
}
