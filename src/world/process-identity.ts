import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Which process this is, beyond its number: numbers are used again. `startTime` and `bootId` are opaque strings, compared
 * for equality only; null where the system does not say.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string | null;
  readonly bootId: string | null;
}

/** The identity of a running process, or null where there is none that can be seen. */
export function identityOf(pid: number): ProcessIdentity | null {
  if (!isPid(pid)) return null;
  const facts = processFacts(pid);
  if (facts === null || facts.ended) return null;
  return { pid, startTime: facts.startTime, bootId: bootId() };
}

let own: ProcessIdentity | null = null;

/** This process. */
export function ownIdentity(): ProcessIdentity {
  own ??= identityOf(process.pid) ?? { pid: process.pid, startTime: null, bootId: bootId() };
  return own;
}

/**
 * True only where the process certainly ended: no such process, a zombie, another start time or another boot of the machine.
 * No permission to ask, a number that cannot be one, or no answer: false, it may be alive (DESIGN §8).
 */
export function provenDead(identity: {
  readonly pid: unknown;
  readonly startTime?: unknown;
  readonly bootId?: unknown;
}) {
  const { pid, startTime, bootId: boot } = identity;
  if (typeof pid !== 'number' || !isPid(pid)) return false;
  const here = bootId();
  if (typeof boot === 'string' && here !== null && boot !== here) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const facts = processFacts(pid);
  if (facts === null) return false;
  if (facts.ended) return true;
  return typeof startTime === 'string' && facts.startTime !== null && facts.startTime !== startTime;
}

/**
 * The process group that a process led, where members may still live: the number cannot have been given to another process
 * while they do. Null where it has been, or the machine was started anew.
 */
export function survivingGroup(leader: ProcessIdentity): number | null {
  if (!isPid(leader.pid) || (leader.bootId !== null && leader.bootId !== bootId())) return null;
  const now = processFacts(leader.pid);
  if (now === null || now.startTime === null || leader.startTime === null) return leader.pid;
  return now.startTime === leader.startTime ? leader.pid : null;
}

function isPid(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && pid < 2 ** 31;
}

interface ProcessFacts {
  readonly startTime: string | null;
  /** It ended and only waits to be collected by its parent. */
  readonly ended: boolean;
}

function processFacts(pid: number): ProcessFacts | null {
  if (process.platform === 'linux') return linuxFacts(pid);
  if (process.platform === 'win32') return null;
  return psFacts(pid);
}

/** `/proc/PID/stat`: the name in parentheses may hold anything, so fields are counted after the last `)`. */
function linuxFacts(pid: number): ProcessFacts | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? '';
    return { startTime: fields[19] ?? null, ended: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
}

function psFacts(pid: number): ProcessFacts | null {
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
    const space = text.indexOf(' ');
    if (space < 1) return null;
    return { startTime: text.slice(space).trim().replace(/\s+/g, ' '), ended: text.startsWith('Z') };
  } catch {
    return null;
  }
}

let boot: string | null | undefined;

/** Names one boot of this machine. */
function bootId(): string | null {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string | null {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    if (process.platform === 'win32') return null;
    const said = execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    return said.trim() || null;
  } catch {
    return null;
  }
}

/** Asks a process to end as Ctrl-C would. False where it is gone, or not ours to ask. */
export function askToEnd(pid: number): boolean {
  try {
    process.kill(pid, 'SIGTERM');
    return true;
  } catch {
    return false;
  }
}
