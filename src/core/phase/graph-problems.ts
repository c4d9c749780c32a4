import type { Levels } from './levels.js';
import type { PhaseSource } from './phase-source.js';
import type { PlanId } from './plan-id.js';
import type { PlanRecord } from './plan-record.js';
import { type PlanProblem, problem } from './problems.js';
import { planMeaning } from './status-words.js';
import type { SummaryState } from './summaries.js';

/** One problem for each cycle, with its path. */
export function cycleProblems(
  source: PhaseSource,
  records: readonly PlanRecord[],
  summaries: readonly SummaryState[],
  graph: Levels,
) {
  return graph.cycles.map((cycle): PlanProblem => {
    const path = cycle.map((at) => records[at]?.plan.id as PlanId);
    const first = records[cycle[0] ?? 0];
    const place = { file: `${source.path}/${first?.plan.file ?? ''}`, line: first?.lineOfDependency('') ?? null };
    // Work that is done breaks the circle: the others can go on.
    const done = cycle.some((at) => summaries[at] === 'complete');
    return problem({ code: done ? 'dependency-cycle-done' : 'dependency-cycle', path }, place);
  });
}

/** A plan whose declared wave is not behind that of a plan it depends on. */
export function waveConflicts(
  source: PhaseSource,
  records: readonly PlanRecord[],
  summaries: readonly SummaryState[],
  inside: readonly (readonly number[])[],
): readonly PlanProblem[] {
  return records.flatMap((record, at) => {
    const declared = record.fields.declaredWave;
    if (declared === null || summaries[at] === 'complete') return [];
    for (const dependency of inside[at] ?? []) {
      const its = records[dependency]?.fields.declaredWave ?? null;
      if (its === null || its < declared) continue;
      const facts = {
        code: 'wave-conflict',
        declared,
        dependency: records[dependency]?.plan.id as PlanId,
        its,
      } as const;
      return [problem(facts, { file: `${source.path}/${record.plan.file}`, plan: record.plan.id })];
    }
    return [];
  });
}

/** What a plan's own `status` says, where that keeps it from running or could be taken for more than it is. */
export function statusProblems(
  source: PhaseSource,
  records: readonly PlanRecord[],
  summaries: readonly SummaryState[],
) {
  return records.flatMap((record, at): PlanProblem[] => {
    const word = record.fields.status;
    const meaning = planMeaning(word);
    if (word === null || summaries[at] === 'complete' || meaning === 'open' || meaning === 'superseded') return [];
    const place = { file: `${source.path}/${record.plan.file}`, plan: record.plan.id };
    return [problem({ code: `plan-status-${meaning}`, word }, place)];
  });
}
