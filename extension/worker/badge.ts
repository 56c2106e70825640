// The toolbar button: on a shared tab it says so, paused and waiting questions
// go before that. Colours are dark enough for white text.
import { questions } from "./handoff";
import { isPaused, isTabPaused } from "./pause";
import { urlOf } from "./access";
import { isShared } from "./sharing";

interface Look { text: string; color: string; title: string }

const looks = {
  private: { text: "", color: "#5f6368", title: "Candid: this tab is private" },
  shared: { text: "ON", color: "#0b6e4f", title: "Candid: agents may use this tab" },
  paused: { text: "II", color: "#8a5300", title: "Candid: agents are paused" },
  asked: { text: "?", color: "#b3261e", title: "Candid: an agent asks for you" },
  broken: { text: "!", color: "#5f6368", title: "Candid: the host cannot be reached; run candid doctor" },
} satisfies Record<string, Look>;

let broken = false;

// setBroken shows that the native host cannot be reached and why trying goes on quietly.
export function setBroken(is: boolean): void {
  if (broken === is) return;
  broken = is;
  void refreshAll();
}

// refresh draws the button of one tab.
export async function refresh(tab: chrome.tabs.Tab): Promise<void> {
  if (tab.id === undefined) return;
  const { text, color, title } = lookOf(tab.id, urlOf(tab));
  const tabId = tab.id;
  try {
    await Promise.all([
      chrome.action.setBadgeText({ text, tabId }),
      chrome.action.setBadgeBackgroundColor({ color, tabId }),
      chrome.action.setTitle({ title, tabId }),
    ]);
  } catch (cause) {
    // The tab was closed meanwhile; its button went with it.
    console.debug("badge", cause);
  }
}

// refreshTab draws the button of a tab by its id.
export async function refreshTab(tab: number): Promise<void> {
  const all = await chrome.tabs.query({});
  await Promise.all(all.filter((t) => t.id === tab).map(refresh));
}

// refreshAll draws every tab's button.
export async function refreshAll(): Promise<void> {
  await Promise.all((await chrome.tabs.query({})).map(refresh));
}

function lookOf(tab: number, url: string): Look {
  if (questions().some((q) => q.tab === "" || q.tab === String(tab))) return looks.asked;
  if (isPaused() || (isTabPaused(tab) && isShared(tab, url))) return looks.paused;
  if (isShared(tab, url)) return looks.shared;
  return broken ? looks.broken : looks.private;
}
