// Which tabs agents are acting on: a tab that opens while they do, or right
// after, was opened by the act and not by the person.

// afterMs: pages open tabs from timers and answers of the network.
const afterMs = 2000;

const ends = new Map<number, number>();

// noteAct says that an act on a tab goes on until now.
export function noteAct(tab: number): void {
  ends.set(tab, Date.now() + afterMs);
}

// isActing tells whether an agent acts on a tab, or has just done so.
export function isActing(tab: number): boolean {
  const end = ends.get(tab);
  if (end === undefined) return false;
  if (Date.now() <= end) return true;
  ends.delete(tab);
  return false;
}
