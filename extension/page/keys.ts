// Node ↔ key: the page's half of a ref. A key is given out once and names one
// node as long as the document lives, wherever the node is moved to. byRef
// holds nodes weakly and is pruned by every walk, byNode lets go by itself, so
// a page that makes and drops 100,000 nodes leaves nothing behind.
import { isConnected } from "./dom";

const byNode = new WeakMap<Node, number>();
const byRef = new Map<number, WeakRef<Element>>();
let next = 1;

// nonce names this document: with the back/forward cache Chrome may run a call
// in another document than the one it was meant for, and every op compares this first.
export const nonce: string = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

// keyOf gives a node its key, the same each time.
export function keyOf(node: Element): number {
  const known = byNode.get(node);
  if (known !== undefined) {
    // Pruned while it was out of the document, and back since.
    if (!byRef.has(known)) byRef.set(known, new WeakRef(node));
    return known;
  }
  const key = next++;
  byNode.set(node, key);
  byRef.set(key, new WeakRef(node));
  return key;
}

// knownKey is the key of a node that has one, else 0.
export const knownKey = (node: Element): number => byNode.get(node) ?? 0;

// nodeOf finds the node of a key, if it is still in the document.
export function nodeOf(key: number): Element | undefined {
  const node = byRef.get(key)?.deref();
  return node !== undefined && isConnected(node) ? node : undefined;
}

// prune forgets the keys whose nodes have left the document and returns them.
export function prune(): number[] {
  const gone: number[] = [];
  for (const [key, ref] of byRef) {
    const node = ref.deref();
    if (node !== undefined && isConnected(node)) continue;
    byRef.delete(key);
    gone.push(key);
  }
  return gone;
}
