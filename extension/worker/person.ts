// The person's side: the toolbar button and the keyboard command.
import { urlOf } from "./access";
import { isPaused, setPaused } from "./pause";
import { isShared, setTab } from "./sharing";

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  chrome.action.onClicked.addListener((tab) => {
    if (tab.id !== undefined) void setTab(tab.id, !isShared(tab.id, urlOf(tab)));
  });
  chrome.commands.onCommand.addListener((command) => {
    if (command === "pause") void setPaused(!isPaused());
  });
}
