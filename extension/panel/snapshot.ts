// The snapshot in the panel. Each line is an element of its own, and all of
// them together are the text an agent gets, to the letter.
import type { State } from "../messages";
import { DoorHighlight, DoorLocate, DoorSnapshot, type HighlightParams, type LocateParams, type LocateResult, type NoParams, type Place, type SnapshotParams, type SnapshotResult, type WireError } from "../protocol.gen";
import { element, make, say } from "./parts";
import type { Answer, Wire } from "./wire";

const text = element("text", HTMLDivElement);
const verdict = element("verdict", HTMLElement);
const missing = element("missing", HTMLDetailsElement);
const pickButton = element("pick", HTMLButtonElement);

const ref = /@e\d+/;
const refs = /@e\d+/g;

// gap are the lines that say what is missing: of the page's own words none can
// begin so, the host sees to that.
const gap = /^\s*…|^SNAPSHOT_TRUNCATED|^Left out:|^-- INCOMPLETE/;

// Nothing is why there is no snapshot, and how that is said.
interface Nothing { why: string; look: string }

// calm is for what is as the person wants it.
const calm = (why: string): Nothing => ({ why, look: "verdict" });

const failed = ({ message, hint }: WireError): Nothing =>
  ({ why: hint === undefined ? message : `${message}: ${hint}`, look: "verdict bad" });

// nothingFor tells whether agents get nothing now, so that nothing need be asked for.
function nothingFor(state: State): Nothing | undefined {
  if (!state.connected) return { why: "The host is not connected: run candid doctor.", look: "verdict bad" };
  if (state.paused) return calm("Agents are paused: they get nothing until you resume them.");
  if (state.tab?.paused === true) return calm("Agents are paused on this tab: they get nothing of it until you resume them.");
  if (state.tab?.shared === false) return calm("This tab is private: agents get nothing of it.");
  return undefined;
}

// Snapshot shows the snapshot of the tab that the panel looks at.
export class Snapshot {
  readonly #wire: Wire;
  #busy = false;
  #again: State | undefined;
  #shown = "";
  #lit = "";

  constructor(wire: Wire) {
    this.#wire = wire;
    text.addEventListener("mousemove", (event) => this.#point(event.target));
    text.addEventListener("mouseleave", () => this.#light(""));
    text.addEventListener("blur", () => this.#light(""));
    text.addEventListener("keydown", (event) => this.#step(event));
    text.addEventListener("click", (event) => this.#select(lineOf(event.target)));
    pickButton.addEventListener("click", () => this.#pick(pickButton.getAttribute("aria-pressed") !== "true"));
  }

  // take asks for a snapshot with the settings of the form. While one is on
  // its way, further wishes become one more.
  async take(state: State): Promise<void> {
    if (this.#busy) {
      this.#again = state;
      return;
    }
    this.#busy = true;
    try {
      this.#show(await this.#ask(state));
    } finally {
      this.#busy = false;
    }
    const next = this.#again;
    this.#again = undefined;
    if (next !== undefined) await this.take(next);
  }

  // find shows the line of the element that the person pointed at.
  async find(places: Place[]): Promise<void> {
    pickButton.setAttribute("aria-pressed", "false");
    const answer = await this.#wire.ask<LocateParams, LocateResult>(DoorLocate, { tab: this.#wire.tab, places });
    if (!answer.ok) return say(verdict, answer.error.message, "verdict bad");
    const line = [...text.children].find((child) => (child.textContent ?? "").match(refs)?.includes(answer.result.ref));
    if (line instanceof HTMLElement) {
      this.#select(line);
      line.scrollIntoView({ block: "center" });
      text.focus();
    } else {
      say(verdict, `${answer.result.ref} is on the page but not in this snapshot`, "verdict warn");
    }
  }

  async #ask(state: State): Promise<Answer<SnapshotResult> | Nothing> {
    const nothing = nothingFor(state);
    if (nothing !== undefined || state.tab === undefined) return nothing ?? calm("There is no tab to look at.");
    const budget = Number(element("budget", HTMLInputElement).value);
    const preset = element("preset", HTMLSelectElement).value;
    return this.#wire.ask<SnapshotParams, SnapshotResult>(DoorSnapshot, {
      tab: state.tab.tab, view: element("view", HTMLSelectElement).value,
      ...(preset === "" ? {} : { preset }), ...(budget > 0 ? { budget } : {}),
    });
  }

  #show(answer: Answer<SnapshotResult> | Nothing): void {
    if ("why" in answer || !answer.ok) {
      const { why, look } = "why" in answer ? answer : failed(answer.error);
      say(verdict, why, look);
      missing.hidden = true;
      this.#lines("");
      return;
    }
    const { result } = answer;
    const cut = result.omittedControls > 0 || result.truncated;
    const counts = `${result.count.shown} of ${result.count.controls} controls, ${result.tokens.estimate} of ${result.tokens.budget} tokens`;
    say(verdict, result.complete ? `Complete: ${counts}` : `Not complete: ${counts}`, result.complete && !cut ? "verdict good" : "verdict warn");
    showMissing(result);
    this.#lines(result.text);
  }

  #lines(whole: string): void {
    if (whole === this.#shown) return;
    this.#shown = whole;
    text.removeAttribute("aria-activedescendant");
    // The line break belongs to the line, so that the text of all is the whole.
    const lines = whole === "" ? [] : whole.split(/(?<=\n)/);
    text.replaceChildren(...lines.map((line, i) => {
      const made = make("div", line, gap.test(line) ? "gap" : ref.test(line) ? "has-ref" : "");
      made.id = `line-${i}`;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", "false");
      return made;
    }));
  }

  #point(target: EventTarget | null): void {
    this.#light(ref.exec(lineOf(target)?.textContent ?? "")?.[0] ?? "");
  }

  #light(which: string): void {
    if (which === this.#lit) return;
    this.#lit = which;
    void this.#wire.ask<HighlightParams, NoParams>(DoorHighlight, { tab: this.#wire.tab, ref: which });
  }

  #step(event: KeyboardEvent): void {
    const lines = [...text.children];
    const at = lines.findIndex((line) => line.classList.contains("current"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const line = to === undefined ? undefined : lines[Math.min(Math.max(to, 0), lines.length - 1)];
    if (!(line instanceof HTMLElement)) return;
    event.preventDefault();
    this.#select(line);
    line.scrollIntoView({ block: "nearest" });
  }

  #select(line: HTMLElement | undefined): void {
    if (line === undefined) return;
    for (const old of text.querySelectorAll(".current")) {
      old.classList.remove("current");
      old.setAttribute("aria-selected", "false");
    }
    line.classList.add("current");
    line.setAttribute("aria-selected", "true");
    text.setAttribute("aria-activedescendant", line.id);
    this.#point(line);
  }

  #pick(on: boolean): void {
    pickButton.setAttribute("aria-pressed", String(on));
    this.#wire.send({ do: "pick", tab: this.#wire.tab, on });
  }
}

function lineOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement && target.parentElement === text ? target : undefined;
}

// showMissing lists what the snapshot left out and what it cannot hold.
function showMissing(result: SnapshotResult): void {
  const omitted = result.omitted ?? [];
  const unseen = result.unseen ?? [];
  const { names, values, options } = result.cuts;
  const items = [
    ...omitted.map((o) => `left out: ${o.label}: ${o.controls} controls, ${o.chars} characters`),
    ...unseen.map((u) => `not readable: ${u.kind} ${u.label} (${u.count})`),
    ...(names + values + options > 0 ? [`cut short: ${names} names, ${values} values, ${options} options`] : []),
    ...(result.warnings ?? []),
  ];
  missing.hidden = items.length === 0;
  say(element("missing-title", HTMLElement), `${items.length} ${items.length === 1 ? "thing is" : "things are"} not in the text`);
  element("missing-list", HTMLUListElement).replaceChildren(...items.map((item) => make("li", item)));
}
