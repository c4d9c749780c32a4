import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { writeDurably } from '../durable-file.js';
import type { Attempt, AttemptSpec } from '../world.js';
import { type AttemptOrder, attemptFiles } from './attempt-files.js';
import { followAttempt } from './attempt.js';

export interface SupervisorSettings {
  /** The built supervisor. */
  readonly program: string;
  readonly graceMs: number;
  readonly logLimit: number;
}

/** Starts the supervisor and answers when its agent runs, or is known not to. */
export async function startAttempt(
  spec: AttemptSpec,
  env: Readonly<Record<string, string>>,
  settings: SupervisorSettings,
): Promise<Result<Attempt, WorldFailure>> {
  const order: AttemptOrder = {
    version: 1,
    argv: spec.argv,
    cwd: spec.cwd,
    promptFile: spec.promptFile,
    promptOnStdin: spec.promptOnStdin,
    resultFile: spec.resultFile,
    timeoutMs: spec.timeoutMs,
    graceMs: settings.graceMs,
    logLimit: settings.logLimit,
  };
  try {
    mkdirSync(spec.dir, { recursive: true, mode: 0o700 });
    writeDurably(attemptFiles(spec.dir).order, `${JSON.stringify(order, null, 2)}\n`);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: spec.dir, cause: (error as Error).message });
  }
  const child = spawn(process.execPath, [settings.program, spec.dir], {
    cwd: spec.dir,
    env: { ...env, ...spec.env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  child.unref();
  const supervisorGone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const pipe = child.stdio[3];
  const ready = new Promise<void>((resolve) => {
    pipe?.once('data', () => resolve());
    pipe?.once('close', () => resolve());
    pipe?.on('error', () => resolve());
  });
  await Promise.race([ready, supervisorGone]);
  pipe?.destroy();
  return ok(followAttempt(spec.dir, spec.onLine, { fromEnd: false, supervisorGone }));
}
