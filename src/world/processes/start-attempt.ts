import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { Duplex } from 'node:stream';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { writeWhole } from '../durable-file.js';
import { identityOf } from '../process-identity.js';
import type { Attempt, AttemptEnd, AttemptSpec } from './port.js';
import { type AttemptOrder, attemptFiles, LOST, type SupervisorRecord } from './attempt-files.js';
import { followAttempt, lookAtAttempt } from './attempt.js';

export interface SupervisorSettings {
  /** The built supervisor. */
  readonly program: string;
  readonly graceMs: number;
  readonly logLimit: number;
}

/**
 * Starts the supervisor and answers when its agent runs, or is known not to. The supervisor begins only once it is on
 * record, so no agent ever runs that a later look at the folder would not find.
 */
export async function startAttempt(
  spec: AttemptSpec,
  env: Readonly<Record<string, string>>,
  settings: SupervisorSettings,
): Promise<Result<Attempt, WorldFailure>> {
  const { dir } = spec;
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
  if (lookAtAttempt(dir).kind === 'running')
    return fail({ reason: 'file-unwritable', path: dir, cause: 'an agent still runs there' });
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    mkdirSync(dirname(spec.resultFile), { recursive: true, mode: 0o700 });
    clearEarlierTry(spec);
    writeWhole(attemptFiles(dir).order, `${JSON.stringify(order, null, 2)}\n`);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: dir, cause: (error as Error).message });
  }
  const child = spawn(process.execPath, [settings.program, dir], {
    cwd: dir,
    env: { ...env, ...spec.env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  child.unref();
  const gone = supervisorGone(child);
  const channel = child.stdio[3] as Duplex | null;
  channel?.on('error', () => {});
  if (child.pid !== undefined) {
    try {
      recordSupervisor(dir, child.pid);
    } catch (error) {
      // The closed channel tells the supervisor to end without having begun.
      channel?.destroy();
      return fail({ reason: 'file-unwritable', path: dir, cause: (error as Error).message });
    }
    channel?.write('g');
    await Promise.race([new Promise((done) => channel?.once('data', done).once('close', done)), gone]);
  }
  channel?.destroy();
  return ok(followAttempt(dir, spec.onLine, { fromEnd: false, supervisorGone: gone }));
}

/** The same folder may be used again when a host was down: what the earlier try left must not speak for this one. */
function clearEarlierTry(spec: AttemptSpec): void {
  const files = attemptFiles(spec.dir);
  for (const file of [files.exit, files.stop, files.supervisor, spec.resultFile]) rmSync(file, { force: true });
  for (let n = 1; existsSync(files.log); n++) {
    const kept = join(spec.dir, `agent.${n}.log`);
    if (!existsSync(kept)) renameSync(files.log, kept);
  }
}

function recordSupervisor(dir: string, pid: number): void {
  const record: SupervisorRecord = {
    version: 1,
    supervisor: identityOf(pid) ?? { pid, startTime: null, bootId: null },
    agent: null,
    startedAt: new Date().toISOString(),
  };
  writeWhole(attemptFiles(dir).supervisor, JSON.stringify(record));
}

/** Resolves when the supervisor has exited; with an end where it could not even be started. */
function supervisorGone(child: ChildProcess): Promise<AttemptEnd | null> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve(null));
    child.once('error', (error) => {
      const detail = `the supervisor could not be started: ${error.message}`;
      if (child.pid === undefined) resolve({ ...LOST, kind: 'not-started', detail });
    });
  });
}
