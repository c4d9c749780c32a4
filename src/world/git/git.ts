import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { FileUnreadable, GitFailed, GitMissing } from '../../core/world-failures.js';
import { gitEnv } from './git-env.js';
import { STARTED_BY } from './orphans.js';

/** What running git can come to, besides an answer. */
export type GitDoorFailure = GitMissing | GitFailed | FileUnreadable;

export interface GitOptions {
  /** Where git runs; it must exist. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** Default two minutes. */
  readonly timeoutMs?: number;
  /** Of standard output; default 256 MiB. */
  readonly maxBytes?: number;
  /** Exit codes that are answers; default only 0. */
  readonly accept?: readonly number[];
  /** The user's hooks may run; default no. */
  readonly userHooks?: boolean;
  /** `cwd` must itself be the top of the checkout: git does not look above it. */
  readonly exact?: boolean;
  /** Told the number of the process before it can have done anything. */
  readonly onStart?: (pid: number) => void;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: string;
  /** Bounded. */
  readonly stderr: string;
}

/** The one door to git: no shell, no prompt, no redirection by the caller's environment, bounded in time and output. */
export type Git = (args: readonly string[], options: GitOptions) => Promise<Result<GitOutput, GitDoorFailure>>;

const STDERR_LIMIT = 16 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
/** How long output may still arrive after git ended. */
const DRAIN_MS = 2000;
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/** Settings that hold for every command of msd's own: nothing in the background, no file watcher in a worktree that goes away. */
const ALWAYS = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  '-c',
  'core.safecrlf=false',
  '-c',
  'submodule.recurse=false',
];
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

export function createGit(env: Readonly<Record<string, string | undefined>>, program = 'git'): Git {
  const base: Record<string, string> = { ...gitEnv(env), [STARTED_BY]: String(process.pid) };
  return async (args, options) => {
    const missing = missingDirectory(options.cwd);
    if (missing !== null) return fail({ reason: 'file-unreadable', path: options.cwd, cause: missing });
    const child = spawn(program, [...ALWAYS, ...(options.userHooks ? [] : NO_HOOKS), ...args], {
      cwd: options.cwd,
      env: { ...base, ...(options.exact ? ceiling(options.cwd) : {}), ...options.env },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // Its own session: Ctrl-C is for msd to decide on, and no terminal is left to ask on.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const end = await endOf(child, options);
    if (end.exitCode !== null && (options.accept ?? [0]).includes(end.exitCode))
      return ok({ exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr });
    if (end.missing) return fail({ reason: 'git-missing', path: base['PATH'] ?? '' });
    const shown = args.map((arg) => cleanText(arg, 200));
    return fail({ reason: 'git-failed', args: shown, exitCode: end.exitCode, stderr: end.stderr.trim() });
  };
}

interface GitEnd {
  /** Null where it was ended by a signal, by us, or did not start; `stderr` then says which. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** There is no such program. */
  readonly missing: boolean;
}

function endOf(child: ChildProcess, options: GitOptions): Promise<GitEnd> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let size = 0;
  let errSize = 0;
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    endGroup(child);
  };
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timer = setTimeout(() => stop(`no answer within ${Math.round(timeoutMs / 1000)} s`), timeoutMs);
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > (options.maxBytes ?? DEFAULT_MAX_BYTES)) stop('more output than expected');
    else out.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errSize < STDERR_LIMIT) err.push(chunk);
    errSize += chunk.length;
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  // A hook may leave something behind that holds the pipes; git's own words are there when it ends.
  child.once('exit', () => {
    setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, DRAIN_MS).unref();
  });
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      clearTimeout(timer);
      resolve({ exitCode: null, stdout: '', stderr: error.message, missing: error.code === 'ENOENT' });
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      const stderr = Buffer.concat(err).toString('utf8').slice(0, STDERR_LIMIT);
      const said = stopped ?? (signal === null ? stderr : `ended by ${signal}. ${stderr}`);
      resolve({
        exitCode: stopped === null ? exitCode : null,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: said,
        missing: false,
      });
    });
  });
}

/** A missing directory and a missing program look the same to `spawn`. */
function missingDirectory(dir: string): string | null {
  try {
    return statSync(dir).isDirectory() ? null : 'not a directory';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}

/** Git's search for a repository ends at `dir`: a worktree whose `.git` was deleted must not become the checkout around it. */
function ceiling(dir: string): Record<string, string> {
  return { GIT_CEILING_DIRECTORIES: dirname(realpathSync(dir)) };
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** The parts of a NUL-separated answer. */
export function nulParts(text: string): string[] {
  const parts = text.split('\0');
  if (parts[parts.length - 1] === '') parts.pop();
  return parts;
}

/** A git command that has no way to fail in the caller's type failed all the same. */
export class UnexpectedGitFailure extends Error {
  constructor(readonly failure: GitDoorFailure) {
    super(
      failure.reason === 'git-failed'
        ? `git ${failure.args.join(' ')} ended with ${failure.exitCode ?? 'a signal'}: ${failure.stderr}`
        : failure.reason,
    );
  }
}

/** The answer, or a throw: for questions whose only honest failure is that git itself is broken. */
export function must<T>(result: Result<T, GitDoorFailure>): T {
  if (!result.ok) throw new UnexpectedGitFailure(result.error);
  return result.value;
}
