// Which addresses Candid goes to and reads. An unpacked extension may read
// file: and tabs.update goes nearly anywhere (measured), so the line is drawn here.
import type { WireError } from "../protocol.gen";
import { fail, wireError } from "./errors";

const open = new Set(["http:", "https:"]);

// Pages of the browser itself, which Chrome keeps from every extension.
const restricted = /^(chrome|chrome-extension|chrome-untrusted|chrome-error|devtools|edge|brave|vivaldi|opera|about):/i;

// Documents without an address of their own: they belong to the page around them.
const inherited = /^(about:blank|about:srcdoc|data:|blob:)/i;

// The browser opens these itself; of any other it asks the person whether a
// program may open it.
const own = /^(https?|javascript|blob|data|about|file|filesystem|view-source|wss?|chrome|chrome-extension):/i;

// leavesBrowser says whether an address is for another program.
export const leavesBrowser = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url) && !own.test(url);

// checkTarget throws unless an agent may go to url; it answers the URL as the
// browser will spell it.
export function checkTarget(url: string): string {
  if (!URL.canParse(url)) fail("bad_url", `not a URL: ${JSON.stringify(url)}`, "give a full address such as https://example.com/");
  const parsed = new URL(url);
  if (!open.has(parsed.protocol)) {
    fail("scheme_blocked", `${parsed.protocol} addresses are not opened`, "use an http or https address");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    fail("bad_url", "the address holds a user name or password", "leave them out; the person can sign in");
  }
  return parsed.href;
}

// unreadable says why a tab's page may not be read, or undefined when it may.
export function unreadable(url: string): WireError | undefined {
  if (isOpen(url)) return undefined;
  if (restricted.test(url)) {
    return wireError("restricted_page", `restricted page: the browser lets no extension read ${named(url)}`, "navigate the tab to an http or https page");
  }
  return wireError("scheme_blocked", `pages of ${schemeOf(url)} are not read: ${named(url)}`, "navigate the tab to an http or https page");
}

// named is a URL as an error tells it: data: and blob: addresses can be whole documents.
export const named = (url: string): string => url.length > 200 ? `${url.slice(0, 200)}…` : url === "" ? "the page" : url;

// unreadableFrame is unreadable for a frame inside a page that may be read.
export function unreadableFrame(url: string): WireError | undefined {
  return url === "" || inherited.test(url) ? undefined : unreadable(url);
}

// siteOf is the origin that "share this site" stands for, "" for pages without one.
export function siteOf(url: string): string {
  return isOpen(url) ? new URL(url).origin : "";
}

function isOpen(url: string): boolean {
  return URL.canParse(url) && open.has(new URL(url).protocol);
}

function schemeOf(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url);
  return scheme === null ? "an empty tab" : scheme[0];
}
