import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import type { CommandResult, CommandSpec } from './port.js';
import { openCappedLog } from './capped-log.js';
import { MARK, endProcesses } from './process-tree.js';

const LOG_LIMIT = 16 * 1024 * 1024;
const TAIL = 8 * 1024;

/** Runs a command to its end, bounded in time and output; whatever it started ends with it. */
export async function runCommand(
  spec: CommandSpec,
  env: Readonly<Record<string, string>>,
  graceMs: number,
): Promise<CommandResult> {
  const [program = '', ...args] = spec.argv;
  const mark = dirname(spec.logFile);
  mkdirSync(mark, { recursive: true, mode: 0o700 });
  const log = openCappedLog(spec.logFile, LOG_LIMIT);
  let tail = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    log.write(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL);
  };
  const child = spawn(program, args, {
    cwd: spec.cwd,
    env: { ...env, ...spec.env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  let timedOut = false;
  let ending: Promise<unknown> = Promise.resolve();
  const stop = () => {
    ending = endProcesses(mark, child.pid ?? null, graceMs);
  };
  const timer = setTimeout(
    () => {
      timedOut = true;
      stop();
    },
    Math.min(spec.timeoutMs, 2 ** 31 - 1),
  );
  spec.signal.addEventListener('abort', stop, { once: true });
  if (spec.signal.aborted) stop();
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      take(Buffer.from(`${error.message}\n`));
      if (child.pid === undefined) resolve(null);
    });
    child.once('exit', (code) => resolve(code));
  });
  clearTimeout(timer);
  spec.signal.removeEventListener('abort', stop);
  await ending;
  if (child.pid !== undefined) await endProcesses(mark, child.pid, graceMs);
  await Promise.race([
    Promise.all([child.stdout, child.stderr].map((s) => s.closed || new Promise((done) => s.once('close', done)))),
    new Promise((resolve) => setTimeout(resolve, 1000).unref()),
  ]);
  log.close();
  return { exitCode, timedOut, tail: tail.toString('utf8') };
}
