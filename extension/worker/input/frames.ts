// Where a frame's viewport lies on the tab. Chrome's extension API and CDP name
// frames differently and offer no table; what they share is our isolated world:
// the document's nonce, read through CDP, tells which CDP frame it is. The
// Runtime domain is on for that moment only.
import { Failure, wireError } from "../errors";
import { dropSession, frameSessions, onDetached, onEvent, send } from "./debug";
import { after, identity, onto, type Projection } from "./quad";

// Spot is a document as CDP knows it.
interface Spot { tab: number; session: string; frame: string; context: number }

const spots = new Map<string, Spot>(); // by nonce

// Level is one frame of the chain from a target up to the top.
export interface Level { frame: number; nonce: string; url: string; index: number; width: number; height: number }

// project maps the viewport of each level to the tab's; the top level is last.
export async function project(tab: number, levels: readonly Level[]): Promise<Projection[]> {
  const places = await Promise.all(levels.map((level) => spotOf(tab, level.nonce)));
  const maps: Projection[] = new Array(levels.length);
  maps[levels.length - 1] = identity;
  for (let n = levels.length - 2; n >= 0; n--) {
    const parent = places[n + 1]!;
    const quad = await ownerQuad(tab, parent.session, places[n]!.frame);
    // CDP gives quads in the coordinates of the session's outermost frame.
    let root = n + 1;
    while (root + 1 < levels.length && places[root + 1]!.session === parent.session) root++;
    maps[n] = after(maps[root]!, onto(quad, levels[n]!.width, levels[n]!.height));
  }
  return maps;
}

async function ownerQuad(tab: number, session: string, frame: string): Promise<number[]> {
  try {
    const { backendNodeId } = await send(tab, "DOM.getFrameOwner", { frameId: frame }, session);
    return (await send(tab, "DOM.getBoxModel", { backendNodeId }, session)).model.content;
  } catch (cause) {
    throw new Failure(wireError("not_visible", `the frame has no place on the page: ${String(cause)}`, "take a new snapshot"));
  }
}

// objectOf is a node of a document as CDP's object, for commands on elements.
export async function objectOf(tab: number, nonce: string, key: number): Promise<{ session: string; object: string }> {
  const spot = await spotOf(tab, nonce);
  const { result } = await send(tab, "Runtime.evaluate",
    { expression: `globalThis.candid.node(${Math.trunc(key)})`, contextId: spot.context, silent: true }, spot.session);
  if (result.objectId === undefined) throw new Failure(wireError("stale_ref", "the element is no longer on the page", "take a new snapshot"));
  return { session: spot.session, object: result.objectId };
}

async function spotOf(tab: number, nonce: string): Promise<Spot> {
  const known = spots.get(nonce);
  if (known?.tab === tab) return known;
  const sessions = await frameSessions(tab);
  await Promise.all(["", ...sessions.keys()].map((session) => collectLive(tab, session)));
  const found = spots.get(nonce);
  if (!found) throw new Failure(wireError("frame_gone", "the frame is no longer on the page", "take a new snapshot"));
  return found;
}

// collectLive is collect for a session that may have ended unannounced, as the
// frames' of a page do that went into the back/forward cache.
async function collectLive(tab: number, session: string): Promise<void> {
  try {
    await collect(tab, session);
  } catch (cause) {
    if (session === "" || !String(cause).includes("Session with given id not found")) throw cause;
    dropSession(tab, session);
  }
}

// collect reads the nonce of every document of a session.
async function collect(tab: number, session: string): Promise<void> {
  const found: { id: number; frame: string }[] = [];
  const own = chrome.runtime.getURL("").replace(/\/$/, "");
  const stop = onEvent((where, from, event) => {
    if (where !== tab || from !== session || event.method !== "Runtime.executionContextCreated") return;
    const { id, origin, auxData } = event.params.context;
    if (origin === own && auxData?.frameId !== undefined) found.push({ id, frame: auxData.frameId });
  });
  try {
    await send(tab, "Runtime.enable", {}, session);
    await send(tab, "Runtime.disable", {}, session);
  } finally {
    stop();
  }
  await Promise.all(found.map((one) => learn(tab, session, one.frame, one.id)));
}

async function learn(tab: number, session: string, frame: string, context: number): Promise<void> {
  try {
    const { result } = await send(tab, "Runtime.evaluate",
      { expression: "globalThis.candid?.nonce", contextId: context, returnByValue: true, silent: true }, session);
    if (typeof result.value === "string") spots.set(result.value, { tab, session, frame, context });
  } catch (cause) {
    // The document went away between the two calls: it has no place then.
    console.debug("context", context, cause);
  }
}

onDetached((tab) => {
  for (const [nonce, spot] of spots) if (spot.tab === tab) spots.delete(nonce);
});
onEvent((tab, _session, event) => {
  if (event.method !== "Target.detachedFromTarget") return;
  for (const [nonce, spot] of spots) if (spot.tab === tab && spot.session === event.params.sessionId) spots.delete(nonce);
});
