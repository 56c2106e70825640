// Dragging one element onto another.
import type { Place } from "../../protocol.gen";
import { Failure, wireError } from "../errors";
import { aim, onTab } from "./aim";
import { come, strike } from "./click";
import { placeOf, type Act } from "./context";
import { barShown } from "./debug";
import { drag } from "./press";
import type { Point } from "./quad";

// dragTo drags the step's element to its drop place.
export async function dragTo(act: Act): Promise<void> {
  const drop = act.call.drop;
  if (!drop) throw new Failure(wireError("usage", "drag needs a second ref", "name where to drag to"));
  await barShown(act.tab);
  for (;;) {
    // The target first, so that both are in view if they can be at once.
    await aim(act, drop, "none", false);
    const from = await come(act, placeOf(act));
    if (await strike(act, from, (at, guard) => drag(act.tab, at, guard, () => spot(act, drop)))) return;
  }
}

async function spot(act: Act, place: Place): Promise<Point> {
  return onTab(act, await aim(act, place, "none", false));
}
