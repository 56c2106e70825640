// Tabs are strings on the wire, since JSON numbers lose digits, and numbers in Chrome.
import { fail } from "./errors";

// tabIdOf reads a tab's id.
export function tabIdOf(tab: string): number {
  if (!/^\d{1,15}$/.test(tab)) fail("tab_not_found", `there is no tab ${JSON.stringify(tab)}`, "list the tabs");
  return Number(tab);
}
