// The person's keyboard command. The toolbar button opens the popup.
import { isPaused, setPaused } from "./pause";

// listen registers the events. Call it in the worker's first turn.
export function listen(): void {
  chrome.commands.onCommand.addListener((command) => {
    if (command === "pause") void setPaused(!isPaused());
  });
}
