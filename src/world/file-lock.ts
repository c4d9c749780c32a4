import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { ownIdentity, type ProcessIdentity, provenDead } from './process-identity.js';

/** Who holds a lock: a process, and one taking of the lock by it. */
interface Holder extends ProcessIdentity {
  readonly nonce: string;
}

/** The lock could not be had in time: `holder` lives, or may live. */
export interface LockHeld {
  readonly path: string;
  readonly holder: ProcessIdentity | null;
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while holding the lock file `path`. Inside one process callers take turns in order; between processes the file
 * decides. A holder that is proven dead loses it at once, a living one is waited for.
 * @returns the work's value, or who held the lock for `timeoutMs`
 */
export async function withFileLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: LockHeld }> {
  const before = queues.get(path) ?? Promise.resolve();
  const turn = before.then(async () => {
    const nonce = await acquire(path, timeoutMs);
    if (nonce === null) return { ok: false, error: { path, holder: readHolder(path) } } as const;
    try {
      return { ok: true, value: await work() } as const;
    } finally {
      release(path, nonce);
    }
  });
  const settled = turn.catch(() => {});
  queues.set(path, settled);
  void settled.then(() => {
    if (queues.get(path) === settled) queues.delete(path);
  });
  return turn;
}

async function acquire(path: string, timeoutMs: number): Promise<string | null> {
  mkdirSync(dirname(path), { recursive: true });
  const until = performance.now() + timeoutMs;
  for (let delay = 2; ; delay = Math.min(delay * 1.5, 50)) {
    const nonce = tryTake(path);
    if (nonce !== null) {
      sweepSiblings(path);
      return nonce;
    }
    if (clearDead(path)) continue;
    if (performance.now() > until) return null;
    await pause(delay + Math.random() * delay);
  }
}

/** Takes the lock where nobody holds it. The file appears whole or not at all. */
function tryTake(path: string): string | null {
  const nonce = randomBytes(9).toString('hex');
  const temporary = `${path}.tmp-${process.pid}-${nonce}`;
  writeFileSync(temporary, JSON.stringify({ ...ownIdentity(), nonce } satisfies Holder), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, path);
    return nonce;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return null;
  } finally {
    unlinkSync(temporary);
  }
}

function release(path: string, nonce: string): void {
  if (readHolder(path)?.nonce === nonce) remove(path);
}

/**
 * Removes the lock of a dead holder. Only who holds the claim on that one taking may remove it, so a slow second claimant
 * cannot remove the lock of whoever came after. A claim is itself such a lock, and its dead holder is cleared the same way.
 * @returns true where it is worth trying again at once
 */
function clearDead(path: string): boolean {
  const holder = readHolder(path);
  if (holder === null) return true;
  if (!provenDead(holder)) return false;
  const claim = `${path}.claim-${createHash('sha256').update(holder.nonce).digest('hex').slice(0, 16)}`;
  const nonce = tryTake(claim);
  if (nonce === null) return clearDead(claim);
  if (readHolder(path)?.nonce === holder.nonce) remove(path);
  remove(claim);
  return true;
}

/** Removes a lock whose holder is proven dead. @returns whether it is gone */
export function clearDeadLock(path: string): boolean {
  clearDead(path);
  return readHolder(path) === null;
}

/** Files beside the lock that a process left which died while it took or cleared it. Call with the lock in hand. */
function sweepSiblings(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const sibling = join(dirname(path), name);
    const maker = /\.tmp-(\d+)-/.exec(name)?.[1];
    const holder = maker === undefined ? readHolder(sibling) : { pid: Number(maker) };
    if (holder !== null && provenDead(holder)) remove(sibling);
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return { pid: 0, startTime: null, bootId: null, nonce: '' };
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
