import { kill } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { writeDurably } from '../durable-file.js';
import { provenDead } from '../process-identity.js';
import type { Attempt, AttemptEnd, AttemptState } from './port.js';
import { attemptFiles, LOST, readEnd, readSupervisor, type StopReason } from './attempt-files.js';
import { followLog } from './follow-log.js';

/** How often the log is looked at, and the record where another process's supervisor is waited for. */
const LOOK_MS = 100;

/** What is known of an attempt from its folder alone. */
export function lookAtAttempt(dir: string): AttemptState {
  const end = readEnd(dir);
  if (end !== null) return { kind: 'ended', end };
  const record = readSupervisor(dir);
  if (record === null) return { kind: 'none' };
  if (!provenDead(record.supervisor)) return { kind: 'running', pid: record.supervisor.pid };
  // It may have written its record and ended between the two looks.
  const late = readEnd(dir);
  return late === null ? { kind: 'lost' } : { kind: 'ended', end: late };
}

export interface FollowOptions {
  /** Lines that are there already are not handed over. */
  readonly fromEnd: boolean;
  /** Resolves when a supervisor that this process started has exited; with an end where it never ran. */
  readonly supervisorGone?: Promise<AttemptEnd | null>;
}

/** The handle on an attempt whose supervisor was started, by this process or an earlier one. */
export function followAttempt(dir: string, onLine: (line: string) => void, options: FollowOptions): Attempt {
  const log = followLog(attemptFiles(dir).log, onLine, options.fromEnd);
  let gone: AttemptEnd | null = null;
  void options.supervisorGone?.then((end) => {
    gone = end ?? LOST;
  });
  const wake = options.supervisorGone ?? new Promise(() => {});
  const end = (async (): Promise<AttemptEnd> => {
    for (;;) {
      const state = options.supervisorGone ? gone && (readEnd(dir) ?? gone) : stateEnd(dir);
      log.read(state !== null);
      if (state !== null) return state;
      await Promise.race([pause(LOOK_MS), wake]);
    }
  })();
  return {
    dir,
    end,
    quietMs: () => performance.now() - log.lastOutput(),
    stop: async (reason) => {
      requestStop(dir, reason);
      await end;
    },
  };
}

function stateEnd(dir: string): AttemptEnd | null {
  const state = lookAtAttempt(dir);
  return state.kind === 'ended' ? state.end : state.kind === 'lost' ? LOST : null;
}

/** Asks the supervisor to end its attempt: on file, so that it holds whoever dies, and by signal, so that it is quick. */
export function requestStop(dir: string, reason: StopReason): void {
  writeDurably(attemptFiles(dir).stop, JSON.stringify({ reason }));
  const record = readSupervisor(dir);
  if (record === null || provenDead(record.supervisor)) return;
  try {
    kill(record.supervisor.pid, 'SIGTERM');
  } catch {
    // It ended in between.
  }
}
