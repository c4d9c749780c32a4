import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { worldFault } from './world-fault.js';
import { isWrittenByMsd } from '../core/run/written-summary.js';
import { observe } from './observe.js';
import { planDeclares } from './plan-declares.js';
import { planPlaces } from './places.js';
import type { LiveAttempt, RunSession } from './run-session.js';

/** What became of what an agent left uncommitted. */
export interface Leftovers {
  readonly committed: readonly string[];
  readonly salvaged: readonly string[];
  readonly ref: string | null;
  readonly problem: PlanOutcome | null;
}

const NOTHING: Leftovers = { committed: [], salvaged: [], ref: null, problem: null };

/**
 * Deals with what an agent left uncommitted (`msd.leftovers`): declared paths and the SUMMARY are committed on the plan's
 * branch, the rest goes to a salvage ref, since it may hold secrets (DESIGN §8). In the main checkout nothing is salvaged
 * away: what is not committed stays where it is.
 */
export async function gatherLeftovers(session: RunSession, attempt: LiveAttempt): Promise<Leftovers> {
  const { world, config } = session;
  const { plan, dir, dispatch } = attempt;
  const dirt = await world.git.dirt(dir);
  if (!dirt.ok) return { ...NOTHING, problem: worldFault(dirt.error, { worktree: dir }) };
  const places = await planPlaces(session, plan, dir, dispatch.base);
  const summary = places.summaryTracked ? world.files.relative(dir, places.summaryFile) : null;
  // What msd itself had begun to write when it died is no leftover of the agent's.
  const own = summary !== null && isWrittenByMsd(world.files.read(places.summaryFile) ?? '') ? summary : null;
  const left = [...new Set([...dirt.value.tracked, ...dirt.value.untracked])].filter((path) => path !== own);
  if (left.length === 0) return NOTHING;
  if (config.leftovers === 'fail' && attempt.isolated)
    return {
      ...NOTHING,
      problem: notDone('failed', 'leftovers', `left uncommitted: ${left.slice(0, 10).join(', ')}`, { worktree: dir }),
    };

  const mine = (path: string): boolean => {
    if (config.leftovers === 'salvage') return false;
    return (config.leftovers === 'all' && attempt.isolated) || planDeclares(session, plan, path);
  };
  const wanted = left.filter((path) => path === summary || mine(path));
  if (wanted.length > 0) {
    const made = await world.git.commitPaths(
      dir,
      wanted,
      `Leftovers of plan ${plan.id}\n\nLeft uncommitted by its agent, committed by msd.`,
    );
    if (!made.ok) {
      const detail = made.error.reason === 'git-failed' ? made.error.stderr : made.error.reason;
      return {
        ...NOTHING,
        problem: worldFault(made.error, {
          code: 'leftovers',
          detail: `could not be committed: ${detail}`,
          worktree: dir,
        }),
      };
    }
  }
  const rest = left.filter((path) => !wanted.includes(path));
  if (!attempt.isolated || rest.length === 0) {
    if (wanted.length > 0) tell(session, attempt, { committed: wanted, salvaged: [], ref: null });
    return { committed: wanted, salvaged: rest, ref: null, problem: null };
  }
  const ref = salvageRef(session.row.id, world.files.folderName(plan.id), dispatch.attempt);
  const saved = await world.git.salvage(dir, ref, `Left uncommitted by the agent of plan ${plan.id}`);
  if (!saved.ok) return { ...NOTHING, problem: worldFault(saved.error, { code: 'leftovers', worktree: dir }) };
  tell(session, attempt, { committed: wanted, salvaged: rest, ref });
  return { committed: wanted, salvaged: rest, ref, problem: null };
}

/** Says what became of what was left, to whoever watches and in the ledger. */
function tell(
  session: RunSession,
  { plan, dispatch }: LiveAttempt,
  left: Pick<Leftovers, 'committed' | 'salvaged' | 'ref'>,
): void {
  session.emit({ type: 'plan-leftovers', plan: plan.id, ...left });
  observe(session, { event: 'leftovers', plan: plan.id, ...left }, dispatch.correlation);
}

/** Where what nobody wanted to lose is kept: `refs/msd/salvage/<run>/<plan>/<attempt>`. */
export const salvageRef = (run: string, folder: string, attempt: number): string =>
  `refs/msd/salvage/${run}/${folder}/${attempt}`;
