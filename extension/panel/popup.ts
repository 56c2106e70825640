// The popup: share or unshare, pause or resume, answer what agents ask.
import type { State } from "../messages";
import { element, noteOf, say, sayConnection, showQuestions } from "./parts";
import { chosenTab, Wire } from "./wire";

const tabSwitch = element("tab", HTMLButtonElement);
const siteSwitch = element("site", HTMLButtonElement);
const allSwitch = element("all", HTMLButtonElement);
const outlineSwitch = element("outline", HTMLButtonElement);
const pauseButton = element("pause", HTMLButtonElement);
const panelButton = element("panel", HTMLButtonElement);

let now: State | undefined;
let windowId: number | undefined;

const wire = new Wire({
  state(state) {
    now = state;
    show(state);
  },
});

function show(state: State): void {
  const { tab } = state;
  sayConnection(state);
  showQuestions(state, wire);
  say(element("title", HTMLElement), tab?.title ?? "");
  say(element("note", HTMLElement), noteOf(tab, state));
  say(element("site-name", HTMLElement), tab === undefined || tab.site === "" ? "Every tab of this site" : `Every tab of ${new URL(tab.site).host}`);
  set(tabSwitch, tab?.shared ?? false, tab === undefined);
  set(siteSwitch, tab?.siteShared ?? false, tab === undefined || tab.site === "");
  set(allSwitch, state.all || state.managed, state.managed);
  set(outlineSwitch, state.outlining, false);
  const paused = state.paused || (tab?.paused ?? false);
  say(pauseButton, paused ? "Resume agents" : "Pause all agents");
}

function set(button: HTMLButtonElement, on: boolean, disabled: boolean): void {
  button.setAttribute("aria-checked", String(on));
  button.disabled = disabled;
}

function share(what: "tab" | "site" | "all", button: HTMLButtonElement): void {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-checked") !== "true";
    wire.send({ do: "share", what, on, tab: wire.tab, site: now?.tab?.site ?? "" });
  });
}

share("tab", tabSwitch);
share("site", siteSwitch);
share("all", allSwitch);

outlineSwitch.addEventListener("click", () => wire.send({ do: "outline", on: outlineSwitch.getAttribute("aria-checked") !== "true" }));

pauseButton.addEventListener("click", () => {
  const paused = now !== undefined && (now.paused || (now.tab?.paused ?? false));
  wire.send({ do: "pause", on: !paused, tab: "" });
});

// sidePanel.open wants the click itself: nothing may be waited for first.
panelButton.addEventListener("click", () => {
  if (windowId !== undefined) void chrome.sidePanel.open({ windowId }).then(() => close());
});

async function start(): Promise<void> {
  wire.watch(await chosenTab());
  windowId = (await chrome.windows.getLastFocused()).id;
}

void start();
