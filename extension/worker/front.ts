// Which window a person looks at, and where agents' tabs are opened.

// A tab behind another is never drawn, and grids and virtual lists that wait
// for a frame stay empty in it. Of a browser without a screen nobody has a
// window taken away, so each tab gets one of its own there.
const headless = navigator.userAgent.includes("HeadlessChrome");

const key = "front";

// frontWindow is the window in front. Without a screen Chrome calls that one
// focused which was made or pressed last (measured); in front is what was asked
// for, at first the first.
export async function frontWindow(): Promise<number | undefined> {
  if (!headless) return lastFocused();
  const windows = (await chrome.windows.getAll()).map((window) => window.id ?? chrome.windows.WINDOW_ID_NONE);
  const asked: unknown = (await chrome.storage.session.get(key))[key];
  return windows.find((id) => id === asked) ?? windows.sort((a, b) => a - b)[0];
}

async function lastFocused(type?: "normal"): Promise<number | undefined> {
  try {
    return (await chrome.windows.getLastFocused(type && { windowTypes: [type] })).id;
  } catch {
    return undefined; // no such window: nobody looks at any tab
  }
}

// bringToFront shows a tab.
export async function bringToFront(tab: { id: number; windowId: number }): Promise<void> {
  await chrome.tabs.update(tab.id, { active: true });
  await chrome.windows.update(tab.windowId, { focused: true });
  if (headless) await chrome.storage.session.set({ [key]: tab.windowId });
}

// newTab opens a tab behind what is in front.
export async function newTab(url: string): Promise<chrome.tabs.Tab | undefined> {
  const windowId = headless ? undefined : await lastFocused("normal");
  if (windowId !== undefined) return chrome.tabs.create({ url, active: false, windowId });
  return (await chrome.windows.create({ url, focused: false }))?.tabs?.[0];
}
