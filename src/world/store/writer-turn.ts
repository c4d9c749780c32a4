/**
 * Waiting for the write lock, fairly. SQLite's own busy handler doubles its pauses, so the writer that has just committed
 * takes the lock again and the one that waited longest waits on: under load some writers get nothing for seconds. Here
 * every writer asks again after a short random pause, the shorter the longer it has waited (ADR 0010).
 */

/** After this long a writer gives up. */
export const MAX_WAIT_MS = 20_000;

const LONGEST_PAUSE_MS = 3;
const SHORTEST_PAUSE_MS = 0.3;
/** Waiting halves its pauses each time this much has gone by. */
const HALVING_MS = 40;

const cell = new Int32Array(new SharedArrayBuffer(4));

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
    Atomics.wait(cell, 0, 0, pause(waited) * (0.5 + Math.random()));
    if (attempt()) return performance.now() - started;
  }
}

function pause(waited: number): number {
  return Math.max(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS / 2 ** Math.floor(waited / HALVING_MS));
}
