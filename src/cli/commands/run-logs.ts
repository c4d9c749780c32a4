import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore } from '../compose.js';
import { realClock } from '../real-clock.js';
import { findRun } from '../find-run.js';

/** How often a followed log is looked at. */
const POLL_MS = 300;

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
    const run = findRun(store, asRun);
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
      ? join(wanted.attemptDir, 'agent.log')
      : join(found.value.project.msd, 'runs', run.value.id, 'events.ndjson');
    const ended = () => {
      const settled = wanted ? store.dispatches(run.value.id) : null;
      if (settled?.ok && settled.value.find((d) => d.id === wanted?.id)?.settledAt !== null) return true;
      const now = store.runs({ id: run.value.id });
      return !now.ok || now.value[0] === undefined || now.value[0].endedAt !== null || !now.value[0].alive;
    };
    let at = 0;
    for (;;) {
      const last = options['follow'] === true ? ended() : true;
      at = copyFrom(file, at, (text) => io.stdout(text));
      if (last || io.interrupted.aborted) return ok({ json: null, human: null });
      await realClock.wait(POLL_MS, io.interrupted);
    }
  },
};

/** Passes on what a file holds beyond `at`, piece by piece; returns where it ended. */
function copyFrom(file: string, at: number, out: (text: string) => void): number {
  if (!existsSync(file)) return at;
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const size = fstatSync(fd).size;
    let here = at;
    while (here < size) {
      const read = readSync(fd, buffer, 0, buffer.length, here);
      if (read === 0) break;
      out(buffer.subarray(0, read).toString('utf8'));
      here += read;
    }
    return here;
  } finally {
    closeSync(fd);
  }
}
