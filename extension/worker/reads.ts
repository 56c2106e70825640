// Reading less than a page: one element whole, or the element that a selector names.
import type { ReadCall, ReadReply, ResolveCall, ResolveReply } from "../protocol.gen";
import { usePage } from "./access";
import { Failure } from "./errors";
import { callFrame } from "./inject";
import { framesOf } from "./frames";
import { unreadableFrame } from "./urls";

// Found is what one frame answers about a selector: how many elements match in
// its document and open shadow roots, and the key of the first.
export interface Found {
  ok: boolean;
  count: number;
  key: number;
  nonce: string;
  error?: string; // the selector does not parse
}

// read reads one element.
export async function read(params: ReadCall, leftMs: number): Promise<ReadReply> {
  const tab = await usePage(params.tab);
  const { frame, nonce, key, expect } = params.place;
  const answer = await callFrame<unknown, ReadReply>(tab.id, frame, "read", { nonce, key, expect, chars: params.chars }, leftMs);
  if (!answer.ok) throw new Failure(answer.error);
  return answer.value;
}

// resolve finds the one element that a selector names: in the top document and
// its open shadow roots, then in the frames. A frame that cannot be asked holds
// no match that anyone could act on.
export async function resolve(params: ResolveCall, leftMs: number): Promise<ResolveReply> {
  const tab = await usePage(params.tab);
  const frames = (await framesOf(tab.id)).filter((frame) => unreadableFrame(frame.url) === undefined);
  const answers = await Promise.all(frames.map((frame) =>
    callFrame<unknown, Found>(tab.id, frame.frameId, "resolve", { selector: params.selector }, leftMs)));
  const reply: ResolveReply = { count: 0, place: { frame: 0, nonce: "", key: 0 } };
  answers.forEach((answer, i) => {
    const frame = frames[i];
    if (!answer.ok) {
      if (frame?.frameId === 0) throw new Failure(answer.error);
      return;
    }
    const found = answer.value;
    if (found.error !== undefined && found.error !== "") reply.error ??= found.error;
    if (found.count > 0 && reply.count === 0) {
      reply.place = { frame: frame?.frameId ?? 0, nonce: found.nonce, key: found.key };
    }
    reply.count += found.count;
  });
  return reply;
}
