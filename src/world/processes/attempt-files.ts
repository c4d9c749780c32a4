import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.js';
import type { ProcessIdentity } from '../process-identity.js';
import type { AttemptEnd } from './port.js';

/** The files of one attempt's folder (DESIGN §3). */
export const attemptFiles = (dir: string) => ({
  /** What the supervisor is to do; written by the engine. No environment: it may hold secrets. */
  order: join(dir, 'order.json'),
  /** Who supervises and who works; written by the supervisor. */
  supervisor: join(dir, 'supervisor.json'),
  /** A request to stop, with its reason; written by whoever wants it. */
  stop: join(dir, 'stop.json'),
  /** How it ended; written once, durably, before the supervisor ends. */
  exit: join(dir, 'exit.json'),
  log: join(dir, 'agent.log'),
});

/** `order.json`. */
export interface AttemptOrder {
  readonly version: 1;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly promptFile: string;
  readonly promptOnStdin: boolean;
  readonly resultFile: string;
  readonly timeoutMs: number;
  /** Between asking a process group to end and ending it. */
  readonly graceMs: number;
  /** Bytes of output that are kept. */
  readonly logLimit: number;
}

/** `supervisor.json`. */
export interface SupervisorRecord {
  readonly version: 1;
  readonly supervisor: ProcessIdentity;
  /** The agent leads a process group of the same number. Null before it was started. */
  readonly agent: ProcessIdentity | null;
  readonly startedAt: string;
}

export type StopReason = 'timeout' | 'stopped' | 'stalled';

export function readOrder(path: string): AttemptOrder {
  return JSON.parse(readFileSync(path, 'utf8')) as AttemptOrder;
}

export function readSupervisor(dir: string): SupervisorRecord | null {
  return readJson<SupervisorRecord>(attemptFiles(dir).supervisor);
}

/** The end on record, or null while there is none. */
export function readEnd(dir: string): AttemptEnd | null {
  return readJson<AttemptEnd>(attemptFiles(dir).exit);
}

export function writeEnd(dir: string, end: AttemptEnd): void {
  writeDurably(attemptFiles(dir).exit, `${JSON.stringify(end, null, 2)}\n`);
}

export function readStop(dir: string): StopReason | null {
  const request = readJson<{ reason: StopReason }>(attemptFiles(dir).stop);
  return request === null ? null : (request.reason ?? 'stopped');
}

/** The end of an attempt of which nothing is known: its supervisor is gone and left no record. */
export const LOST: AttemptEnd = {
  kind: 'lost',
  exitCode: null,
  signal: null,
  startedAt: null,
  endedAt: null,
  detail: 'the supervisor is gone and left no record',
  result: null,
  resultProblem: null,
};

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
