// Waiting for what listeners hear: conditions that are looked at after every
// event, each for so long at most.

interface Wait { holds: () => boolean; end: () => void }

export class Waits {
  readonly #open = new Set<Wait>();
  #closed = false;

  // until settles when the condition holds, when the time is over or when nobody listens any more.
  until(holds: () => boolean, waitMs: number): Promise<void> {
    if (this.#closed || holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => { clearTimeout(timer); this.#open.delete(wait); resolve(); };
      const timer = setTimeout(end, waitMs);
      const wait = { holds, end };
      this.#open.add(wait);
    });
  }

  // look is called after each event.
  look(): void {
    for (const wait of this.#open) if (wait.holds()) wait.end();
  }

  // close ends all waits, now and later.
  close(): void {
    this.#closed = true;
    for (const wait of this.#open) wait.end();
  }
}
