// A snapshot as the worker sees it: which frames there are, and one answer of
// each, passed on unread. A frame that does not answer costs its own entry and
// nothing else.
import type { FrameLedger, SnapshotCall, SnapshotReply, WalkArgs, WalkResult, WireError } from "../protocol.gen";
import { checkPage, getTab, requireNoDialog, urlOf, useTab } from "./access";
import { fail, Failure, wireError } from "./errors";
import { listedFrames, unlistedFrames, type Frame } from "./frames";
import { callFrame, type Outcome } from "./inject";
import { tabIdOf } from "./ids";
import { denyPrivate, isShared, isSharedTab } from "./sharing";
import { requireRunning, isTabPaused } from "./pause";
import { named, unreadableFrame } from "./urls";

type Answer = Outcome<WalkResult>;
type SomeTab = chrome.tabs.Tab & { id: number };

// snapshot answers the ledgers of a tab's frames. The tab, the list of frames
// and the main frame's walk are asked for at once, since each is a round trip
// to the browser; what the walk brought is dropped again unless the other two
// say that it may be told.
export async function snapshot(params: SnapshotCall): Promise<SnapshotReply> {
  const id = tabIdOf(params.tab);
  requireRunning(isTabPaused(id) ? id : undefined);
  if (isSharedTab(id) !== true) await useTab(params.tab);
  requireNoDialog(id);
  const start = performance.now();
  // A scope is an element of one document; the frames in it are asked as a whole.
  const inner: WalkArgs = { ...params.walk, within: 0, nonce: "" };
  const walk = (frame: number): Promise<Answer> =>
    callFrame<WalkArgs, WalkResult>(id, frame, "snapshot", frame === Math.max(0, params.frame) ? params.walk : inner, params.perFrameMs);
  let main = params.frame <= 0 ? walk(0) : undefined;
  let [tab, listed] = await Promise.all([getTab(id), listedFrames(id)]);
  checkTab(tab);
  if (listed.length === 0 && tab.status === "loading") {
    [tab, listed] = await firstPage(id, params.perFrameMs);
    checkTab(tab);
    main = undefined;
  }
  checkMain(listed, tab);
  const listedAt = performance.now();
  const frames = await Promise.all(subtree(listed, params.frame).map((frame) =>
    frame.frameId === 0 && main !== undefined ? mainLedger(frame, main, walk) : ledger(frame, walk)));
  if (frames.some((frame) => lacksFrames(frame, frames))) {
    const more = await unlistedFrames(id, listed, params.perFrameMs).catch((cause: unknown) => { console.debug("frames of", id, cause); return []; });
    frames.push(...await Promise.all(subtree(more, params.frame, listed).map((frame) => ledger(frame, walk))));
  }
  return {
    tab: params.tab, url: urlOf(tab), title: tab.title ?? "", loaded: tab.status === "complete", frames,
    stages: { frames: listedAt - start, inject: performance.now() - start },
  };
}

function checkTab(tab: SomeTab): void {
  if (!isShared(tab.id, urlOf(tab))) denyPrivate(tab.id);
  checkPage(tab);
}

// firstMs is how often a tab is asked for its first page.
const firstMs = 50;

// firstPage waits for the first page of a tab that was just opened: until it is
// there, the browser names no frame.
async function firstPage(id: number, timeoutMs: number): Promise<[SomeTab, Frame[]]> {
  for (const end = performance.now() + timeoutMs; ;) {
    await new Promise((resolve) => { setTimeout(resolve, firstMs); });
    const [tab, listed] = await Promise.all([getTab(id), listedFrames(id)]);
    if (listed.length > 0 || tab.status !== "loading" || performance.now() > end) return [tab, listed];
  }
}

// checkMain looks at what the main frame has committed; the tab may already
// tell of the page it is going to, or still of the one before, whose site was
// shared. Of a tab that shows an error page since it was opened, the browser
// names no frame.
function checkMain(frames: Frame[], tab: SomeTab): void {
  const [main] = frames;
  if (main !== undefined && !isShared(tab.id, main.url)) denyPrivate(tab.id);
  if (main === undefined && tab.status === "complete") throw new Failure(errorPage(urlOf(tab)));
  const why = main === undefined ? undefined : blocked(main);
  if (why !== undefined) throw new Failure(why);
}

function blocked(frame: Frame): WireError | undefined {
  return frame.errorOccurred ? errorPage(frame.url) : unreadableFrame(frame.url);
}

const errorPage = (url: string): WireError =>
  wireError("error_page", `the browser shows an error page instead of ${named(url)}`, "navigate again or reload the tab");

// subtree keeps a frame and those within it; -1 keeps all. The main frame of a
// page is 0, its parent -1.
function subtree(frames: Frame[], root: number, others: Frame[] = []): Frame[] {
  if (root <= 0) return frames;
  const all = [...others, ...frames];
  if (!all.some((frame) => frame.frameId === root)) fail("frame_gone", "the frame is no longer on the page", "take a new snapshot");
  const parents = new Map(all.map((frame) => [frame.frameId, frame.parentFrameId]));
  return frames.filter((frame) => {
    // A chain is no longer than there are frames, whatever the browser says.
    let at: number | undefined = frame.frameId;
    for (let hops = all.length; hops > 0 && at !== undefined && at !== root; hops--) at = parents.get(at);
    return at === root;
  });
}

// lacksFrames says whether a document shows frames that were not asked: those
// that the browser does not list. One that did not answer may be any of them.
function lacksFrames({ frame, walk }: FrameLedger, frames: FrameLedger[]): boolean {
  if (walk?.children === undefined) return false;
  const left = [...walk.children];
  let unknown = 0;
  for (const child of frames) {
    if (child.parent !== frame) continue;
    const at = child.walk?.ok === true ? left.indexOf(child.walk.index) : -1;
    if (at >= 0) left.splice(at, 1);
    else if (child.walk?.ok !== true) unknown++;
  }
  return left.length > unknown;
}

// mainLedger takes the answer that was asked for early, unless the document
// has been replaced between the two questions.
async function mainLedger(frame: Frame, early: Promise<Answer>, walk: (frame: number) => Promise<Answer>): Promise<FrameLedger> {
  const answer = await early;
  return answer.ok && answer.document !== frame.documentId ? ledger(frame, walk) : entry(frame, answer);
}

async function ledger(frame: Frame, walk: (frame: number) => Promise<Answer>): Promise<FrameLedger> {
  const why = blocked(frame);
  return why !== undefined ? { ...place(frame), error: why } : entry(frame, await walk(frame.frameId));
}

function entry(frame: Frame, answer: Answer): FrameLedger {
  if (!answer.ok) return { ...place(frame), error: answer.error };
  return { ...place(frame), document: answer.document, walk: answer.value };
}

function place(frame: Frame): FrameLedger {
  return { frame: frame.frameId, parent: frame.parentFrameId, url: frame.url, document: frame.documentId };
}
