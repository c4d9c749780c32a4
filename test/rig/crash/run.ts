import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../environment.js';
import { MSD_BIN } from '../msd.js';

const PRELOAD = fileURLToPath(new URL('preload.js', import.meta.url));

/** Longer than any run here takes; reaching it is a failure of its own. */
const LONGEST_MS = 180_000;

export interface RigOptions {
  /** Values of the preload's variables; none: msd runs undisturbed. */
  readonly rig?: Readonly<Record<string, string>>;
  /** The preload is handed on to the processes that msd starts (for the supervisor). */
  readonly inherited?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Told the process's number, to do something to it. */
  readonly onStart?: (pid: number) => void;
}

export interface RigEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs msd in a prepared repository, with a home of its own beside it. */
export function runMsd(root: string, words: readonly string[], options: RigOptions = {}): Promise<RigEnd> {
  const home = join(dirname(root), 'home');
  const preload = `--import=${pathToFileURL(PRELOAD).href}`;
  const own = options.rig && !options.inherited ? [preload] : [];
  const env = cleanEnvironment(home, {
    ...options.env,
    ...options.rig,
    ...(options.inherited ? { NODE_OPTIONS: preload } : {}),
  });
  const child = spawn(process.execPath, [...own, MSD_BIN, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  return new Promise((settle, reject) => {
    child.once('spawn', () => options.onStart?.(child.pid ?? -1));
    child.once('error', reject);
    // Not `close`: what msd started and left behind may hold the pipes.
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      setImmediate(() => settle({ code, signal, stdout, stderr }));
    });
  });
}
