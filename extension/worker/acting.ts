// Which tabs agents are acting on: a tab that opens while they do, or right
// after, was opened by the act and not by the person.

// afterMs: pages open tabs from timers and answers of the network.
const afterMs = 2000;

const counts = new Map<number, number>(); // tab → acts under way
const ends = new Map<number, number>(); // tab → when its last act counts no more

// whileActing runs an act on a tab.
export async function whileActing<R>(tab: number, act: () => Promise<R>): Promise<R> {
  counts.set(tab, (counts.get(tab) ?? 0) + 1);
  try {
    return await act();
  } finally {
    const left = (counts.get(tab) ?? 1) - 1;
    if (left > 0) counts.set(tab, left);
    else counts.delete(tab);
    ends.set(tab, performance.now() + afterMs);
  }
}

// isActing tells whether an agent acts on a tab, or has just done so.
export function isActing(tab: number): boolean {
  if (counts.has(tab)) return true;
  const end = ends.get(tab);
  if (end === undefined) return false;
  if (performance.now() <= end) return true;
  ends.delete(tab);
  return false;
}
