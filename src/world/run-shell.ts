import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { fail, ok, type Result } from '../core/result.js';
import type { HostMissing } from '../core/world-failures.js';
import { agentEnv } from './processes/agent-env.js';
import { endProcesses, MARK } from './processes/process-tree.js';

export interface ShellSpec {
  readonly shell: 'sh' | 'bash';
  readonly script: string;
  readonly cwd: string;
  /** Values of placeholders: the only way in which data reaches the script. */
  readonly values: Readonly<Record<string, string>>;
  /** The caller's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Most characters kept of each output. */
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ShellEnd {
  /** Null where a signal, the time limit or the output limit ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderrTail: string;
}

const TAIL = 2000;
/** Between asking what the script started to end and ending it, in milliseconds. */
const GRACE_MS = 2000;

/** Runs a script as `sh -eu` or `bash -eu`, without a terminal or standard input. `msd` in it is this msd. */
export async function runShell(spec: ShellSpec): Promise<Result<ShellEnd, HostMissing>> {
  const bin = mkdtempSync(join(tmpdir(), 'msd-bin-'));
  try {
    const main = fileURLToPath(import.meta.resolve('#root/bin/msd.js'));
    writeFileSync(join(bin, 'msd'), `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(main)} "$@"\n`, {
      mode: 0o700,
    });
    const inherited = agentEnv(spec.env);
    const path = [bin, inherited['PATH'] ?? ''].join(delimiter);
    const plain = spec.shell === 'bash' ? ['--norc', '--noprofile'] : [];
    const child = execa(spec.shell, [...plain, '-eu', '-c', spec.script], {
      cwd: spec.cwd,
      env: { ...inherited, ...spec.values, PATH: path, [MARK]: bin },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      timeout: spec.timeoutMs,
      maxBuffer: spec.limit,
      cancelSignal: spec.signal,
      forceKillAfterDelay: GRACE_MS,
      stripFinalNewline: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    // What it left behind holds its output open, and ends with it.
    const left = new Promise((done) => {
      child.once('exit', () => done(endProcesses(bin, child.pid ?? null, GRACE_MS)));
      child.once('error', done);
    });
    const end = await child;
    await left;
    if (end.failed && end.code === 'ENOENT')
      return fail({ reason: 'host-missing', host: 'workflow', program: spec.shell, cause: 'it was not found' });
    const stderrTail = end.stderr.slice(-TAIL);
    const why = end.timedOut
      ? `it ran longer than ${spec.timeoutMs} ms`
      : end.isMaxBuffer
        ? `it printed more than ${spec.limit} characters`
        : end.isTerminated
          ? `it was ended by ${end.signal ?? 'a signal'}`
          : null;
    return ok({
      exitCode: why === null ? (end.exitCode ?? null) : null,
      stdout: end.stdout,
      stderrTail: why === null ? stderrTail : `${stderrTail}\n${why}`.trim(),
    });
  } finally {
    rmSync(bin, { recursive: true, force: true });
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
