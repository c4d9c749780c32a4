import { readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import type { Failure } from '../core/failure.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import type { Io } from './io.js';

/** Put into the bundle when it is built, so that `--version` and `--help` load nothing else; absent in a test's build. */
declare const MSD_VERSION: string | undefined;
declare const MSD_OVERVIEW: string | undefined;
/** The file of help texts beside this one (`help-texts.ts`), likewise. */
declare const MSD_HELP: string | undefined;

/** The only place that sets an exit code. Everything else returns an answer or a failure. */
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<ExitCode> {
  const words = argv.filter((word, i) => !(word === '--json' && i === 0));
  const first = words[0];
  if (first === '--version' || first === '-V') {
    const version = typeof MSD_VERSION === 'string' ? MSD_VERSION : (await import('./version.js')).versionText();
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (first === undefined || first === '--help' || first === '-h') {
    const help = typeof MSD_OVERVIEW === 'string' ? MSD_OVERVIEW : (await import('./overview.js')).overview('');
    (first === undefined ? process.stderr : process.stdout).write(`${help}\n`);
    return first === undefined ? 2 : 0;
  }
  const help = writtenHelp(words);
  if (help !== null) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const json = argv.includes('--json');
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort(signal));
  const io = processIo(json, interrupt.signal);
  try {
    const { runVerb } = await import('./program.js');
    const answer = await runVerb(words, io);
    if (!answer.ok) return await reportFailure(answer.error, io);
    if (json && answer.value.json !== null) io.stdout(`${JSON.stringify(answer.value.json)}\n`);
    else if (!json && answer.value.human !== null) io.stdout(`${answer.value.human}\n`);
    return answer.value.exitCode ?? 0;
  } catch (error) {
    const { failureOfThrown } = await import('./thrown.js');
    const failure = failureOfThrown(error);
    if (failure !== null) return await reportFailure(failure, io);
    const { bugReport } = await import('./print/failure.js');
    io.stderr(bugReport(error, json, io));
    return 7;
  }
}

/** The text for `msd COMMAND --help` and `msd help COMMAND` as the build wrote it down; null where the words are others. */
function writtenHelp(words: readonly string[]): string | null {
  if (typeof MSD_HELP !== 'string') return null;
  const plain = words.filter((word) => word !== '--json');
  const asked = plain[0] === 'help' ? plain.slice(1) : /^(?:--help|-h)$/.test(plain.at(-1) ?? '') && plain.slice(0, -1);
  if (asked === false) return null;
  const texts = JSON.parse(readFileSync(new URL(MSD_HELP, import.meta.url), 'utf8')) as Record<string, string>;
  const name = asked.join(' ');
  return Object.hasOwn(texts, name) ? texts[name]! : null;
}

async function reportFailure(failure: Failure, io: Io): Promise<ExitCode> {
  const { failureJson, failureText } = await import('./print/failure.js');
  if (io.json) io.stdout(`${JSON.stringify(failureJson(failure))}\n`);
  io.stderr(`${failureText(failure)}\n`);
  return EXIT_CODES[failure.reason];
}

/** What is asked of the terminal is looked up when it is: the streams behind it cost more than a short command. */
function processIo(json: boolean, interrupted: AbortSignal): Io {
  const size = () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
  return {
    cwd: currentDirectory(),
    env: process.env,
    json,
    get terminal() {
      return process.stdout.isTTY === true;
    },
    get color() {
      return this.terminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
    },
    get size() {
      return this.terminal ? size : undefined;
    },
    get interactive() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true;
    },
    stdout: writer(1),
    stderr: writer(2),
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    readLine: async () => {
      const { createInterface } = await import('node:readline');
      const lines = createInterface({ input: process.stdin, terminal: false });
      try {
        const { value, done } = await lines[Symbol.asyncIterator]().next();
        return done ? null : (value as string);
      } finally {
        lines.close();
      }
    },
    interrupted,
  };
}

/**
 * A way to write: at once, and through the stream only where that is not possible. A reader that went away (`msd … | head`)
 * is not a fault of the run.
 */
function writer(fd: 1 | 2): (text: string) => void {
  // What follows must stay behind what the stream still holds.
  let streamed = false;
  return (text) => {
    let rest: Uint8Array = Buffer.from(text);
    try {
      while (!streamed && rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
      // The pipe is full and was made not to wait, or it is no file at all: the stream knows how to wait, and what to say.
      streamed = true;
    }
    if (rest.length === 0) return;
    const stream = fd === 1 ? process.stdout : process.stderr;
    if (stream.listenerCount('error') === 0) stream.on('error', () => {});
    stream.write(rest);
  };
}

/** A vanished working directory resolves to what the shell says it was. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}
