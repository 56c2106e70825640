// Waiting for a condition. The page is asked again and again rather than made
// to tell: a navigation in the middle, which is what agents most often wait
// for, would take the teller with it.
import type { Condition, Place, Standing, WaitCall, WaitReply } from "../protocol.gen";
import { getTab, urlOf, usePage, useTab } from "./access";
import { Failure } from "./errors";
import { callFrame } from "./inject";
import type { Scope } from "./methods";
import { framesOf } from "./frames";
import { unreadableFrame } from "./urls";

// everyMs is how often the page is asked. More often would be work for the
// page; less often, agents would feel it.
const everyMs = 100;

// askMs bounds one frame's answer: a busy frame is asked again, not waited for.
const askMs = 1000;

// wait answers as soon as the condition holds, or met:false at its timeout.
export async function wait(params: WaitCall, scope: Scope): Promise<WaitReply> {
  const start = performance.now();
  const waited = (): number => Math.round(performance.now() - start);
  await useTab(params.tab);
  for (;;) {
    if (await holds(params)) return { met: true, waitedMs: waited() };
    if (waited() + everyMs > params.timeoutMs || scope.signal.aborted) return { met: false, waitedMs: waited() };
    await new Promise((resolve) => { setTimeout(resolve, everyMs); });
  }
}

async function holds(params: WaitCall): Promise<boolean> {
  if (params.url !== undefined && params.url !== "") {
    const tab = await getTab((await useTab(params.tab)).id);
    return matches(params.url, urlOf(tab));
  }
  const tab = await usePage(params.tab);
  if (params.idle === true && tab.status !== "complete") return false;
  const standings = await ask(tab.id, params);
  if (params.place !== undefined) return standings.some((s) => s.visible);
  if (params.text !== undefined && params.text !== "") return standings.some((s) => s.text);
  if (params.gone !== undefined && params.gone !== "") return standings.length > 0 && !standings.some((s) => s.gone);
  return standings.length > 0 && standings.every((s) => s.idle);
}

async function ask(tab: number, params: WaitCall): Promise<Standing[]> {
  const frames = params.place !== undefined ? [params.place.frame] : (await framesOf(tab))
    .filter((frame) => unreadableFrame(frame.url) === undefined && !frame.errorOccurred).map((frame) => frame.frameId);
  const answers = await Promise.all(frames.map((frame) =>
    callFrame<Condition, Standing>(tab, frame, "standing", conditionOf(params, params.place), askMs)));
  const standings: Standing[] = [];
  for (const answer of answers) {
    if (answer.ok) standings.push(answer.value);
    else if (answer.error.code === "frame_failed" || answer.error.code === "restricted_page") throw new Failure(answer.error);
  }
  return standings;
}

function conditionOf(params: WaitCall, place: Place | undefined): Condition {
  return {
    nonce: place?.nonce ?? "", key: place?.key ?? 0, text: params.text ?? "", gone: params.gone ?? "", idle: params.idle === true,
  };
}

// matches compares a URL with a glob: * is any run but "/", ** any run.
export function matches(glob: string, url: string): boolean {
  const pattern = glob.split("**").map((part) => part.split("*").map(escape).join("[^/]*")).join(".*");
  return new RegExp(`^${pattern}$`, "s").test(url);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
