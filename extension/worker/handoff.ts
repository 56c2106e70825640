// What agents ask of the person: a tab, or a step that only a person can do.
// The question shows on the badge and in the popup; the answer goes back to the
// agent that waits.
import type { Question } from "../messages";
import type { HandoffCall, HandoffReply } from "../protocol.gen";
import { setTab } from "./sharing";
import { tabIdOf } from "./ids";

interface Waiting extends Question {
  answer(reply: HandoffReply): void;
}

const waiting = new Map<string, Waiting>();
const listeners: (() => void)[] = [];
const answered: ((reply: HandoffReply) => void)[] = [];
let count = 0;

// onQuestions tells a listener that the list has changed.
export function onQuestions(listener: () => void): void {
  listeners.push(listener);
}

// onAnswered tells a listener what the person has answered.
export function onAnswered(listener: (reply: HandoffReply) => void): void {
  answered.push(listener);
}

// questions lists what waits, oldest first.
export function questions(): Question[] {
  return [...waiting.values()].map(({ id, tab, agent, reason }) => ({ id, tab, agent, reason }));
}

// handoff asks and waits. When nobody answers in time, or the agent leaves, the
// question goes away as refused.
export async function handoff(params: HandoffCall, signal: AbortSignal): Promise<HandoffReply> {
  const id = String(++count);
  const refused: HandoffReply = { granted: false, tab: params.tab };
  const reply = new Promise<HandoffReply>((resolve) => {
    waiting.set(id, { id, tab: params.tab, agent: params.agent, reason: params.reason, answer: resolve });
    setTimeout(resolve, params.timeoutMs, refused);
    signal.addEventListener("abort", () => resolve(refused), { once: true });
  });
  tell();
  try {
    return await reply;
  } finally {
    waiting.delete(id);
    tell();
  }
}

// answer is the person's: a granted tab is shared from now on.
export async function answer(id: string, granted: boolean, tab: string): Promise<void> {
  const question = waiting.get(id);
  if (question === undefined) return; // timed out while the popup was open
  const chosen = question.tab !== "" ? question.tab : tab;
  if (granted && chosen !== "") await setTab(tabIdOf(chosen), true);
  question.answer({ granted, tab: chosen });
  for (const listener of answered) listener({ granted, tab: chosen });
}

function tell(): void {
  for (const listener of listeners) listener();
}
