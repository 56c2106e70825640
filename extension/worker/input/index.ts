// The methods that act on a page, as methods.ts registers them.
import type { Handlers } from "../methods";

/** Handlers of the methods that need chrome.debugger. */
export const inputMethods: Partial<Handlers> = {};
