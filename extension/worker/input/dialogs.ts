// JavaScript dialogs of attached tabs. One is never answered by itself; while it
// is open the page's thread stands still, so every other call on the tab must
// be told rather than left waiting.

import type { Dialog } from "../../protocol.gen";
import { fail } from "../errors";
import { holdWhile, onDetached, onEvent, send } from "./debug";

const open = new Map<number, Dialog>();
const watchers = new Set<(tab: number, dialog: Dialog | undefined) => void>();

/** The dialog that is open on a tab, as far as the debugger has told. */
export function dialogOf(tab: number): Dialog | undefined {
  return open.get(tab);
}

/** Is told of every dialog that opens, and with undefined that it closed. The answer removes the listener. */
export function onDialog(watcher: (tab: number, dialog: Dialog | undefined) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Answers the open dialog. */
export async function answer(tab: number, accept: boolean, text: string): Promise<void> {
  const dialog = open.get(tab);
  if (!dialog) throw fail("no_dialog", "no dialog is open on this tab", "a dialog that was open before Candid attached can be answered by the person only, or closed with the tab");
  const prompt = accept && dialog.type === "prompt" ? { promptText: text } : {};
  await send(tab, "Page.handleJavaScriptDialog", { accept, ...prompt });
  // The page may have opened its next one before the answer to this came back.
  if (open.get(tab) === dialog) set(tab, undefined);
}

function set(tab: number, dialog: Dialog | undefined): void {
  if (dialog) open.set(tab, dialog);
  else if (!open.delete(tab)) return;
  for (const watcher of watchers) watcher(tab, dialog);
}

onEvent((tab, _session, event) => {
  if (event.method === "Page.javascriptDialogOpening") set(tab, { type: event.params.type, message: event.params.message });
  if (event.method === "Page.javascriptDialogClosed") set(tab, undefined);
});
onDetached((tab) => set(tab, undefined));
holdWhile((tab) => open.has(tab));
