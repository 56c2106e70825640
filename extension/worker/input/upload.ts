// Files for a file input: the input itself, the one a label or drop zone holds,
// or the one whose chooser a button opens. The chooser is never shown.
import type { FileArgs, FileResult, Place } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, onTab } from "./aim";
import { click } from "./click";
import { ask, placeOf, type Act } from "./context";
import { frameSessions, onEvent, send } from "./debug";
import type { Events } from "./commands";
import { objectOf } from "./frames";
import { dropFiles } from "./press";

// chooserMs is how long a button may take to open its chooser.
const chooserMs = 2000;

type Opened = Events["Page.fileChooserOpened"] & { session: string };

// upload gives files to an input.
export async function upload(act: Act): Promise<void> {
  const place = placeOf(act);
  const aimed = await aim(act, place, "none", false);
  const files = act.call.step.value ?? [];
  const found = await inputOf(act, aimed.place, files, "");
  if (found.key === 0) return choose(act, aimed.place, files);
  const { session, object } = await act.watch.race(objectOf(act.tab, place.nonce, found.key));
  act.sent = true;
  await act.watch.race(send(act.tab, "DOM.setFileInputFiles", { files, objectId: object }, session));
}

const inputOf = (act: Act, place: Place, files: string[], drop: string): Promise<FileResult> =>
  ask<FileArgs, FileResult>(act, place.frame, "file", { nonce: place.nonce, key: place.key, files, drop });

async function choose(act: Act, place: Place, files: string[]): Promise<void> {
  await withChooser(act, async (opened) => {
    await click(act, place, { button: "left", count: 1 });
    await until(() => opened() !== undefined, chooserMs);
    const chooser = opened();
    if (chooser === undefined) await dropOn(act, place, files);
    else await give(act, chooser, files);
  });
}

// dropOn drops files on an element that opens no chooser, as out of a file manager.
async function dropOn(act: Act, place: Place, files: string[]): Promise<void> {
  const aimed = await aim(act, place, "strict", false);
  await inputOf(act, aimed.place, files, "listen");
  await act.watch.race(dropFiles(act.tab, await onTab(act, aimed), files));
  if ((await inputOf(act, aimed.place, files, "taken")).taken) return;
  throw new Failure(wireError("wrong_control", "the element opened no file chooser, and takes no files that are dropped on it",
    "upload to the file input, the drop zone or the button that opens a chooser"));
}

// unchosen carries a verb out with the file chooser kept away: it would open in
// front of the person, and nobody would know why.
export async function unchosen(act: Act, carry: (act: Act) => Promise<unknown>): Promise<void> {
  await withChooser(act, async (opened) => {
    await carry(act);
    if (opened() === undefined) return;
    throw new Failure(wireError("wrong_control", "the element opens a file chooser, which was not shown", "use upload with this ref"));
  });
}

async function withChooser(act: Act, work: (opened: () => Opened | undefined) => Promise<void>): Promise<void> {
  const { tab } = act;
  // A frame of another process has a session of its own, which tells of its choosers.
  const sessions = act.call.place?.frame ? ["", ...(await frameSessions(tab)).keys()] : [""];
  let opened: Opened | undefined;
  const stop = onEvent((where, session, event) => {
    if (where === tab && event.method === "Page.fileChooserOpened") opened = { ...event.params, session };
  });
  for (const session of sessions) keepAway(tab, session);
  try {
    await work(() => opened);
  } finally {
    stop();
    for (const session of sessions) letBack(tab, session);
  }
}

// lingerMs is how long choosers are kept away after an act: a page may open one
// from a timer, and a busy browser tells late of one that it has opened.
const lingerMs = 300;
const lingers = new Map<string, ReturnType<typeof setTimeout>>();

// keepAway has choosers told of, not shown. Commands are carried out in order, so
// nobody has to wait for this one.
function keepAway(tab: number, session: string): void {
  clearTimeout(lingers.get(`${tab} ${session}`));
  if (session !== "") tell(tab, send(tab, "Page.enable", {}, session));
  tell(tab, send(tab, "Page.setInterceptFileChooserDialog", { enabled: true }, session));
}

function letBack(tab: number, session: string): void {
  lingers.set(`${tab} ${session}`, setTimeout(() => {
    lingers.delete(`${tab} ${session}`);
    tell(tab, send(tab, "Page.setInterceptFileChooserDialog", { enabled: false }, session));
  }, lingerMs));
}

// tell logs a command that failed: the tab or its frame has gone.
function tell(tab: number, sent: Promise<unknown>): void {
  sent.catch((cause: unknown) => console.debug("chooser", tab, cause));
}

async function give(act: Act, opened: Opened, files: string[]): Promise<void> {
  if (opened.backendNodeId === undefined) {
    throw new Failure(wireError("wrong_control", "the chooser belongs to no file input (the page asks for a file handle)", "another upload on the page may take the file; else hand off to the person"));
  }
  if (files.length > 1 && opened.mode === "selectSingle") {
    throw new Failure(wireError("bad_value", "the chooser takes one file only", "upload one file"));
  }
  await send(act.tab, "DOM.setFileInputFiles", { files, backendNodeId: opened.backendNodeId }, opened.session);
}

async function until(test: () => boolean, timeMs: number): Promise<void> {
  const end = performance.now() + timeMs;
  while (!test() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}
