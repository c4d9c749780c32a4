import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { StampedEvent } from '../../core/event.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore } from '../compose.js';
import { realClock } from '../real-clock.js';
import { findRun, latestDispatch } from '../find-run.js';
import type { Io } from '../io.js';
import { runPrinter } from '../print/run-printer.js';

/** How often a followed log is looked at. */
const POLL_MS = 300;

/** Characters of one line of an agent's log that a terminal shows. */
const LINE_LIMIT = 4000;

export const command: CommandModule = {
  define(command) {
    command
      .argument('[plan-or-run]', 'a plan id (its latest attempt), or a run id; the latest run without it')
      .option('-f, --follow', 'go on until the run ends')
      .option('--run <run>', 'the run whose plan is meant');
  },
  async run({ args, options }, io) {
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const store = await composeStore(found.value.project);
    const word = args[0];
    const named = options['run'] as string | undefined;
    const asRun = named === undefined && word?.startsWith('r-') ? word : named;
    const attempt = asRun === undefined && word !== undefined ? latestDispatch(store, word) : ok(null);
    if (!attempt.ok) return attempt;
    const run = findRun(store, asRun ?? attempt.value?.run);
    if (!run.ok) return run;
    const dispatches = store.dispatches(run.value.id);
    if (!dispatches.ok) return dispatches;
    const plan = word === asRun ? undefined : word;
    const wanted = plan === undefined ? null : dispatches.value.filter((d) => d.plan === plan).at(-1);
    if (wanted === undefined) {
      const known = [...new Set(dispatches.value.map((d) => d.plan))];
      return fail({ reason: 'plan-not-found', phase: run.value.phase, plan: plan ?? '', known });
    }
    const file = wanted
      ? planLog(wanted.attemptDir)
      : join(found.value.project.msd, 'runs', run.value.id, 'events.ndjson');
    const ended = () => {
      const settled = wanted ? store.dispatches(run.value.id) : null;
      if (settled?.ok && settled.value.find((d) => d.id === wanted?.id)?.settledAt !== null) return true;
      const now = store.runs({ id: run.value.id });
      return !now.ok || now.value[0] === undefined || now.value[0].endedAt !== null || !now.value[0].alive;
    };
    const show = wanted ? agentLines(io, wanted.plan) : await eventWords(io);
    const decoder = new StringDecoder('utf8');
    let at = 0;
    let rest = '';
    for (;;) {
      const last = options['follow'] === true ? ended() || io.interrupted.aborted : true;
      at = copyFrom(file, at, (piece) => {
        const lines = (rest + decoder.write(piece)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) show(line);
      });
      if (last) {
        if (rest !== '') show(rest);
        return ok({ json: null, human: null });
      }
      await realClock.wait(POLL_MS, io.interrupted);
    }
  },
};

/** What the agent said; where it was never started, what the setup of its worktree said. */
function planLog(attemptDir: string): string {
  const agent = join(attemptDir, 'agent.log');
  const setup = join(attemptDir, 'setup.log');
  return !existsSync(agent) && existsSync(setup) ? setup : agent;
}

/** A run's events: words for a person, as they were shown while it ran; under `--json` each as it was written. */
async function eventWords(io: Io): Promise<(line: string) => void> {
  const printer = await runPrinter({ ...io, terminal: false });
  return (line) => {
    const event = readEvent(line);
    if (event) printer.show(event);
  };
}

/** The last line may be cut off where a run was killed while writing it. */
function readEvent(line: string): StampedEvent | null {
  try {
    return JSON.parse(line) as StampedEvent;
  } catch {
    return null;
  }
}

/** What an agent printed: as it is, but with nothing that would steer the terminal. */
function agentLines(io: Io, plan: string): (line: string) => void {
  if (io.json) return (line) => io.stdout(`${JSON.stringify({ plan, line })}\n`);
  return (line) => io.stdout(`${io.terminal ? cleanText(line, LINE_LIMIT) : line}\n`);
}

/** Passes on what a file holds beyond `at`, piece by piece; returns where it ended. */
function copyFrom(file: string, at: number, out: (piece: Buffer) => void): number {
  if (!existsSync(file)) return at;
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const size = fstatSync(fd).size;
    let here = at;
    while (here < size) {
      const read = readSync(fd, buffer, 0, buffer.length, here);
      if (read === 0) break;
      out(buffer.subarray(0, read));
      here += read;
    }
    return here;
  } finally {
    closeSync(fd);
  }
}
