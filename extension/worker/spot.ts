// Showing the person an element on the page, and letting them point at one.
// This is theirs, paused or not; agents have no method for it.
import type { PickArgs, PickResult, Place, SpotArgs, SpotResult } from "../protocol.gen";
import { checkPage, getTab } from "./access";
import { Failure } from "./errors";
import { callFrame } from "./inject";
import { framesOf } from "./frames";
import { tabIdOf } from "./ids";
import { unreadableFrame } from "./urls";

// spotMs bounds one frame's answer; the person sees at once whether it came.
const spotMs = 1000;

// lit is the frame of each tab that shows an outline, so that it can be taken away.
const lit = new Map<string, Place>();

// highlight outlines a node, or nothing.
export async function highlight(tab: string, place: Place | undefined): Promise<void> {
  const id = tabIdOf(tab);
  const before = lit.get(tab);
  lit.delete(tab);
  if (before !== undefined && (place === undefined || before.frame !== place.frame)) {
    await callFrame<SpotArgs, SpotResult>(id, before.frame, "spot", { nonce: before.nonce, key: 0 }, spotMs);
  }
  if (place === undefined) return;
  checkPage(await getTab(id));
  lit.set(tab, place);
  const shown = await callFrame<SpotArgs, SpotResult>(id, place.frame, "spot", { nonce: place.nonce, key: place.key }, spotMs);
  if (!shown.ok) throw new Failure(shown.error);
}

// pick lets the person point at an element in any frame and answers its place
// and those of the elements around it.
export async function pick(tab: string, on: boolean, picked: (places: Place[]) => void): Promise<void> {
  const id = tabIdOf(tab);
  checkPage(await getTab(id));
  const frames = (await framesOf(id)).filter((frame) => unreadableFrame(frame.url) === undefined);
  const off = (): void => {
    for (const { frameId } of frames) void callFrame<PickArgs, PickResult>(id, frameId, "pick", { on: false }, spotMs);
  };
  if (!on) return off();
  await Promise.all(frames.map(async ({ frameId }) => {
    const answer = await callFrame<PickArgs, PickResult>(id, frameId, "pick", { on: true }, pickMs);
    if (!answer.ok || answer.value.keys.length === 0) return;
    off();
    picked(answer.value.keys.map((key) => ({ frame: frameId, nonce: answer.value.nonce, key })));
  }));
}

// pickMs is how long the person has to point.
const pickMs = 60_000;
