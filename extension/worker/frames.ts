// Which frames a tab has. The browser lists those that its navigation events
// tell of, and those are not all: a document of a blob: or javascript: address
// is on the page like any other. A script runs in every frame, so one that says
// where it is finds the rest.
import { fail, Failure, wireError } from "./errors";
import { whereFramesAre } from "./inject";

// Frame is a frame as chrome.webNavigation describes it.
export type Frame = chrome.webNavigation.FrameDetails;

// extra are the frames of a tab that were found beyond those listed.
const extra = new Map<number, Frame[]>();
chrome.tabs.onRemoved.addListener((tab) => { extra.delete(tab); });

// listedFrames lists the frames of the document that is shown, the main frame first.
export async function listedFrames(tab: number): Promise<Frame[]> {
  const frames = await chrome.webNavigation.getAllFrames({ tabId: tab });
  if (frames === null) fail("tab_not_found", "there is no such tab", "list the tabs again");
  return frames.filter((frame) => (frame.documentLifecycle ?? "active") === "active")
    .sort((a, b) => Number(b.frameId === 0) - Number(a.frameId === 0));
}

// framesOf lists the frames that are known; one found earlier may have gone since.
export async function framesOf(tab: number): Promise<Frame[]> {
  const listed = await listedFrames(tab);
  return [...listed, ...beyond(extra.get(tab) ?? [], listed)];
}

// allFrames lists every frame there is, or throws when one does not say in time where it is.
export async function allFrames(tab: number, timeoutMs: number): Promise<Frame[]> {
  const listed = await listedFrames(tab);
  return [...listed, ...await unlistedFrames(tab, listed, timeoutMs)];
}

// unlistedFrames are the frames that listed lacks.
export async function unlistedFrames(tab: number, listed: readonly Frame[], timeoutMs: number): Promise<Frame[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => { reject(new Failure(wireError("frame_timeout", `a frame did not answer in ${timeoutMs} ms`, "it may be busy, or a dialog may be open; try again"))); }, timeoutMs);
  });
  const spots = await Promise.race([whereFramesAre(tab), late]);
  const byPath = new Map(spots.map(({ frame, path }) => [path, frame]));
  const rest = beyond(spots.map(({ frame, document, url, path }) =>
    ({ frameId: frame, documentId: document, parentFrameId: byPath.get(path.slice(0, path.lastIndexOf("/"))) ?? 0, url, errorOccurred: false })), listed);
  extra.set(tab, rest);
  return rest;
}

const beyond = (frames: readonly Frame[], listed: readonly Frame[]): Frame[] =>
  frames.filter((frame) => frame.frameId !== 0 && !listed.some((other) => other.frameId === frame.frameId));
