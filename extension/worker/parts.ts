// Messages over 1 MiB come from the host in chunks.
import type { Chunk } from "../protocol.gen";

// limit bounds what is held, in UTF-16 units: a host that never says "last"
// must not fill the worker.
const limit = 64 << 20;

interface Partial { next: number; texts: string[]; size: number }

// Parts puts messages together again.
export class Parts {
  readonly #open = new Map<string, Partial>();

  // add takes a chunk and answers the whole message with its last one. Chunks
  // that do not follow each other are a defect of the host: the message is
  // dropped, and the caller's own deadline ends the wait for it.
  add(chunk: Chunk): unknown {
    const part = this.#open.get(chunk.id) ?? { next: 0, texts: [], size: 0 };
    part.size += chunk.data.length;
    if (chunk.seq !== part.next || part.size > limit) {
      console.error(`chunk ${chunk.seq} of ${chunk.id} does not follow ${part.next - 1} or is too large`);
      this.#open.delete(chunk.id);
      return undefined;
    }
    part.next++;
    part.texts.push(chunk.data);
    if (!chunk.last) {
      this.#open.set(chunk.id, part);
      return undefined;
    }
    this.#open.delete(chunk.id);
    return JSON.parse(part.texts.join(""));
  }
}
