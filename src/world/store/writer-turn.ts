/**
 * Waiting for the write lock, fairly. SQLite's own busy handler doubles its pauses, so the writer that has just committed
 * takes the lock again and the one that waited longest waits on: under load some writers get nothing for seconds. Here
 * every writer asks again after a short random pause, the shorter the longer it has waited, and one that saw others write
 * lets some time go by before it takes the lock again (ADR 0010).
 */

/** After this long a writer gives up. */
export const MAX_WAIT_MS = 20_000;

const LONGEST_PAUSE_MS = 3;
const SHORTEST_PAUSE_MS = 0.3;
/** Waiting halves its pauses each time this much has gone by. */
const HALVING_MS = 40;
/** However long a transaction took, others are not given way for longer. */
const LONGEST_COURTESY_MS = 25;

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread. */
const pause = (ms: number): void => {
  Atomics.wait(cell, 0, 0, ms);
};

/**
 * Tries until it succeeds or the time is up; blocks this thread in between.
 * @param attempt true where the lock was had
 * @returns milliseconds waited, negative where the time was used up
 */
export function takeTurn(attempt: () => boolean, maxWaitMs: number = MAX_WAIT_MS): number {
  if (attempt()) return 0;
  const started = performance.now();
  for (;;) {
    const waited = performance.now() - started;
    if (waited > maxWaitMs) return -waited;
    const step = Math.max(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS / 2 ** Math.floor(waited / HALVING_MS));
    pause(step * (0.5 + Math.random()));
    if (attempt()) return performance.now() - started;
  }
}

/** One connection's manners: what it knows of other writers, and when it wrote last. */
export class Courtesy {
  #version: number | null = null;
  #crowded = false;
  #begun = 0;
  #held = 0;
  #ended = 0;

  /** Before asking for the lock: gives way, where others write and this one has only just written. */
  giveWay(): void {
    if (!this.#crowded || performance.now() - this.#ended > this.#held) return;
    pause(Math.min(2 * this.#held, LONGEST_COURTESY_MS) * Math.random());
  }

  /** With the lock in hand. `version` changes whenever another connection has written (`PRAGMA data_version`). */
  begun(version: number): void {
    this.#crowded = this.#version !== null && this.#version !== version;
    this.#version = version;
    this.#begun = performance.now();
  }

  /** After giving the lock back. */
  ended(): void {
    this.#ended = performance.now();
    this.#held = this.#ended - this.#begun;
  }
}
