import { readdirSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  expiryOf,
  LIFETIMES,
  placeOf,
  readSentinel,
  SENTINEL_NAME,
  SENTINEL_VERSION,
  scopeKey,
  usability,
} from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, DecisionScope, SentinelEntry } from '#hooks/lib/types.js';
import type { IsolationDecision } from '../core/isolation/decision.js';
import type { SentinelFailure } from '../core/isolation/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnwritable, SymlinkEscape } from '../core/world-failures.js';
import { writeDurably } from './durable-file.js';
import { withFileLock } from './file-lock.js';
import { heldRecord } from './held-record.js';
import { ensureMsdDir, type Project } from './project.js';

/** How long a writer waits for the others, in milliseconds. */
const PATIENCE = 60_000;
/** How long a record is kept after its end, so that a refusal can still name it. */
const KEEP_ENDED = 24 * 60 * 60 * 1000;
/** The newest ended records that are kept. */
const KEEP_MOST = 200;

export type WriteFailure = SentinelFailure | SymlinkEscape | FileUnwritable;

/** A decision and what it is for. */
export interface NewRecord extends IsolationDecision {
  readonly scope: DecisionScope;
  /** Where the agent must run; absolute. */
  readonly worktree: string | null;
}

/** The record that stands after a recording. */
export interface Recorded {
  readonly record: DecisionRecord;
  /** It was there before and was left as it is. */
  readonly held: boolean;
}

/** Which records: those that say the same wherever a field is given; `run: null` means the records without a run. */
export interface ScopeFilter {
  readonly run?: string | null;
  readonly phase?: string;
  readonly plan?: string;
}

/**
 * Records a decision in place of the one that its scope had. The only way a sentinel is written (DESIGN §5).
 * @param unlessHeld leave a record that holds the scope as it is, and answer with it
 */
export async function writeDecision(
  project: Project,
  decision: NewRecord,
  now: number,
  unlessHeld: boolean,
): Promise<Result<Recorded, WriteFailure>> {
  const msd = ensureMsdDir(project);
  if (!msd.ok) return msd;
  return changing<Recorded>(project, (file) => {
    const held = unlessHeld ? heldRecord(file.entries, decision.scope, now) : null;
    if (held !== null) return { answer: { record: held, held: true }, keep: null };
    const lifetime = decision.scope.plan === null ? LIFETIMES.phase : LIFETIMES.plan;
    const record: DecisionRecord = {
      isolation: decision.isolation,
      harnessFlag: decision.harnessFlag,
      worktree: decision.worktree,
      decidedBy: decision.decidedBy,
      reason: decision.reason,
      scope: decision.scope,
      recordedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + lifetime).toISOString(),
      store: placeOf(project.msd),
    };
    const key = scopeKey(decision.scope);
    const others = kept(file, now, (entry) => entry.record === null || scopeKey(entry.record.scope) !== key);
    return { answer: { record, held: false }, keep: [...others, record] };
  });
}

/** Removes the records that the filter names (all for an empty one). @returns how many they were */
export async function clearDecisions(
  project: Project,
  filter: ScopeFilter,
  now: number,
): Promise<Result<number, WriteFailure>> {
  if (!readSentinel(project).present) return ok(0);
  const all = Object.keys(filter).length === 0;
  return changing(project, (file) => {
    const leaves = ({ record }: SentinelEntry) => all || (record !== null && matches(record.scope, filter));
    const count = file.entries.filter(leaves).length;
    return { answer: count, keep: count === 0 ? null : kept(file, now, (entry) => !leaves(entry)) };
  });
}

/**
 * Moves a sentinel that cannot be read out of the way, beside itself, for a person to look at.
 * @returns its new path; null where there is nothing wrong with it
 */
export async function moveAside(project: Project, now: number): Promise<Result<string | null, WriteFailure>> {
  if (!readSentinel(project).present) return ok(null);
  return locked(project, () => {
    const { path, problem } = readSentinel(project);
    if (problem === null) return ok(null);
    const aside = `${path}.bad-${new Date(now).toISOString().replace(/[^0-9]/g, '')}`;
    try {
      renameSync(path, aside);
      return ok(aside);
    } catch (error) {
      return fail(unwritable(path, error));
    }
  });
}

function matches(scope: DecisionScope, filter: ScopeFilter): boolean {
  const asked = {
    run: filter.run === undefined ? scope.run : filter.run,
    phase: filter.phase ?? scope.phase,
    plan: filter.plan ?? scope.plan,
  };
  return scopeKey(scope) === scopeKey(asked);
}

// ---------------------------------------------------------------- the file

/** The list as read, each entry with its own JSON: what this msd does not understand is kept as it is. */
interface SentinelFile {
  readonly entries: readonly SentinelEntry[];
  readonly raw: readonly unknown[];
}

/** What is worth keeping of the others: all that has not ended, and the latest of what has. */
function kept(file: SentinelFile, now: number, stays: (entry: SentinelEntry) => boolean): unknown[] {
  const ended = (entry: SentinelEntry) => entry.record !== null && !usability(entry, null, now).usable;
  const since = (entry: SentinelEntry) => (entry.record === null ? now : expiryOf(entry.record));
  const oldest = file.entries
    .filter(ended)
    .map(since)
    .sort((a, b) => b - a)[KEEP_MOST];
  const limit = Math.max(now - KEEP_ENDED, oldest ?? 0);
  return file.raw.filter((_, i) => {
    const entry = file.entries[i]!;
    return stays(entry) && (!ended(entry) || since(entry) > limit);
  });
}

/** Reads, changes and writes the file, alone among all processes. A file that cannot be read is left as it is. */
function changing<T>(
  project: Project,
  change: (file: SentinelFile) => { readonly answer: T; readonly keep: readonly unknown[] | null },
): Promise<Result<T, WriteFailure>> {
  return locked(project, () => {
    const { path, present, problem, entries } = readSentinel(project);
    if (problem !== null) return fail({ reason: 'sentinel-unreadable', path, problem });
    try {
      const { answer, keep } = change({ entries, raw: present ? decisionsOf(path) : [] });
      if (keep === null) return ok(answer);
      removeLeftovers(project.msd);
      const text = `${JSON.stringify({ version: SENTINEL_VERSION, decisions: keep }, null, 2)}\n`;
      writeDurably(path, text, 0o600);
      return ok(answer);
    } catch (error) {
      return fail(unwritable(path, error));
    }
  });
}

async function locked<T>(project: Project, work: () => Result<T, WriteFailure>): Promise<Result<T, WriteFailure>> {
  const path = join(project.msd, SENTINEL_NAME);
  try {
    const turn = await withFileLock(`${path}.lock`, PATIENCE, async () => work());
    if (turn.ok) return turn.value;
    const holder = turn.error.holder?.pid;
    return fail({ reason: 'sentinel-unwritable', path, cause: `process ${holder ?? '?'} holds its lock` });
  } catch (error) {
    return fail(unwritable(path, error));
  }
}

function decisionsOf(path: string): unknown[] {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  return (JSON.parse(text) as { decisions: unknown[] }).decisions;
}

/** What writers left that died between writing and renaming: under the lock nobody else is writing. */
function removeLeftovers(msd: string): void {
  for (const name of readdirSync(msd))
    if (name.startsWith(`${SENTINEL_NAME}.`) && name.endsWith('.tmp')) unlinkSync(join(msd, name));
}

function unwritable(path: string, error: unknown): SentinelFailure {
  const cause = (error as NodeJS.ErrnoException).code ?? String(error);
  return { reason: 'sentinel-unwritable', path, cause };
}
