import { summaryFileOf } from '../core/phase/plan-name.js';
import type { PlanOutcome } from '../core/run/plan-outcome.js';
import { ok } from '../core/result.js';
import { isWrittenByMsd, writtenSummary } from '../core/run/written-summary.js';
import { planPlaces } from './places.js';
import type { LiveAttempt, RunSession } from './run-session.js';
import { worldFault } from './world-fault.js';

/**
 * Sees to it that a finished plan has its SUMMARY: the executor's own, else one that msd writes in the project's format
 * and that says so. Beside the plan where `.planning` is tracked, else in the run's folder (DESIGN §3, §8); there too
 * where the project's hooks refuse msd's commit of it, for that is no fault of the work.
 * @returns the note that accompanies the plan's end where msd wrote one
 */
export async function ensureSummary(
  session: RunSession,
  attempt: LiveAttempt,
  commits: readonly string[],
): Promise<{ readonly note: string | null; readonly problem: PlanOutcome | null }> {
  const { world, paths } = session;
  const { plan, dir, dispatch } = attempt;
  const places = await planPlaces(session, plan, dir, dispatch.base);
  if (!places.summaryTracked) {
    const own = world.files.read(summaryFileOf(places.planFile));
    if (own === null && world.files.read(places.summaryFile) === null) world.files.write(places.summaryFile, text());
    return { note: own === null ? WRITTEN : null, problem: null };
  }
  if (!world.files.exists(dir)) return { note: null, problem: null };
  const there = world.files.read(places.summaryFile);
  // One that msd wrote just before it died may not be committed yet.
  const begun = there !== null && isWrittenByMsd(there);
  if (!begun && world.files.exists(places.summaryFile)) return { note: null, problem: null };
  const wrote = begun ? ok(null) : world.files.write(places.summaryFile, text());
  if (!wrote.ok)
    return {
      note: null,
      problem: worldFault(wrote.error, { worktree: dir }),
    };
  const path = world.files.relative(dir, places.summaryFile);
  const made = await world.git.commitPaths(
    dir,
    [path],
    `Summary of plan ${plan.id}\n\nWritten by msd: its executor left none.`,
  );
  if (made.ok) return { note: WRITTEN, problem: null };
  const fault = worldFault(made.error, { worktree: dir });
  if (fault.code === 'environment') return { note: null, problem: fault };
  const detail = made.error.reason === 'git-failed' ? made.error.stderr : made.error.reason;
  const aside = `${paths.run}/${world.files.folderName(plan.id)}/SUMMARY.md`;
  const kept = attempt.isolated ? world.files.write(aside, text()) : ok(null);
  if (!kept.ok)
    return {
      note: null,
      problem: worldFault(kept.error, { worktree: dir }),
    };
  const place = attempt.isolated ? aside : places.summaryFile;
  return { note: `${WRITTEN}; it could not be committed (${firstLine(detail)}) and is in ${place}`, problem: null };

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

const WRITTEN = 'summary-written: the SUMMARY was written by msd';

const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, 120);
