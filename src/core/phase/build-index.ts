import { cycleProblems, statusProblems, waveConflicts } from './graph-problems.js';
import { findAncestors, findLevels } from './levels.js';
import { findOverlaps, PAIRS_LIMIT } from './overlaps.js';
import type { IndexOptions, OtherPhases, PhaseSource } from './phase-source.js';
import type { PhaseIndex, PlanEntry } from './plan-index.js';
import type { PlanId } from './plan-id.js';
import { isPlanBelow, listPlans, nameProblems, type PhaseListing, unlisted } from './plan-listing.js';
import { type PlanRecord, readPlanRecord } from './plan-record.js';
import { planStates } from './plan-states.js';
import { type PlanProblem, type ProblemCode, problem } from './problems.js';
import { type PlanDependencies, resolveDependencies } from './resolve-dependencies.js';
import { pairSummaries, readSummaryState, type SummaryState } from './summaries.js';

/** Makes the index of a phase: everything it says comes from the names and texts that `source` and `others` hand over. */
export function buildPhaseIndex(source: PhaseSource, others: OtherPhases, options: IndexOptions): PhaseIndex {
  const { listing, records, summaries, problems: found } = readPlans(source, options);
  const resolved = resolveDependencies(source, records, others, options.readYaml);
  const inside = resolved.dependencies.map((plan) => plan.inside);
  const graph = findLevels(inside);
  const problems = [
    ...found,
    ...nameProblems(source, listing),
    ...resolved.problems,
    ...cycleProblems(source, records, summaries, graph),
    ...waveConflicts(source, records, summaries, inside),
    ...statusProblems(source, records, summaries),
  ];

  const positions = new Map(records.map((record, at) => [record.plan.id, at]));
  const blocked = new Map<number, ProblemCode>();
  for (const one of problems) {
    const ids = one.code === 'dependency-cycle' ? one.path : one.plan === null ? [] : [one.plan];
    const all = one.code === 'summary-ambiguous' ? records.filter(({ plan }) => one.plans.includes(plan.file)) : [];
    for (const id of [...ids, ...all.map(({ plan }) => plan.id)]) {
      const at = positions.get(id);
      if (one.blocks && at !== undefined && !blocked.has(at)) blocked.set(at, one.code);
    }
  }
  const states = planStates(records, summaries, resolved.dependencies, blocked, graph.order);
  const claims = records.map(({ files }) => [...files.modified, ...files.created, ...files.deleted]);
  const overlaps = findOverlaps(claims, options.ignoreCase, () => findAncestors(inside, graph.order));
  if (overlaps.cut) problems.push(problem({ code: 'overlaps-cut', listed: PAIRS_LIMIT }, { file: source.path }));

  const idOf = (at: number) => records[at]?.plan.id as PlanId;
  const plans = records.map((record, at): PlanEntry => {
    const dependencies = resolved.dependencies[at] as PlanDependencies;
    const state = states[at];
    const unknown = record.metadata === 'unreadable';
    return {
      id: record.plan.id,
      number: record.plan.stem.number,
      file: `${source.path}/${record.plan.file}`,
      title: record.fields.title ?? record.body.heading,
      objective: record.body.objective ?? record.fields.objective,
      dependsOn: [...dependencies.inside.map(idOf), ...outsideIds(dependencies, positions)],
      dependsOnOutside: dependencies.outside,
      wave: unknown ? null : (graph.levels[at] ?? null),
      declaredWave: record.fields.declaredWave,
      filesModified: record.files.modified,
      filesCreated: record.files.created,
      filesDeleted: record.files.deleted,
      filesKnown: record.files.known,
      autonomous: !unknown && record.fields.autonomous,
      agentHint: record.fields.agentHint,
      taskCount: record.body.taskCount,
      checkpoints: record.body.checkpoints,
      status: state?.status ?? 'blocked',
      blockedBy: state?.blockedBy ?? [],
      stuck: state?.stuck ?? null,
      runnable: state?.runnable ?? false,
    };
  });
  const { token, key, name } = source.directory;
  return {
    version: 1,
    phase: { token, key, name, dir: source.path },
    plans,
    waves: wavesOf(plans),
    overlaps: overlaps.pairs.map(({ a, b, paths }) => ({ plans: [idOf(a), idOf(b)], paths })),
    ignoreCase: options.ignoreCase,
    problems: problems.sort(compareProblems),
  };
}

interface ReadPlans {
  readonly listing: PhaseListing;
  readonly records: readonly PlanRecord[];
  readonly summaries: readonly SummaryState[];
  readonly problems: PlanProblem[];
}

/** Reads every plan with its summaries. A plan-like file without a number that says nothing a plan says is left out, aloud. */
function readPlans(source: PhaseSource, options: IndexOptions): ReadPlans {
  const all = listPlans(source);
  const paired = pairSummaries(all, source);
  const problems: PlanProblem[] = [...paired.problems];
  const records: PlanRecord[] = [];
  const summaries: SummaryState[] = [];
  const left: string[] = [];
  const numbered = all.plans.some((plan) => plan.stem.number !== null);
  all.plans.forEach((plan, at) => {
    const summary = readSummaryState(source, plan, paired.pairs[at] ?? [], options.readYaml);
    const record = readPlanRecord(source, plan, options, summary.state === 'complete');
    const document = plan.nameless || (plan.stem.number === null && numbered);
    if (document && record.metadata === 'missing' && summary.state === null) {
      left.push(plan.file);
      problems.push(unlisted(source, plan));
      return;
    }
    records.push(record);
    summaries.push(summary.state);
    problems.push(...record.problems, ...summary.problems);
  });
  const listing = { ...all, plans: records.map((record) => record.plan) };
  const shaped = [...left, ...source.below.filter((file) => isPlanBelow(source, file))];
  if (records.length === 0 && shaped.length > 0)
    problems.push(problem({ code: 'no-plans', files: shaped }, { file: source.path }));
  else if (records.length === 0 && all.called.length > 0)
    problems.push(problem({ code: 'plans-ignored', files: all.called }, { file: source.path }));
  return { listing, records, summaries, problems };
}

/** Ids of other phases that no plan of this phase has. */
function outsideIds(dependencies: PlanDependencies, own: ReadonlyMap<PlanId, number>): readonly PlanId[] {
  const ids = dependencies.outside.map((one) => one.plan).filter((id) => id !== null && !own.has(id));
  return [...new Set(ids)] as PlanId[];
}

function wavesOf(plans: readonly PlanEntry[]): readonly (readonly PlanId[])[] {
  const waves: PlanId[][] = [];
  for (const plan of plans) {
    if (plan.wave === null) continue;
    while (waves.length < plan.wave) waves.push([]);
    waves[plan.wave - 1]?.push(plan.id);
  }
  return waves;
}

function compareProblems(a: PlanProblem, b: PlanProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
