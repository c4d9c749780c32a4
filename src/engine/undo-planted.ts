import type { PlanId } from '../core/phase/plan-id.js';
import type { Repair } from '../core/run/repair.js';
import type { RunRow } from '../world/store/port.js';
import type { RecoveryPorts } from './salvage-attempt.js';

/**
 * What agents planted in the repository's config or hooks while the run that watched them was dead is undone and named, as
 * it is in a run that lives (DESIGN §8). Compared is what that run had found before they began; what changed after the last
 * of them had ended is the person's own.
 * @param msd the project's `.msd/`
 */
export async function undoPlanted(
  { world, checkout }: Pick<RecoveryPorts, 'world' | 'checkout'>,
  msd: string,
  run: RunRow,
  dryRun: boolean,
): Promise<readonly Repair[]> {
  const dispatches = world.store.dispatches(run.id);
  if (!dispatches.ok) return [];
  const plans = new Set<PlanId>();
  let until = 0;
  for (const { plan, attemptDir } of dispatches.value) {
    const state = await world.agents.look(attemptDir);
    if (state.kind === 'none') continue;
    plans.add(plan);
    const ended = state.kind === 'ended' && state.end.endedAt !== null ? Date.parse(state.end.endedAt) : Infinity;
    until = Math.max(until, ended);
  }
  const before = world.git.recordedCommonDir(`${msd}/runs/${run.id}`, checkout, until);
  const changed = before === null ? [] : await world.git.restoreCommonDir(before, dryRun);
  if (changed.length === 0) return [];
  const action = `changes to ${changed.join(', ')} of the repository, made while ${[...plans].join(' or ')} ran, were undone`;
  return [{ rule: 'planted-undone', subject: run.id, action }];
}
