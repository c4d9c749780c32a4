import { lstatSync, mkdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDurably } from '../durable-file.js';
import { identityOf, type ProcessIdentity, provenDead } from '../process-identity.js';
import type { Checkout } from './port.js';

/** Says, while a landing writes into the user's checkout, which git process does it. */
interface LandingNote {
  readonly from: string;
  readonly to: string;
  readonly git: ProcessIdentity;
}

const noteFile = (checkout: Checkout) => join(checkout.gitDir, 'msd', 'landing.json');

/** Keeps the note of a landing: `started` with the number of each git process, `done` when it is over. */
export function noteLanding(checkout: Checkout, from: string, to: string) {
  const file = noteFile(checkout);
  return {
    started(pid: number): void {
      const git = identityOf(pid) ?? { pid, startTime: null, bootId: null };
      mkdirSync(dirname(file), { recursive: true });
      writeDurably(file, JSON.stringify({ from, to, git } satisfies LandingNote));
    },
    done: () => rmSync(file, { force: true }),
  };
}

/**
 * Removes the locks (of index, HEAD and branch) that a git process of an interrupted landing left in the user's checkout:
 * only where the note of that landing is there, its git process is proven dead, and the lock is not older than the note.
 */
export function clearOurLandingLocks(checkout: Checkout): void {
  const file = noteFile(checkout);
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as LandingNote;
    if (!provenDead(note.git)) return;
    const noted = lstatSync(file).mtimeMs;
    const branch =
      checkout.branch === null ? [] : [join(checkout.commonDir, 'refs', 'heads', `${checkout.branch}.lock`)];
    const own = ['index.lock', 'HEAD.lock', 'ORIG_HEAD.lock'].map((name) => join(checkout.gitDir, name));
    for (const lock of [...own, ...branch]) removeSince(lock, noted - 1000);
    rmSync(file, { force: true });
  } catch {
    // No note: nothing of ours was left.
  }
}

function removeSince(lock: string, since: number): void {
  const left = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (left !== undefined && left >= since) unlinkSync(lock);
}
