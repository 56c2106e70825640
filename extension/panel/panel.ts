// The side panel: the snapshot exactly as an agent gets it, what it lacks, and
// what agents did. It asks the host as an agent would, in the person's name.
import type { State } from "../messages";
import { showActivity } from "./activity";
import { element, noteOf, say, sayConnection, showQuestions } from "./parts";
import { Snapshot } from "./snapshot";
import { chosenTab, Wire } from "./wire";

const shareButton = element("share", HTMLButtonElement);
const pauseButton = element("pause", HTMLButtonElement);
const live = element("live", HTMLInputElement);

// followMs is how often a page that changes by itself is looked at again, while
// the panel is visible and the last look is over.
const followMs = 3000;

let now: State | undefined;

const wire = new Wire({
  state(state) {
    const before = now;
    now = state;
    show(state);
    if (asked(before) !== asked(state)) look();
  },
  stir: () => { if (live.checked) look(); },
  picked: (places) => void snapshot.find(places),
});

const snapshot = new Snapshot(wire);

function show(state: State): void {
  const { tab } = state;
  sayConnection(state);
  showQuestions(state, wire);
  say(element("title", HTMLElement), tab?.title ?? "");
  say(element("note", HTMLElement), noteOf(tab, state));
  say(shareButton, tab?.shared === true ? "Stop sharing this tab" : "Share this tab");
  shareButton.disabled = tab === undefined;
  say(pauseButton, state.paused || tab?.paused === true ? "Resume agents" : "Pause all agents");
}

// asked is what decides whether a snapshot is asked for, and of what.
function asked(state: State | undefined): string {
  return JSON.stringify([state?.connected, state?.paused, state?.tab?.tab, state?.tab?.shared, state?.tab?.paused]);
}

function look(): void {
  if (now === undefined) return;
  void snapshot.take(now);
  void showActivity(wire, now.connected);
}

shareButton.addEventListener("click", () => {
  wire.send({ do: "share", what: "tab", on: now?.tab?.shared !== true, tab: wire.tab, site: "" });
});
pauseButton.addEventListener("click", () => {
  const paused = now !== undefined && (now.paused || now.tab?.paused === true);
  wire.send({ do: "pause", on: !paused, tab: "" });
});
element("settings", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});
for (const id of ["view", "preset", "budget"]) {
  document.getElementById(id)?.addEventListener("change", look);
}

async function follow(): Promise<void> {
  const tab = await chosenTab();
  if (tab !== wire.tab) wire.watch(tab);
}

setInterval(() => {
  if (live.checked && document.visibilityState === "visible") look();
}, followMs);
chrome.tabs.onActivated.addListener(() => void follow());
void follow();
