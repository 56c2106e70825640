// Scrolling the page or a container. The page moves its own scroller; where
// there is none (maps, canvases that listen to the wheel) the wheel is turned.
import type { ScrollArgs, ScrollReply } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, onTab } from "./aim";
import { ask, type Act } from "./context";
import { wheel } from "./press";

// scroll carries out a scroll step.
export async function scroll(act: Act): Promise<void> {
  const { step } = act.call;
  const way = read(step.value?.[0] ?? "", step.untilText !== undefined);
  const place = act.call.place;
  const timeMs = step.timeoutMs ?? 10_000;
  const aimed = place && await aim(act, place, "none", false);
  const args: ScrollArgs = {
    nonce: place?.nonce ?? "", key: aimed?.place.key ?? 0, ...way, until: step.untilText ?? "", timeMs,
  };
  const done = await ask<ScrollArgs, ScrollReply>(act, place?.frame ?? 0, "scroll", args, timeMs);
  if (aimed && !done.moved && way.to === "" && act.call.input !== "dom" && step.untilText === undefined) {
    await act.watch.race(wheel(act.tab, await onTab(act, aimed), way.dx, way.dy));
  }
  if (step.untilText !== undefined && !done.found) {
    throw new Failure(wireError("wait_timeout", "the text did not appear while scrolling", done.end ? "the end was reached" : "scroll on, or give it more time"));
  }
  act.reply.scroll = { x: done.x, y: done.y, moved: done.moved };
}

function read(value: string, until: boolean): { dx: number; dy: number; to: string } {
  if (value === "top" || value === "bottom") return { dx: 0, dy: 0, to: value };
  if (value === "" && until) return { dx: 0, dy: 0, to: "" };
  const parts = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(value);
  if (!parts) throw new Failure(wireError("bad_value", `cannot scroll by ${JSON.stringify(value)}`, "use DX,DY in pixels, top or bottom"));
  return { dx: Number(parts[1]), dy: Number(parts[2]), to: "" };
}
