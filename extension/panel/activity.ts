// What agents did, newest first. The host keeps no page text in it.
import { DoorActivity, type Activity, type ActivityResult, type NoParams } from "../protocol.gen";
import { element, make } from "./parts";
import type { Wire } from "./wire";

// shownMost bounds the table; the audit log on disk has the rest.
const shownMost = 200;

// person is the name of what this panel asks for itself.
const person = "you";

const table = element("activity", HTMLTableSectionElement);
let shown = "";

// showActivity asks for the list and shows it.
export async function showActivity(wire: Wire, connected: boolean): Promise<void> {
  if (!connected) return;
  const answer = await wire.ask<NoParams, ActivityResult>(DoorActivity, {});
  if (!answer.ok) return; // the snapshot beside it says why the host does not answer
  const entries = answer.result.entries.filter((entry) => entry.agent !== person).slice(-shownMost).reverse();
  const key = JSON.stringify(entries);
  if (key === shown) return;
  shown = key;
  table.replaceChildren(...entries.map(rowOf));
  element("idle", HTMLElement).hidden = entries.length > 0;
}

function rowOf(entry: Activity): HTMLTableRowElement {
  const row = make("tr");
  const time = make("time", new Date(entry.time).toLocaleTimeString(undefined, { hour12: false }));
  time.dateTime = entry.time;
  const when = make("td");
  when.append(time);
  row.append(when, make("td", entry.agent), make("td", entry.verb), make("td", entry.site ?? ""),
    make("td", entry.result, entry.result === "ok" ? "" : "bad"));
  return row;
}
