import { existsSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Waiting for the write lock, fairly. SQLite's own busy handler doubles its pauses, so the writer that has just committed
 * takes the lock again and the one that waited longest waits on: under load some writers get nothing for seconds. Here
 * those who wait put a ticket beside the ledger, an empty file whose name tells its age; the oldest asks often, the others
 * seldom, and whoever has only just written stands in line behind them (ADR 0010). Tickets are manners, not locks: one that
 * is left behind, lost or cannot be made costs some milliseconds and never a turn.
 */

/** After this long a writer gives up. */
export const MAX_WAIT_MS = 30_000;

/** Who has its turn may write again and again for so long, then it stands in line. */
const TURN_MS = 3;
/** Who wrote so long ago is no longer in a burst of writes. */
const BURST_MS = 50;
/** A ticket that stays the oldest for so long is passed by, and looked into. */
const STUCK_MS = 100;

/** Milliseconds that only go forward. Not by `performance`, which is loaded when it is first used. */
const millis = (): number => Number(process.hrtime.bigint()) / 1e6;

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread for some milliseconds, a little more or less. */
const pause = (ms: number): void => {
  Atomics.wait(cell, 0, 0, ms * (0.7 + 0.6 * Math.random()));
};

/** One connection's turns at the write lock. */
export class WriterTurns {
  readonly #line: Line | null;
  readonly #maxWaitMs: number;
  #began = Number.NEGATIVE_INFINITY;
  #wrote = Number.NEGATIVE_INFINITY;

  /** @param folder where tickets are put; null for a ledger that no other process can write */
  constructor(folder: string | null, maxWaitMs: number) {
    this.#line = folder === null ? null : new Line(folder);
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Tries until it succeeds or the time is up; blocks this thread in between.
   * @param attempt true where the lock was had
   * @returns milliseconds waited, negative where the time was used up
   */
  take(attempt: () => boolean): number {
    const started = millis();
    const turnIsOver = started - this.#began >= TURN_MS;
    const bursting = started - this.#wrote < BURST_MS;
    const mustWait = turnIsOver && bursting && this.#line !== null && this.#line.tickets().length > 0;
    if (!mustWait && attempt()) {
      if (turnIsOver) this.#began = started;
      return 0;
    }
    const waited = this.#wait(attempt, started);
    this.#began = millis();
    return waited;
  }

  /** After giving the lock back. */
  wrote(): void {
    this.#wrote = millis();
  }

  #wait(attempt: () => boolean, started: number): number {
    const ticket = this.#line?.join() ?? null;
    let oldest = '';
    let oldestSince = started;
    try {
      for (;;) {
        const now = millis();
        const ahead = ticket === null ? [] : (this.#line?.tickets().filter((other) => other < ticket) ?? []);
        if (ahead[0] !== oldest) {
          oldest = ahead[0] ?? '';
          oldestSince = now;
        }
        const stuck = oldest !== '' && now - oldestSince > STUCK_MS;
        if (stuck) this.#line?.clearDead(oldest);
        if ((ahead.length === 0 || stuck) && attempt()) return millis() - started;
        if (now - started > this.#maxWaitMs) return started - now;
        pause(ahead.length > 0 ? Math.min(1.5 * ahead.length, 12) : ticket === null ? 3 : eagerness(now - oldestSince));
      }
    } finally {
      if (ticket !== null) this.#line?.leave(ticket);
    }
  }
}

/** How often the first in line asks: at once to begin with, more rarely where somebody holds the lock for long. */
const eagerness = (waited: number): number => (waited < 50 ? 0.2 : waited < 500 ? 1 : 5);

/** The tickets of those who wait, oldest first by name. What cannot be read or written counts as absent. */
class Line {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  tickets(): readonly string[] {
    // Mostly nobody waits, and then there is no folder.
    return existsSync(this.#folder) ? (quietly(() => readdirSync(this.#folder).sort()) ?? []) : [];
  }

  /** @returns the ticket, or null where none can be made */
  join(): string | null {
    const ticket = `${String(process.hrtime.bigint()).padStart(20, '0')}-${process.pid}`;
    const make = () => {
      quietly(() => mkdirSync(this.#folder, { mode: 0o700 }));
      return quietly(() => {
        writeFileSync(join(this.#folder, ticket), '', { mode: 0o600 });
        return ticket;
      });
    };
    // Whoever left last takes the folder along, perhaps just now.
    return make() ?? make();
  }

  leave(ticket: string): void {
    quietly(() => unlinkSync(join(this.#folder, ticket)));
    if (this.tickets().length === 0) quietly(() => rmdirSync(this.#folder));
  }

  /** Takes away the ticket of a process that is gone. */
  clearDead(ticket: string): void {
    try {
      process.kill(Number(ticket.split('-')[1]), 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') quietly(() => unlinkSync(join(this.#folder, ticket)));
    }
  }
}

/** Null where the file system refuses. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
