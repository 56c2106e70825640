// Finding a CSS selector in this frame: the document, then its open shadow roots.
import { isElement, localName, openShadowOf, queryAll } from "./dom";
import { canHost } from "./shadows";
import { keyOf, nonce } from "./keys";
import { isOwn } from "./own";

// ResolveArg is the selector to find.
export interface ResolveArg { selector: string }

// ResolveResult says how often the selector matches in this frame, and the key of the first match.
export interface ResolveResult { ok: boolean; nonce: string; count: number; key: number; error?: string }

// resolve finds a selector. Closed roots are left out: no page or script could have written such a selector.
export function resolve(arg: ResolveArg): ResolveResult {
  try {
    const found = queryAll(document, arg.selector).filter((el) => !isOwn(el));
    for (const root of openRoots(document)) found.push(...queryAll(root, arg.selector));
    const [first] = found;
    return { ok: true, nonce, count: found.length, key: first === undefined ? 0 : keyOf(first) };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message.replace(/^.*?'(?:querySelectorAll)'[^:]*: /, "") : String(cause);
    return { ok: false, nonce, count: 0, key: 0, error };
  }
}

function openRoots(root: Node): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  const queue: Node[] = [root];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const el of queryAll(at, "*")) {
      const shadow = isElement(el) && canHost(localName(el)) ? openShadowOf(el) : null;
      if (shadow === null) continue;
      roots.push(shadow);
      queue.push(shadow);
    }
  }
  return roots;
}
