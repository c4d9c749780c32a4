import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { ok } from '../core/result.js';
import { isWrittenByMsd, writtenSummary } from '../core/run/written-summary.js';
import { planPlaces } from './places.js';
import type { LiveAttempt, RunSession } from './run-session.js';

/**
 * Sees to it that a finished plan has its SUMMARY: the executor's own, else one that msd writes in the project's format
 * and that says so. Beside the plan where `.planning` is tracked, else in the run's folder (DESIGN §3, §8).
 */
export async function ensureSummary(
  session: RunSession,
  attempt: LiveAttempt,
  commits: readonly string[],
): Promise<{ readonly written: boolean; readonly problem: PlanOutcome | null }> {
  const { world } = session;
  const { plan, dir, dispatch } = attempt;
  const places = await planPlaces(session, plan, dir, dispatch.base);
  if (!places.summaryTracked) {
    const own = world.files.read(places.planFile.replace(/-?PLAN\.md$/i, '-SUMMARY.md'));
    if (own === null && world.files.read(places.summaryFile) === null) world.files.write(places.summaryFile, text());
    return { written: own === null, problem: null };
  }
  if (!world.files.exists(dir)) return { written: false, problem: null };
  const there = world.files.read(places.summaryFile);
  // One that msd wrote just before it died may not be committed yet.
  const begun = there !== null && isWrittenByMsd(there);
  if (!begun && world.files.exists(places.summaryFile)) return { written: false, problem: null };
  const wrote = begun ? ok(null) : world.files.write(places.summaryFile, text());
  if (!wrote.ok)
    return {
      written: false,
      problem: notDone('failed', 'internal', `${wrote.error.path}: ${wrote.error.cause}`, { worktree: dir }),
    };
  const path = world.files.relative(dir, places.summaryFile);
  const made = await world.git.commitPaths(
    dir,
    [path],
    `Summary of plan ${plan.id}\n\nWritten by msd: its executor left none.`,
  );
  if (!made.ok) {
    const detail = made.error.reason === 'git-failed' ? made.error.stderr : made.error.reason;
    return {
      written: false,
      problem: notDone('failed', 'internal', `the SUMMARY could not be committed: ${detail}`, { worktree: dir }),
    };
  }
  return { written: true, problem: null };

  function text(): string {
    return writtenSummary({
      phase: session.index.phase.token,
      plan: plan.id,
      number: plan.number,
      run: session.row.id,
      commits,
      at: world.clock.now(),
    });
  }
}
