import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** The variable that everything an attempt starts has in its environment: the attempt's folder. */
export const MARK = 'MSD_ATTEMPT_DIR';

/**
 * The processes of an attempt besides its supervisor: members of the agent's process group and, on Linux, whatever left the
 * group but carries the attempt's mark in its environment.
 */
export function attemptProcesses(dir: string, group: number | null): readonly number[] {
  const found = new Set<number>();
  if (process.platform === 'linux') for (const pid of linuxProcesses(dir, group)) found.add(pid);
  else if (group !== null && groupLives(group)) found.add(-group);
  return [...found];
}

function linuxProcesses(dir: string, group: number | null): readonly number[] {
  const mark = `${MARK}=${dir}`;
  const found: number[] = [];
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return group !== null && groupLives(group) ? [-group] : [];
  }
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') continue;
      if (Number(processGroup) === group || carries(name, mark)) found.push(Number(name));
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function carries(pid: string, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(`\0${mark}\0`);
  } catch {
    return false;
  }
}

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Asks every process of an attempt to end, and ends what has not after the grace. True where nothing is left. */
export async function endProcesses(dir: string, group: number | null, graceMs: number): Promise<boolean> {
  if (!signalAll(attemptProcesses(dir, group), 'SIGTERM')) return true;
  const until = performance.now() + graceMs;
  while (performance.now() < until) {
    await pause(Math.min(40, graceMs));
    if (attemptProcesses(dir, group).length === 0) return true;
  }
  for (let round = 0; round < 50; round++) {
    if (!signalAll(attemptProcesses(dir, group), 'SIGKILL')) return true;
    await pause(20);
  }
  return attemptProcesses(dir, group).length === 0;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): boolean {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already, or not ours to signal.
    }
  }
  return pids.length > 0;
}
