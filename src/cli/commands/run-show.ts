import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import { ok, type Result } from '../../core/result.js';
import { addUsage, type Usage } from '../../core/run/usage.js';
import { violations } from '../../world/attestations.js';
import { attemptUsage } from '../../world/hosts/attempt-usage.js';
import type { DispatchTalk } from '../../world/talk.js';
import type { DispatchRow, RunRow, RunStore } from '../../world/store/port.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore } from '../compose.js';
import { findRun } from '../find-run.js';
import { dispatchJson, hostVersion, runJson, runLine } from '../print/run-row.js';
import { talkJson, talkLines } from '../print/talk.js';
import { usageText } from '../print/usage.js';

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
    const shown = dispatchesOf(store, run.value);
    if (!shown.ok) return shown;
    const version = hostVersion(run.value);
    const total = addUsage(shown.value.map(({ usage }) => usage));
    const lines = [
      runLine(run.value),
      `  integration branch ${run.value.integrationBranch}, base ${run.value.base.slice(0, 10)}, host ${run.value.host}${version === null ? '' : ` ${version}`}${total === null ? '' : `, used ${usageText(total)}`}`,
      ...shown.value.flatMap(({ row, talk, usage }) => [
        `  ${row.plan}  attempt ${row.attempt}  ${row.state}${row.answer?.reason ? `: ${cleanText(row.answer.reason, 300)}` : ''}${row.run === run.value.id ? '' : `  (begun in ${row.run})`}`,
        `    ${row.isolation} in ${row.worktree}`,
        `    log ${row.attemptDir}/agent.log`,
        ...(usage === null ? [] : [`    used ${usageText(usage)}`]),
        ...talkLines(talk).map((line) => `    ${line}`),
      ]),
    ];
    const violated = violations(found.value.project, run.value.id);
    if (!violated.ok) return violated;
    for (const { type, agent, cwd } of violated.value)
      lines.push(
        `  isolation violation: ${cleanText(type)} ${cleanText(agent)} started in ${cleanText(cwd, 200)}; msd guard violations`,
      );
    return ok({
      json: {
        violations: violated.value,
        run: { ...(runJson(run.value) as object), usage: total },
        dispatches: shown.value.map(({ row, talk, usage }) => ({ ...dispatchJson(row), usage, ...talkJson(talk) })),
      },
      human: lines.join('\n'),
    });
  },
};

interface Shown {
  readonly row: DispatchRow;
  readonly talk: DispatchTalk;
  readonly usage: Usage | null;
}

/** A run's dispatches, and those of earlier runs of its phase that were still owed when it began; what was said of each. */
function dispatchesOf(store: RunStore, run: RunRow): Result<readonly Shown[], LedgerFailure> {
  const runs = store.runs({ phase: run.phase });
  if (!runs.ok) return runs;
  const shown: Shown[] = [];
  for (const each of runs.value.filter((one) => one.startedAt <= run.startedAt)) {
    const rows = store.dispatches(each.id);
    if (!rows.ok) return rows;
    for (const row of rows.value) {
      if (each.id !== run.id && row.settledAt !== null && row.settledAt < run.startedAt) continue;
      const talk = store.talk(row.id);
      if (!talk.ok) return talk;
      shown.push({ row, talk: talk.value, usage: attemptUsage(each.host, row.attemptDir) });
    }
  }
  return ok(shown);
}
