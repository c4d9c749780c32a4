import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** In the environment of every git command of msd: the number of the process that started it. */
export const STARTED_BY = 'MSD_GIT_OF';

/** A git command of msd is bounded itself; a hook of the user's may take long. */
const PATIENCE_MS = 2 * 60_000;

/**
 * Waits for the git commands that a process of msd had started before it was killed: they go on without it, and what they
 * are about to write must not come in between what the next run does.
 */
export async function waitForOrphans(pid: number): Promise<void> {
  if (pid === process.pid) return;
  const mark = `\0${STARTED_BY}=${pid}\0`;
  await whileAnyRuns((number) => environment(number).includes(mark));
}

/** Waits for git commands of other processes of msd that work in a directory, whether those still live or were killed. */
export async function waitForGitIn(dir: string): Promise<void> {
  const own = `\0${STARTED_BY}=${process.pid}\0`;
  const real = existsSync(dir) ? realpathSync(dir) : dir;
  await whileAnyRuns((number) => {
    if (readlinkSync(`/proc/${number}/cwd`) !== real) return false;
    const variables = environment(number);
    return variables.includes(`\0${STARTED_BY}=`) && !variables.includes(own);
  });
}

const environment = (number: string): string => `\0${readFileSync(`/proc/${number}/environ`, 'latin1')}`;

/** Nothing to wait for where the system does not show it. */
async function whileAnyRuns(wanted: (number: string) => boolean): Promise<void> {
  if (process.platform !== 'linux') return;
  const until = performance.now() + PATIENCE_MS;
  for (let delay = 5; anyRuns(wanted) && performance.now() < until; delay = Math.min(delay * 2, 200))
    await pause(delay);
}

function anyRuns(wanted: (number: string) => boolean): boolean {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      if (wanted(name)) return true;
    } catch {
      // It ended, or is not ours to look at.
    }
  }
  return false;
}
