// What popup and side panel have in common. Text of pages and agents goes in as
// text, never as markup.
import type { Question, State, TabState } from "../messages";
import type { Wire } from "./wire";

// element finds a part of the page by its id.
export function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with id ${id}`);
  return found;
}

// make makes an element with a text in it.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = "", className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

// say sets a text only where it differs, so that live regions speak once.
export function say(part: HTMLElement, text: string, className?: string): void {
  if (part.textContent !== text) part.textContent = text;
  if (className !== undefined) part.className = className;
}

// sayConnection shows whether agents can reach this browser at all.
export function sayConnection(state: State): void {
  const part = element("connection", HTMLElement);
  if (!state.connected) say(part, "Not connected: run candid doctor", "pill bad");
  else if (state.paused) say(part, "Paused", "pill warn");
  else if (state.tab?.paused === true) say(part, "This tab is paused", "pill warn");
  else say(part, "Connected", "pill good");
}

// noteOf says in a sentence what agents may do with a tab, and why.
export function noteOf(tab: TabState | undefined, state: State): string {
  if (tab === undefined) return "There is no tab to share.";
  if (tab.unreadable !== "") return `${sentence(tab.unreadable)} Sharing it lets agents navigate it.`;
  if (!tab.shared) return "Private: agents do not see its address or title.";
  if (tab.owner !== "") return `${tab.owner} opened this tab.`;
  if (state.managed) return "Shared: this browser is run for agents.";
  if (state.all) return "Shared, with every other tab.";
  return tab.siteShared ? "Shared, with every tab of its site." : "Shared.";
}

// showQuestions lists what agents ask of the person.
export function showQuestions(state: State, wire: Wire): void {
  const list = element("questions", HTMLElement);
  list.hidden = state.questions.length === 0;
  const shown = state.questions.map((question) => question.id).join();
  if (list.dataset["shown"] === shown) return; // do not take the focus from a button
  list.dataset["shown"] = shown;
  list.replaceChildren(...state.questions.map((question) => questionCard(question, state, wire)));
}

function questionCard(question: Question, state: State, wire: Wire): HTMLElement {
  const card = make("div", "", "question");
  const here = question.tab === "" || question.tab === wire.tab;
  card.append(make("p", `${question.agent} asks for ${here ? "this tab" : "another tab"}:`), make("p", question.reason, "title"));
  const row = make("p", "", "row");
  const allow = make("button", here && state.tab?.shared === true ? "Continue" : here ? "Continue: share this tab" : "Continue: share that tab", "main");
  const refuse = make("button", "Refuse");
  allow.type = refuse.type = "button";
  const reply = (granted: boolean): void => wire.send({ do: "answer", id: question.id, granted, tab: question.tab === "" ? wire.tab : question.tab });
  allow.addEventListener("click", () => reply(true));
  refuse.addEventListener("click", () => reply(false));
  row.append(allow, refuse);
  card.append(row);
  return card;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + ".";
}
