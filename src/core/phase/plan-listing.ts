import { type PlanId, planIdFault } from './plan-id.js';
import { type PlanStem, readPlanFileName } from './plan-name.js';
import { planNumberKey, planNumberOrder } from './plan-number.js';
import type { PhaseSource } from './phase-source.js';
import { type PlanProblem, problem } from './problems.js';

/** A file that is a plan by its name. */
export interface PlanFile {
  readonly id: PlanId;
  readonly file: string;
  readonly stem: PlanStem;
  readonly proper: boolean;
  /** Its name holds words and no number: it is a plan only if it says what a plan says. */
  readonly nameless: boolean;
}

export interface PhaseListing {
  /** In plan order: by number, then by id. */
  readonly plans: readonly PlanFile[];
  /** Files that are summaries by their names. */
  readonly summaries: readonly string[];
  /** Files called plans that are none. */
  readonly called: readonly string[];
}

/** Plans named in one problem. */
const NAMED_LIMIT = 10;
const ACCEPTED = '<phase>-<plan>[-slug]-PLAN.md, e.g. 03-02-hardening-PLAN.md';

/** Sorts a phase's files by their names. */
export function listPlans(source: PhaseSource): PhaseListing {
  const plans: PlanFile[] = [];
  const summaries: string[] = [];
  const called: string[] = [];
  const later: PlanFile[] = [];
  for (const file of source.files) {
    const name = readPlanFileName(file, source.directory);
    if (name.kind === 'summary') summaries.push(file);
    else if (name.kind === 'called-plan') called.push(file);
    else if (name.kind === 'plan') {
      const { id, stem, proper, nameless } = name;
      (proper ? plans : later).push({ id: id as PlanId, file, stem, proper, nameless });
    }
  }
  if (later.length > 0) {
    // A proper name has the first claim to its id.
    const ids = new Set(plans.map((plan) => plan.id));
    for (const plan of later) {
      let id = plan.id as string;
      for (const other of [plan.file.slice(0, -3), plan.file]) if (ids.has(id as PlanId)) id = other;
      while (ids.has(id as PlanId)) id += '+';
      ids.add(id as PlanId);
      plans.push({ ...plan, id: id as PlanId });
    }
  }
  return { plans: inPlanOrder(plans), summaries: summaries.sort(), called };
}

function inPlanOrder(plans: readonly PlanFile[]): readonly PlanFile[] {
  const keyed = plans.map((plan) => ({ plan, key: planNumberOrder(plan.stem.number) }));
  keyed.sort((a, b) => compareText(a.key, b.key) || compareText(a.plan.id, b.plan.id));
  return keyed.map(({ plan }) => plan);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is wrong with the names of plans that are listed, and with those that are not. */
export function nameProblems(source: PhaseSource, listing: PhaseListing): readonly PlanProblem[] {
  const { path, directory } = source;
  const problems: PlanProblem[] = [];
  const byNumber = new Map<string, PlanFile[]>();
  for (const plan of listing.plans) {
    const place = { file: `${path}/${plan.file}`, plan: plan.id };
    const fault = planIdFault(plan.id);
    if (fault !== null) problems.push(problem({ code: 'plan-id-unfit', id: plan.id, fault }, place));
    if (plan.stem.phase === 'other')
      problems.push(problem({ code: 'plan-other-phase', phase: directory.token }, place));
    else if (!plan.proper && (directory.numbered || plan.stem.number === null))
      problems.push(problem({ code: 'plan-name', accepted: ACCEPTED }, place));
    if (plan.stem.number === null) continue;
    const key = planNumberKey(plan.stem.number);
    const alike = byNumber.get(key);
    if (alike) alike.push(plan);
    else byNumber.set(key, [plan]);
  }
  for (const [number, plans] of byNumber) {
    if (plans.length < 2) continue;
    const files = plans.slice(0, NAMED_LIMIT).map((plan) => plan.file);
    for (const plan of plans)
      problems.push(
        problem({ code: 'plan-number-twice', number, plans: files }, { file: `${path}/${plan.file}`, plan: plan.id }),
      );
  }
  for (const below of source.below)
    if (isPlanBelow(source, below)) problems.push(problem({ code: 'plan-below-phase' }, { file: `${path}/${below}` }));
  return problems;
}

/** A file in a folder below the phase that would be a plan in the phase's directory. */
export function isPlanBelow(source: PhaseSource, below: string): boolean {
  return readPlanFileName(below.slice(below.lastIndexOf('/') + 1), source.directory).kind === 'plan';
}

/** The problem of a plan-like file that is not taken for a plan: it has no number and says nothing that a plan says. */
export function unlisted(source: PhaseSource, plan: PlanFile): PlanProblem {
  return problem({ code: 'plan-name-unlisted', accepted: ACCEPTED }, { file: `${source.path}/${plan.file}` });
}
