import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** In the environment of every git command of msd: the number of the process that started it. */
export const STARTED_BY = 'MSD_GIT_OF';

/** A git command of msd is bounded itself; a hook of the user's may take long. */
const PATIENCE_MS = 2 * 60_000;

/**
 * Waits for the git commands that a process of msd had started before it was killed: they go on without it, and what they
 * are about to write must not come in between what the next run does. Nothing to wait for where the system does not show it.
 */
export async function waitForOrphans(pid: number): Promise<void> {
  if (process.platform !== 'linux' || pid === process.pid) return;
  const until = performance.now() + PATIENCE_MS;
  for (let delay = 5; startedBy(pid) && performance.now() < until; delay = Math.min(delay * 2, 200)) await pause(delay);
}

function startedBy(pid: number): boolean {
  const mark = `\0${STARTED_BY}=${pid}\0`;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      if (`\0${readFileSync(`/proc/${name}/environ`, 'latin1')}`.includes(mark)) return true;
    } catch {
      // It ended, or is not ours to look at.
    }
  }
  return false;
}
