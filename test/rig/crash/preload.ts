import childProcess from 'node:child_process';
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

/**
 * Loaded before msd (`node --import`), which holds nothing of this: counts what msd is about to change outside itself and,
 * at the point asked for, ends the process as a power cut would, or lets a write fail. A point is a call that writes, makes,
 * moves or removes a file, a commit of the ledger, a signal sent, or a process started (two points: before it, and right
 * after it, when it goes on without msd). Git commands that only read are no points.
 *
 * `MSD_RIG_POINTS` names a file that gets one line a point. `MSD_RIG_AT` is the point, `MSD_RIG_DEED` what happens there:
 * `kill` (msd alone), `kill-both` (msd and the process it just started), `full` (from here on every write fails: disk full).
 * `MSD_RIG_PROGRAM` is the end of the program's path that this is for; all others are left alone.
 */
const { MSD_RIG_POINTS: LIST, MSD_RIG_DEED: DEED = 'kill', MSD_RIG_PROGRAM: PROGRAM = 'bin/msd.js' } = process.env;
const AT = Number(process.env['MSD_RIG_AT'] ?? 0);

type Call = (...args: never[]) => unknown;
type Holder = Record<string, Call>;

const plain = { append: fs.appendFileSync, kill: process.kill };
let count = 0;
let nested = 0;

/** One point. @returns whether the call behind it must fail */
function point(what: string, child?: number): boolean {
  count += 1;
  nested += 1;
  if (LIST) plain.append(LIST, `${what.replaceAll('\n', ' ').slice(0, 200)}\n`);
  nested -= 1;
  if (AT === 0 || DEED === 'full' ? count < (AT || Number.POSITIVE_INFINITY) : count !== AT) return false;
  if (DEED === 'full') return true;
  if (DEED === 'kill-both' && child !== undefined) {
    // Somewhere on its way, another moment for each point.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (AT * 7) % 23);
    try {
      plain.kill(-child, 'SIGKILL');
    } catch {
      // It was quicker.
    }
  }
  plain.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  return false;
}

const diskFull = (path: unknown): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device, '${String(path)}'`), { code: 'ENOSPC', errno: -28 });

const storeFull = (): Error =>
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL', errcode: 13, rawCode: 13 });

/** Git with no room to write: every byte that it would add to a file is refused. */
const CRAMPED = ['-c', 'trap "" XFSZ; ulimit -f 0; exec git "$@"', 'git'];

/** Counts the calls of one function, its own calls of others apart. */
function wrap(
  holder: object,
  name: string,
  isEffect: (args: readonly unknown[]) => string | null,
  failure: ((path: unknown) => Error) | null,
): void {
  const methods = holder as Holder;
  const original = methods[name];
  if (!original) return;
  methods[name] = function (this: unknown, ...args: never[]) {
    const what = nested === 0 ? isEffect(args) : null;
    if (what !== null && point(`${name} ${what}`) && failure) throw failure(args[0]);
    nested += 1;
    try {
      return original.apply(this, args);
    } finally {
      nested -= 1;
    }
  };
}

const first = (args: readonly unknown[]): string => String(args[0]);
const toFile = (args: readonly unknown[]): string | null => (Number(args[0]) < 3 ? null : first(args));
const forWriting = (args: readonly unknown[]): string | null => {
  const flags = args[1] ?? 'r';
  const reads = typeof flags === 'number' ? (flags & 3) === 0 && (flags & fs.constants.O_CREAT) === 0 : flags === 'r';
  return reads ? null : `${first(args)} ${String(flags)}`;
};

const READS = new Set(
  'rev-parse merge-base merge-tree diff-tree diff status for-each-ref rev-list log ls-files ls-tree symbolic-ref version cat-file show-ref config check-ref-format check-attr var --version'.split(
    ' ',
  ),
);

/** A started process as words, or null for a git command that only reads. */
function started(args: readonly unknown[]): string | null {
  const [program, words = []] = args as [string, readonly string[]];
  if (program !== 'git') return `${program} ${words.join(' ')}`;
  let verb = 0;
  while (words[verb] === '-c') verb += 2;
  while (words[verb]?.startsWith('--') && words[verb] !== '--version') verb += 1;
  const name = words[verb] ?? '';
  if (READS.has(name) || (name === 'worktree' && words[verb + 1] === 'list')) return null;
  return `git ${words.slice(verb).join(' ')}`;
}

function install(): void {
  for (const name of ['writeFileSync', 'appendFileSync', 'writeSync', 'mkdirSync', 'copyFileSync', 'cpSync'])
    wrap(fs, name, name === 'writeSync' ? toFile : first, diskFull);
  wrap(fs, 'openSync', forWriting, diskFull);
  wrap(fs, 'mkdtempSync', first, diskFull);
  for (const name of ['linkSync', 'symlinkSync']) wrap(fs, name, first, diskFull);
  for (const name of 'renameSync rmSync rmdirSync unlinkSync chmodSync truncateSync fsyncSync utimesSync'.split(' '))
    wrap(fs, name, first, null);
  for (const name of ['rm', 'unlink', 'rename', 'writeFile', 'mkdir', 'appendFile', 'copyFile', 'cp'])
    wrap(fs.promises, name, first, null);
  wrap(process, 'kill', (args) => (args[1] === 0 ? null : args.join(' ')), null);

  const spawn = childProcess.spawn as unknown as (...args: unknown[]) => childProcess.ChildProcess;
  const methods = childProcess as unknown as Record<string, unknown>;
  methods['spawn'] = (...args: unknown[]) => {
    const what = started(args);
    if (what === null) return spawn(...args);
    const full = point(`spawn ${what}`);
    const cramped = full && args[0] === 'git';
    const child = cramped ? spawn('sh', [...CRAMPED, ...(args[1] as string[])], ...args.slice(2)) : spawn(...args);
    point(`spawned ${what}`, child.pid);
    return child;
  };

  const commit = (args: readonly unknown[]) => (/^\s*(COMMIT|PRAGMA journal)/i.test(first(args)) ? first(args) : null);
  const require = createRequire(import.meta.url);
  const builtIn = (process as { getBuiltinModule?: (id: string) => unknown }).getBuiltinModule;
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  const sqlite = builtIn?.('node:sqlite') as { DatabaseSync: { prototype: object } } | undefined;
  process.emitWarning = emitWarning;
  if (sqlite) wrap(sqlite.DatabaseSync.prototype, 'exec', commit, storeFull);
  else wrap((require('libsql') as { prototype: object }).prototype, 'exec', commit, storeFull);
  syncBuiltinESMExports();
}

if (process.argv[1]?.endsWith(PROGRAM)) install();
