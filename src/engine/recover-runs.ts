import { heardAnswer } from '../core/run/heard-answer.js';
import type { Repair } from '../core/run/repair.js';
import { fail, ok, type Result } from '../core/result.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import type { RunNotFound } from '../core/run/failures.js';
import type { DispatchRow, RunRow } from '../world/store/port.js';
import { isHome, isOpen } from './dispatch-state.js';
import { ledgerWord } from './ledger-word.js';
import { msdBranches, settleStrays, sweep, tidyHome } from './recover.js';
import { type RecoveryPorts, salvageAttempt } from './salvage-attempt.js';
import { recoverNotices } from './tell-primary.js';
import { undoPlanted } from './undo-planted.js';

export interface RecoverRequest {
  /** The project's `.msd/`. */
  readonly msd: string;
  /** Only runs of this phase; null for all. The name of its directory. */
  readonly phase: string | null;
  /** Say what would be done, and do nothing. */
  readonly dryRun: boolean;
}

/** The exit code on record for a run whose process was killed: it did not end by itself. */
const INTERRUPTED = 130;

/**
 * Settles what dead runs left, on a person's word and without running anything: lost attempts are ended and salvaged, plans
 * that are home tidied away, the runs closed. Work that is finished stays where it is for the next `msd execute-phase`. A
 * phase that a living run holds is left alone.
 */
export async function recoverRuns(
  ports: RecoveryPorts,
  request: RecoverRequest,
): Promise<Result<readonly Repair[], LedgerFailure | RunNotFound>> {
  const { store } = ports.world;
  const listed = store.runs(request.phase === null ? {} : { phase: request.phase });
  if (!listed.ok) return listed;
  const held = new Set(listed.value.filter((run) => run.alive).map((run) => run.phase));
  const dead = listed.value.filter((run) => !held.has(run.phase));
  const repairs: Repair[] = [];
  const known: string[] = [];
  const branches = await msdBranches(ports);
  for (const run of dead) {
    const mended = await recoverRun(ports, run, request, { known, branches });
    if (!mended.ok) return mended;
    repairs.push(...mended.value);
  }
  repairs.push(...(await settleStrays(ports, dead, known, request.dryRun)));
  repairs.push(...recoverNotices(ports.world, request.dryRun));
  repairs.push(...(await sweep(ports, request.msd, request.dryRun)));
  return ok(repairs);
}

async function recoverRun(
  ports: RecoveryPorts,
  run: RunRow,
  { msd, dryRun }: RecoverRequest,
  { known, branches }: { readonly known: string[]; readonly branches: ReadonlyMap<string, string> },
): Promise<Result<readonly Repair[], LedgerFailure | RunNotFound>> {
  const { store } = ports.world;
  const repairs: Repair[] = [];
  const crashed = run.endedAt === null;
  if (crashed && !dryRun) {
    // Taken as a run would take it, so that none begins meanwhile.
    const taken = store.openRun(run);
    if (!taken.ok) return taken.error.reason === 'phase-held' ? ok([]) : fail(taken.error);
    await ports.world.git.waitForOrphans(run.pid);
  }
  if (crashed) repairs.push(...(await undoPlanted(ports, msd, run, dryRun)));
  const dispatches = store.dispatches(run.id);
  if (!dispatches.ok) return dispatches;
  for (const dispatch of dispatches.value) {
    known.push(dispatch.worktree);
    if (isHome(dispatch)) repairs.push(...(await tidyHome(ports, dispatch, branches, dryRun)));
    else if (crashed && isOpen(dispatch)) repairs.push(...(await settleOpen(ports, run, dispatch, dryRun)));
  }
  if (!crashed) return ok(repairs);
  const action = `its process (${run.pid}) ended before it did; msd execute-phase ${run.phase} goes on with it`;
  repairs.push({ rule: 'run-abandoned', subject: run.id, action });
  if (!dryRun) {
    const closed = store.closeRun(run.id, 'interrupted', INTERRUPTED);
    if (!closed.ok) return fail(closed.error);
  }
  return ok(repairs);
}

/** An attempt of a dead run that nobody has answered for. */
async function settleOpen(
  ports: RecoveryPorts,
  run: RunRow,
  dispatch: DispatchRow,
  dryRun: boolean,
): Promise<Repair[]> {
  const { world } = ports;
  const subject = dispatch.plan;
  const again = `msd execute-phase ${run.phase}`;
  const state = await world.agents.look(dispatch.attemptDir);
  if (state.kind === 'running') {
    const action = `its agent still works (process ${state.pid}); ${again} waits for it`;
    return [{ rule: 'attempt-adopted', subject, action }];
  }
  if (state.kind === 'none' && dispatch.continues) {
    const action = `a fresh executor goes on with it; ${again} starts it`;
    return [{ rule: 'attempt-handed-on', subject, action }];
  }
  const word = state.kind === 'ended' ? ledgerWord(world.store, dispatch.id, state.end) : null;
  if (word !== null && !word.ok) return [];
  const answer = state.kind === 'ended' && word?.ok ? heardAnswer(state.end, word.value) : null;
  if (answer?.kind === 'done')
    return [{ rule: 'attempt-finished', subject, action: `its agent had finished; ${again} brings its work home` }];
  if (answer?.kind === 'checkpoint') return [];
  const why = answer === null ? 'agent-lost: the agent and its supervisor ended without a record' : answer.detail;
  if (!dryRun) {
    const type = answer?.kind === 'declined' ? 'DECLINE' : 'FAILURE';
    world.store.settleDispatch(dispatch.id, { type, reason: why, commits: [], merged: null });
    await salvageAttempt(ports, dispatch);
  }
  const action = `${why}; what it left goes to a salvage ref, and ${again} runs the plan again`;
  return [{ rule: 'attempt-lost', subject, action }];
}
