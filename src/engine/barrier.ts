/**
 * Lets plans in worktrees run side by side and a plan in the main checkout run alone (DESIGN §8: a plan decided `none` is
 * a barrier). Someone waiting to be alone keeps newcomers out.
 */
export class Barrier {
  #shared = 0;
  #alone = false;
  readonly #waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  /** Resolves with the function that gives the place back; calling that twice is harmless. */
  enter(alone: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ alone, enter: () => resolve(this.#leave(alone)) });
      this.#admit();
    });
  }

  #leave(alone: boolean): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (alone) this.#alone = false;
      else this.#shared -= 1;
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#waiting[0]) {
      const next = this.#waiting[0];
      if (this.#alone || (next.alone && this.#shared > 0)) return;
      this.#waiting.shift();
      if (next.alone) this.#alone = true;
      else this.#shared += 1;
      next.enter();
    }
  }
}
