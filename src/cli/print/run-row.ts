import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { DispatchRow, RunRow } from '../../world/store/port.js';

/** A run's state in a word: by its row and by whether its process lives. */
export function runState(run: RunRow): string {
  return run.endedAt === null ? (run.alive ? 'running' : 'crashed') : (run.status ?? 'ended');
}

export function runLine(run: RunRow): string {
  return `${run.id}  phase ${run.phase}  ${runState(run).padEnd(12)}  ${run.startedAt}  ${run.branch}`;
}

/** The host's version when the run was started, or taken up last; null where it does not say. */
export function hostVersion({ options }: RunRow): string | null {
  const version = options['hostVersion'];
  return typeof version === 'string' ? cleanText(version, 40) : null;
}

export function runJson(run: RunRow): unknown {
  const { id, phase, checkout, branch, base, integrationBranch, host, startedAt, endedAt, exitCode, pid, alive } = run;
  return {
    id,
    phase,
    state: runState(run),
    checkout,
    branch,
    base,
    integrationBranch,
    host,
    hostVersion: hostVersion(run),
    startedAt,
    endedAt,
    exitCode,
    pid,
    alive,
  };
}

export function dispatchJson(dispatch: DispatchRow) {
  const { id, run, plan, attempt, state, isolation, base, branch, worktree, attemptDir, openedAt, settledAt, answer } =
    dispatch;
  return { id, run, plan, attempt, state, isolation, base, branch, worktree, attemptDir, openedAt, settledAt, answer };
}
