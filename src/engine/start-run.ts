import type { LedgerFailure } from '../core/channels/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { PhaseHeld } from '../core/run/failures.js';
import type { WorldFailure } from '../core/world-failures.js';
import type { Checkout } from '../world/git/port.js';
import type { NewRun, RunRow } from '../world/store/port.js';
import type { World } from '../world/world.js';
import { isFromHere, latestRun } from './completed-plans.js';

/** What is asked for when a run starts. */
export interface RunRequest {
  /** A fresh run id, used where no earlier run is taken up. */
  readonly id: string;
  readonly project: string;
  /** The name of the phase's directory. */
  readonly phase: string;
  readonly checkout: Checkout;
  readonly host: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Begin anew: an earlier run that has not landed is put on a salvage ref instead of being taken up. */
  readonly restart: boolean;
}

/**
 * Takes the phase: goes on with the latest run of it that did not end or whose work has not landed, else begins a new one
 * with an integration branch at the user's HEAD. The phase is held until `closeRun`.
 */
export async function startRun(
  world: World,
  request: RunRequest,
): Promise<
  Result<
    {
      readonly row: RunRow;
      readonly resumed: null | 'unfinished' | 'not-landed';
      /** Runs of the phase whose process died before they ended; the one taken up is among them. */
      readonly dead: readonly RunRow[];
    },
    LedgerFailure | PhaseHeld | WorldFailure
  >
> {
  const { checkout } = request;
  const branch = checkout.branch ?? '';
  const earlier = world.store.runs({ phase: request.phase });
  if (!earlier.ok) return earlier;
  const latest = latestRun(earlier.value, checkout);
  const open =
    latest !== undefined && !request.restart && (latest.endedAt === null || (await unlanded(world, checkout, latest)));
  const run: NewRun = open
    ? { ...bare(latest), host: request.host, options: request.options }
    : {
        id: request.id,
        project: request.project,
        phase: request.phase,
        checkout: checkout.root,
        branch,
        base: checkout.head,
        integrationBranch: integrationBranch(request.id, checkout.branchPrefix),
        host: request.host,
        options: request.options,
      };
  const opened = world.store.openRun(run);
  if (!opened.ok) return opened;
  for (const run of earlier.value) if (run.endedAt === null) await world.git.waitForOrphans(run.pid);
  // The phase is ours now: what earlier runs from here did not land, and nobody goes on with, is kept aside.
  await putAside(
    world,
    checkout,
    earlier.value.filter((old) => old.id !== run.id && isFromHere(old, checkout)),
  );
  const ref = `refs/heads/${run.integrationBranch}`;
  const tip = await world.git.resolve(checkout, ref);
  if (tip === null && !(await world.git.updateRef(checkout, ref, checkout.head, null))) {
    world.store.closeRun(run.id, 'failed', 7);
    return fail({
      reason: 'git-failed',
      args: ['update-ref', ref],
      exitCode: null,
      stderr: `${ref} could not be made`,
    });
  }
  const resumed = !open ? null : latest.endedAt === null ? 'unfinished' : 'not-landed';
  return ok({ row: opened.value, resumed, dead: earlier.value.filter((one) => one.endedAt === null) });
}

/** The integration branch of a run: checked out nowhere; plans merge into it one at a time. */
export const integrationBranch = (run: string, prefix: string): string => `${prefix}/${run}/integration`;

/** Its integration branch is still there: what is home in it has not come to the user's branch. */
async function unlanded(world: World, checkout: Checkout, run: RunRow): Promise<boolean> {
  return (await world.git.resolve(checkout, `refs/heads/${run.integrationBranch}`)) !== null;
}

/** Moves the integration branches of runs that are not gone on with to salvage refs. */
async function putAside(world: World, checkout: Checkout, runs: readonly RunRow[]): Promise<void> {
  if (runs.length === 0) return;
  const there = new Map(
    (await world.git.refs(checkout, `refs/heads/${checkout.branchPrefix}`)).map((r) => [r.ref, r.oid]),
  );
  for (const run of runs) {
    const ref = `refs/heads/${run.integrationBranch}`;
    const tip = there.get(ref);
    if (tip === undefined) continue;
    const kept = `refs/msd/salvage/${run.id}/integration`;
    if (tip !== run.base) await world.git.updateRef(checkout, kept, tip, await world.git.resolve(checkout, kept));
    await world.git.updateRef(checkout, ref, null, tip);
  }
}

function bare(run: RunRow): NewRun {
  const { id, project, phase, checkout, branch, base, integrationBranch: integration, host, options } = run;
  return { id, project, phase, checkout, branch, base, integrationBranch: integration, host, options };
}
