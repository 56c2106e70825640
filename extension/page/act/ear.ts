import { afterTimers } from "./answer";
import { Waits } from "./waits";

// ear hears whether keys or text arrived in this frame, from one write to its check.
export const ear = new class {
  heard = false;
  turn: number | undefined;
  #last = "";
  readonly #waits = new Waits();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #types = ["keydown", "beforeinput", "input", "keyup"] as const;
  readonly #hear = (event: Event): void => {
    if (!event.isTrusted) return;
    if (event.type !== "keyup") this.heard = true;
    this.#last = event.type;
    this.#waits.look();
  };

  listen(turn?: number): void {
    this.stop();
    this.heard = false;
    this.turn = turn;
    this.#last = "";
    for (const type of this.#types) window.addEventListener(type, this.#hear, true);
    this.#timer = setTimeout(() => this.stop(), 30_000);
  }

  // hears waits until an event has come of what is written in a turn, and until
  // the page has had its own turn after it: masks write from timers.
  async hears(type: string, turn: number, waitMs: number): Promise<void> {
    await this.#waits.until(() => this.turn === turn && this.#last === type, waitMs);
    await afterTimers();
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const type of this.#types) window.removeEventListener(type, this.#hear, true);
  }
}();
