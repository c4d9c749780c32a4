import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { writeDurably } from '../durable-file.js';
import { identityOf, ownIdentity } from '../process-identity.js';
import type { AttemptEnd } from '../world.js';
import {
  type AttemptOrder,
  attemptFiles,
  readStop,
  type StopReason,
  type SupervisorRecord,
  writeEnd,
} from './attempt-files.js';
import { openCappedLog } from './capped-log.js';
import { ATTEMPT_VARIABLE, endProcesses } from './process-tree.js';
import { readResultFile } from './result-file.js';

/** How often the stop request is looked for; a signal is quicker. */
const LOOK_MS = 250;
/** How long output may still arrive after everything ended. */
const DRAIN_MS = 1000;

/**
 * One agent, from start to a durable record of its end. Runs in a process of its own session, so that neither the end of the
 * engine nor a closed terminal reaches it, and ends nothing but what the attempt started.
 * @param ready called once, when the agent runs or could not be started
 */
export async function supervise(dir: string, order: AttemptOrder, ready: () => void): Promise<void> {
  const startedAt = new Date().toISOString();
  const files = attemptFiles(dir);
  const record: SupervisorRecord = { version: 1, supervisor: ownIdentity(), agent: null, startedAt };
  writeDurably(files.supervisor, JSON.stringify(record));
  const started = await startAgent(dir, order);
  if (typeof started === 'string') {
    const end = { exitCode: null, signal: null, startedAt, endedAt: new Date().toISOString() };
    writeEnd(dir, { kind: 'not-started', ...end, detail: started, result: null, resultProblem: null });
    ready();
    return;
  }
  const { child, exited, drained } = started;
  const group = child.pid ?? null;
  if (group !== null)
    writeDurably(
      files.supervisor,
      JSON.stringify({ ...record, agent: identityOf(group) ?? { ...record.supervisor, pid: group, startTime: null } }),
    );
  ready();
  const stopped = await endOrStop(dir, order, exited);
  if (stopped !== null) await endProcesses(dir, group, order.graceMs);
  const { exitCode, signal } = await exited;
  // What the agent left running would go on writing into a worktree that is about to be judged.
  await endProcesses(dir, group, order.graceMs);
  await Promise.race([drained, pause(DRAIN_MS, undefined, { ref: false })]);
  started.closeLog();
  writeEnd(dir, {
    ...kindOfEnd(stopped, exitCode, signal),
    startedAt,
    endedAt: new Date().toISOString(),
    ...readResultFile(order.resultFile),
  });
}

function kindOfEnd(
  stopped: StopReason | null,
  exitCode: number | null,
  signal: string | null,
): Pick<AttemptEnd, 'kind' | 'exitCode' | 'signal' | 'detail'> {
  if (stopped === 'timeout') return { kind: 'timeout', exitCode, signal, detail: null };
  if (stopped !== null)
    return { kind: 'stopped', exitCode, signal, detail: stopped === 'stalled' ? 'no sign of work' : null };
  return { kind: signal === null ? 'exited' : 'signalled', exitCode, signal, detail: null };
}

/** Null when the agent ended by itself. */
async function endOrStop(dir: string, order: AttemptOrder, exited: Promise<unknown>): Promise<StopReason | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish('timeout'), Math.min(order.timeoutMs, 2 ** 31 - 1));
    const look = setInterval(() => {
      const reason = readStop(dir);
      if (reason !== null) finish(reason);
    }, LOOK_MS);
    const onSignal = () => finish(readStop(dir) ?? 'stopped');
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, onSignal);
    const finish = (reason: StopReason | null) => {
      clearTimeout(timer);
      clearInterval(look);
      resolve(reason);
    };
    void exited.then(() => finish(null));
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Both outputs were read to their end. */
  readonly drained: Promise<unknown>;
  closeLog(): void;
}

/** The running agent, or why there is none. */
async function startAgent(dir: string, order: AttemptOrder): Promise<Started | string> {
  const [program = '', ...args] = order.argv;
  let stdin: number | null = null;
  try {
    if (!statSync(order.cwd).isDirectory()) return `${order.cwd} is not a directory`;
    // A file, not a pipe: an agent that does not read it disturbs nobody.
    if (order.promptOnStdin) stdin = openSync(order.promptFile, 'r');
  } catch (error) {
    return (error as Error).message;
  }
  const log = openCappedLog(attemptFiles(dir).log, order.logLimit);
  const child = spawn(program, args, {
    cwd: order.cwd,
    env: { ...process.env, [ATTEMPT_VARIABLE]: dir },
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (stdin !== null) closeSync(stdin);
  const outputs = [child.stdout!, child.stderr!];
  for (const output of outputs) output.on('data', (chunk: Buffer) => log.write(chunk)).on('error', () => {});
  const drained = Promise.all(outputs.map((output) => new Promise((resolve) => output.once('close', resolve))));
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const problem = await new Promise<string | null>((resolve) => {
    child.once('spawn', () => resolve(null));
    child.once('error', (error) => resolve(error.message));
  });
  child.on('error', () => {});
  if (problem !== null) {
    log.close();
    return problem;
  }
  return { child, exited, drained, closeLog: () => log.close() };
}
