import type { PlanningFailure } from '../core/phase/failures.js';
import type { PhaseDirectory } from '../core/phase/phase-directory.js';
import type { PlanId } from '../core/phase/plan-id.js';
import { listPlans } from '../core/phase/plan-listing.js';
import { resolvePhase } from '../core/phase/resolve-phase.js';
import { fail, ok, type Result } from '../core/result.js';
import { openPhase, type PlanningReadFailure, readPhaseNames } from './phase-folder.js';
import type { Project } from './project.js';

/** What a dispatch is for: a phase that exists, and a plan of it, or the phase as a whole. */
export interface DispatchTarget {
  readonly phase: PhaseDirectory;
  readonly plan: PlanId | null;
}

/**
 * The phase that `query` means and, by its exact id, a plan of it. Reads names only, and files where a name does not tell
 * whether it is a plan's.
 */
export async function findDispatchTarget(
  project: Project,
  query: string,
  plan: string | null,
): Promise<Result<DispatchTarget, PlanningFailure | PlanningReadFailure>> {
  const names = readPhaseNames(project);
  if (!names.ok) return names;
  const phase = resolvePhase(query, names.value);
  if (!phase.ok) return phase;
  if (plan === null) return ok({ phase: phase.value, plan: null });
  const source = openPhase(project, phase.value);
  if (!source.ok) return source;
  const { plans } = listPlans(source.value);
  const named = plans.find((one) => one.id === plan);
  if (named !== undefined && !named.nameless) return ok({ phase: phase.value, plan: named.id });
  const known = await indexedIds(project, phase.value.dir);
  if (!known.ok) return known;
  const indexed = known.value.find((id) => id === plan);
  if (indexed !== undefined) return ok({ phase: phase.value, plan: indexed });
  return fail({ reason: 'plan-not-found', phase: phase.value.token, plan, known: known.value });
}

/** The files that a plan declares, changed, made or deleted; null where it does not say or cannot be read. */
export async function declaredFiles(
  project: Project,
  phase: PhaseDirectory,
  plan: PlanId,
): Promise<readonly string[] | null> {
  const { readPhaseIndex } = await import('./planning-files.js');
  const index = readPhaseIndex(project, phase.dir);
  const entry = index.ok ? index.value.plans.find((one) => one.id === plan) : undefined;
  return entry?.filesKnown ? [...entry.filesModified, ...entry.filesCreated, ...entry.filesDeleted] : null;
}

async function indexedIds(
  project: Project,
  dir: string,
): Promise<Result<readonly PlanId[], PlanningFailure | PlanningReadFailure>> {
  const { readPhaseIndex } = await import('./planning-files.js');
  const index = readPhaseIndex(project, dir);
  return index.ok ? ok(index.value.plans.map((one) => one.id)) : index;
}
