/**
 * One at a time, and among those waiting the lowest rank first (DESIGN §8: merges happen one at a time, in plan order
 * among those ready).
 */
export class MergeQueue {
  #busy = false;
  readonly #waiting: { readonly rank: number; readonly start: () => void }[] = [];

  /** Runs `work` when it is its turn; the turn ends with it, also when it throws. */
  async run<T>(rank: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const at = this.#waiting.findIndex((w) => w.rank > rank);
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { rank, start });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#busy = false;
      this.#next();
    }
  }

  #next(): void {
    if (this.#busy) return;
    const first = this.#waiting.shift();
    if (!first) return;
    this.#busy = true;
    first.start();
  }
}
