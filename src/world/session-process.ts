import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { identityOf, type ProcessIdentity } from './process-identity.js';

/** What stands between a session and the commands that it runs: shells, wrappers, package runners. */
const BETWEEN =
  /^-?(?:(?:ba|da|z|k|c|tc|fi|a|pw)?sh|busybox|env|timeout|nice|ionice|stdbuf|xargs|npm|npx|pnpm|yarn|bunx)\b/;
/** Ancestors that are looked at. */
const FARTHEST = 16;

/**
 * The process in whose session this command was typed, by a person or by a model: the nearest ancestor that is no shell and
 * no wrapper. It lives from one command to the next, so it can hold what one command cannot: a phase, between the turns of a
 * run that a host's own session drives. Null where the system does not say.
 */
export function sessionProcess(): ProcessIdentity | null {
  let pid = process.ppid;
  for (let steps = 0; steps < FARTHEST && pid > 1; steps++) {
    const seen = look(pid);
    if (seen === null) return null;
    if (!BETWEEN.test(seen.name)) return identityOf(pid);
    pid = seen.parent;
  }
  return null;
}

function look(pid: number): { readonly name: string; readonly parent: number } | null {
  try {
    if (process.platform === 'linux') {
      const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const end = text.lastIndexOf(')');
      return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(text.slice(end + 2).split(' ')[1]) };
    }
    if (process.platform === 'win32') return null;
    const said = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    const [, parent = '', comm = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(said) ?? [];
    return parent === '' ? null : { name: comm.replace(/^.*\//, ''), parent: Number(parent) };
  } catch {
    return null;
  }
}
