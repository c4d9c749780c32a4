import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import process from 'node:process';
import { type AttemptOrder, attemptFiles } from './attempt-files.js';
import { openCappedLog } from './capped-log.js';
import { MARK } from './process-tree.js';

export interface RunningAgent {
  /** Also the number of its process group. */
  readonly pid: number;
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Both outputs were read to their end. */
  readonly drained: Promise<unknown>;
  /** Writes what is kept of the end, and lets go of pipes that somebody may still hold. */
  closeOutput(): void;
}

/** Starts the agent as leader of its own process group, without a shell. @returns why not, where it cannot */
export async function startAgent(dir: string, order: AttemptOrder): Promise<RunningAgent | string> {
  const [program = '', ...args] = order.argv;
  let stdin: number | null = null;
  let log: ReturnType<typeof openCappedLog>;
  try {
    if (!statSync(order.cwd).isDirectory()) return `${order.cwd} is not a directory`;
    // A file, not a pipe: an agent that does not read it disturbs nobody.
    if (order.promptOnStdin) stdin = openSync(order.promptFile, 'r');
    log = openCappedLog(attemptFiles(dir).log, order.logLimit);
  } catch (error) {
    return (error as Error).message;
  }
  const child = spawn(program, args, {
    cwd: order.cwd,
    env: { ...process.env, [MARK]: dir },
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (stdin !== null) closeSync(stdin);
  const outputs = [child.stdout, child.stderr];
  for (const output of outputs) {
    output?.on('data', (chunk: Buffer) => log.write(chunk));
    output?.on('error', () => {});
  }
  const drained = Promise.all(outputs.map((output) => new Promise((resolve) => output?.once('close', resolve))));
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const problem = await new Promise<string | null>((resolve) => {
    child.once('spawn', () => resolve(null));
    child.once('error', (error) => resolve(error.message));
  });
  child.on('error', () => {});
  if (problem !== null || child.pid === undefined) {
    log.close();
    return problem ?? 'it has no process number';
  }
  return {
    pid: child.pid,
    exited,
    drained,
    closeOutput() {
      for (const output of outputs) output?.destroy();
      log.close();
    },
  };
}
