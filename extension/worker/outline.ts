// Whether what agents operate is outlined on the page, which the person can turn
// off. Kept in storage.local: it is the person's wish, not the browser run's.
import type { ActCall } from "../protocol.gen";

const key = "outline";

let on = true;
const listeners: (() => void)[] = [];

void chrome.storage.local.get(key).then((stored) => {
  on = stored[key] !== false;
  tell();
});

// isOutlining tells whether agents' acts are shown.
export const isOutlining = (): boolean => on;

// setOutlining is the person's wish.
export async function setOutlining(wish: boolean): Promise<void> {
  on = wish;
  tell();
  await chrome.storage.local.set({ [key]: wish });
}

// onOutlining tells a listener that the wish has changed.
export function onOutlining(listener: () => void): void {
  listeners.push(listener);
}

// labelOf is what stands at the outline of an act, "" when there is none: a
// picture operates nothing.
export function labelOf({ agent, step }: ActCall): string {
  return on && step.do !== "screenshot" ? `${agent.slice(0, 40)}: ${step.do}` : "";
}

function tell(): void {
  for (const listener of listeners) listener();
}
