import { cleanText } from '#hooks/lib/untrusted-text.js';
import { ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore } from '../compose.js';
import { findRun } from '../find-run.js';
import { dispatchJson, runJson, runLine } from '../print/run-row.js';

export const command: CommandModule = {
  define(command) {
    command.argument('[run]', 'a run id or the beginning of one; the latest run without it');
  },
  async run({ args }, io) {
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const store = await composeStore(found.value.project);
    const run = findRun(store, args[0]);
    if (!run.ok) return run;
    const dispatches = store.dispatches(run.value.id);
    if (!dispatches.ok) return dispatches;
    const lines = [
      runLine(run.value),
      `  integration branch ${run.value.integrationBranch}, base ${run.value.base.slice(0, 10)}, host ${run.value.host}`,
      ...dispatches.value.flatMap((d) => [
        `  ${d.plan}  attempt ${d.attempt}  ${d.state}${d.answer?.reason ? `: ${cleanText(d.answer.reason, 300)}` : ''}`,
        `    ${d.isolation} in ${d.worktree}`,
        `    log ${d.attemptDir}/agent.log`,
      ]),
    ];
    return ok({
      json: { run: runJson(run.value), dispatches: dispatches.value.map(dispatchJson) },
      human: lines.join('\n'),
    });
  },
};
