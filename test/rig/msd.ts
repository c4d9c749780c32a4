import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StampedEvent } from '../../src/core/event.js';
import { cleanEnvironment } from './environment.js';

/** The real binary; `MSD_BIN` names another one (the installed tarball's). */
export const MSD_BIN = process.env['MSD_BIN'] ?? fileURLToPath(new URL('../../../bin/msd.js', import.meta.url));

export interface MsdOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Given whole on standard input; none: standard input is empty. */
  readonly stdin?: string | Buffer;
  /** The home of the person who types; trust is kept below it. Default: `cwd`. */
  readonly home?: string;
}

export interface MsdEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `msd ARGS` to its end. */
export function msd(args: readonly string[], options: MsdOptions): Promise<MsdEnd> {
  return new Running(args, options).end;
}

/** Starts `msd ARGS` and leaves it running; it is killed when the test ends, if it has not by itself. */
export function startMsd(t: TestContext, args: readonly string[], options: MsdOptions): Running {
  const running = new Running(args, options);
  t.after(async () => {
    running.kill('SIGKILL');
    await running.end;
  });
  return running;
}

/** The events that a run printed under `--json`. */
export function eventsOf(end: Pick<MsdEnd, 'stdout'>): StampedEvent[] {
  return end.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StampedEvent);
}

export class Running {
  readonly end: Promise<MsdEnd>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = '';
  #stderr = '';
  #ended = false;

  constructor(args: readonly string[], options: MsdOptions) {
    const env = cleanEnvironment(options.home ?? options.cwd, options.env);
    this.#child = spawn(process.execPath, [MSD_BIN, ...args], { cwd: options.cwd, env, stdio: 'pipe' });
    this.#child.stdin?.on('error', () => {});
    this.#child.stdin?.end(options.stdin ?? '');
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#look();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#look();
    });
    this.end = new Promise((settle, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code, signal) => {
        this.#ended = true;
        this.#look();
        settle({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Resolves once either output holds a match; rejects when msd ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((settle, reject) => {
      const look = () => {
        const match = pattern.exec(this.#stdout) ?? pattern.exec(this.#stderr);
        if (!match && !this.#ended) return;
        this.#watchers.delete(look);
        if (match) settle(match);
        else reject(new Error(`msd ended before ${pattern}\n${this.#stdout}\n${this.#stderr}`));
      };
      this.#watchers.add(look);
      look();
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }
}
