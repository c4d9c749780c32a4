import type { Clock } from '../../src/world/world.js';

/** A clock that moves only when told: no test waits for real time. */
export class TestClock implements Clock {
  #now: number;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(start = '2026-11-30T12:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      if (signal?.aborted) return wake();
      this.#waiting.push({ at: this.#now + ms, wake });
      signal?.addEventListener('abort', () => wake(), { once: true });
    });
  }

  /** Moves time on and wakes, in order, whoever waited for no longer than that. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter((w) => w.at <= this.#now).sort((a, b) => a.at - b.at);
    this.#waiting = this.#waiting.filter((w) => w.at > this.#now);
    for (const { wake } of due) wake();
  }
}
