import type { PlanEntry } from '../core/phase/plan-index.js';
import { summaryFileOf } from '../core/phase/plan-name.js';
import type { RunSession } from './run-session.js';

/** Where one attempt works and where its files are. Absolute, except where a name says `Rel`. */
export interface Places {
  readonly attempt: number;
  readonly attemptDir: string;
  readonly promptFile: string;
  /** The worktree, or the main checkout for a plan that is not isolated. */
  readonly dir: string;
  /** Null for a plan that works on the user's branch. */
  readonly branch: string | null;
  readonly worktree: string;
  /** The plan as the executor reads it: in its worktree where `.planning` is tracked, else the project's own file. */
  readonly planFile: string;
  /** Where the SUMMARY goes: beside the plan in the worktree, or in the run's folder where `.planning` is not tracked. */
  readonly summaryFile: string;
  /** The SUMMARY is part of the plan's commits. */
  readonly summaryTracked: boolean;
}

/** Works out the places of the next attempt at a plan. */
export async function placesFor(
  session: RunSession,
  plan: PlanEntry,
  isolated: boolean,
  base: string,
): Promise<Places> {
  const { world, paths, row, checkout } = session;
  const known = world.store.dispatches(row.id);
  const attempt = known.ok ? known.value.filter((d) => d.plan === plan.id).length + 1 : 1;
  const folder = world.files.folderName(plan.id);
  const attemptDir = `${paths.run}/${folder}/${attempt}`;
  const dir = isolated ? `${paths.worktrees}/${folder}${attempt > 1 ? `.${attempt}` : ''}` : checkout.root;
  return {
    attempt,
    attemptDir,
    promptFile: promptFileOf(attemptDir),
    dir,
    worktree: dir,
    branch: isolated ? world.git.branchName(row.id, plan.id, attempt, checkout.branchPrefix) : null,
    ...(await planPlaces(session, plan, dir, base)),
  };
}

/** Where plan and SUMMARY are for an executor that works in `dir`. */
export async function planPlaces(
  session: RunSession,
  plan: PlanEntry,
  dir: string,
  base: string,
): Promise<Pick<Places, 'planFile' | 'summaryFile' | 'summaryTracked'>> {
  const { world, paths, checkout } = session;
  const prefix = world.files.relative(checkout.mainRoot ?? checkout.root, paths.project);
  const inRepository = prefix === '' ? plan.file : `${prefix}/${plan.file}`;
  const summary = summaryFileOf(inRepository);
  if (await world.git.hasFile(checkout, base, inRepository))
    return { planFile: `${dir}/${inRepository}`, summaryFile: `${dir}/${summary}`, summaryTracked: true };
  return {
    planFile: `${paths.project}/${plan.file}`,
    summaryFile: `${paths.run}/${world.files.folderName(plan.id)}/SUMMARY.md`,
    summaryTracked: false,
  };
}

export const promptFileOf = (attemptDir: string): string => `${attemptDir}/prompt.md`;
