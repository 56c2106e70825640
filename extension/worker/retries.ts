// When to try for the host again. Chrome starts a process for each try, so a
// host that is missing, ends as it starts, or ends as soon as it has said hello
// must not be tried without end; and one that was killed must be back before
// its agents give up (5 s).

// Growing pauses: quickly at first, then ever more slowly.
const firstMs = 100;
const lastMs = 30_000;

// At most triesPerMinute tries in a minute that no host answers.
const triesPerMinute = 6;
const minuteMs = 60_000;

// servedMs is how long a host must have served for the pauses to begin anew: one
// that ends as soon as it serves is no better than one that never does.
export const servedMs = 2000;

// hopelessMs between tries where trying again will not mend it by itself.
const hopelessMs = minuteMs / triesPerMinute;

// Kept is what the next worker has to know.
export interface Kept {
  vain: number[]; // when the latest vain tries began
  failures: number; // tries since a host last served for a while
}

// Retries decides. Times are those of the wall clock, since the list of vain
// tries outlives the worker; a clock that jumps back forgets the tries that
// would lie in the future, so that it never shuts the door for an hour.
export class Retries {
  #vain: number[];
  #failures: number;

  constructor(kept?: Kept) {
    this.#vain = [...kept?.vain ?? []];
    this.#failures = kept?.failures ?? 0;
  }

  // kept is for the next worker.
  get kept(): Kept {
    return { vain: this.#vain, failures: this.#failures };
  }

  // many tells whether as many tries were in vain as a minute has.
  get many(): boolean {
    return this.#vain.length >= triesPerMinute;
  }

  // begin answers 0 and counts a try, or how long there must be none.
  begin(now: number): number {
    this.#vain = this.#vain.filter((at) => at <= now && now - at < minuteMs);
    const oldest = this.#vain[0];
    if (oldest !== undefined && this.many) return oldest + minuteMs - now;
    this.#vain.push(now);
    return 0;
  }

  // welcomed says that a host has answered: no try so far was in vain.
  welcomed(): void {
    this.#vain = [];
  }

  // served says that a host has served for servedMs.
  served(): void {
    this.#failures = 0;
  }

  // end is a try's end: whether trying again can help by itself, and a number
  // from 0 to 1 that keeps several profiles from starting their hosts at once.
  // It answers how long to wait before the next.
  end(hopeless: boolean, jitter: number): number {
    const pause = Math.min(lastMs, firstMs * 2 ** this.#failures) * (0.75 + jitter / 2);
    this.#failures++;
    return Math.max(hopeless ? hopelessMs : 0, pause);
  }
}
