import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endState, type EndState } from './end-state.js';
import { type Prepared, RUN } from './prepared.js';
import { type RigEnd, runMsd } from './run.js';

/** How a run is disturbed: what dies, and at which of its points. */
export interface Disturbance {
  /** `full`: nothing dies, the disk is full from there on until the rerun. `supervisor`: the first supervisor that gets there. `rerun`: the run after a kill at `point`, at its own point `second`. */
  readonly of: 'msd' | 'msd-and-child' | 'supervisor' | 'rerun' | 'full';
  readonly point: number;
  readonly second?: number;
}

export interface Outcome {
  readonly disturbance: Disturbance;
  /** The run went through to its end: it has no such point. */
  readonly survived: boolean;
  /** What it was about to do when it was ended. */
  readonly at: string;
  /** Null: it ended as if nothing had happened. */
  readonly fault: string | null;
}

/** What an undisturbed run comes to, and how many points it has. */
export async function countPoints(prepared: Prepared): Promise<{ readonly points: number; readonly state: EndState }> {
  const root = prepared.copy();
  const list = join(dirname(root), 'points');
  const end = await runMsd(root, RUN, { rig: { MSD_RIG_POINTS: list } });
  assert.equal(end.code, 0, `${end.stdout}\n${end.stderr}`);
  const state = await endState(root);
  const points = lines(list).length;
  prepared.drop(root);
  return { points, state };
}

/** One cell of the matrix: a fresh copy, a death, one plain rerun, and the comparison with the undisturbed end. */
export async function disturb(prepared: Prepared, undisturbed: EndState, how: Disturbance): Promise<Outcome> {
  const root = prepared.copy();
  const list = join(dirname(root), 'points');
  const first = await runMsd(root, RUN, rigOf(how, list));
  let last: RigEnd | null = null;
  let at = lines(list).at(how.of === 'full' ? how.point - 1 : -1) ?? '';
  const killed = how.of !== 'supervisor' && how.of !== 'full';
  const survived = killed ? first.signal === null : lines(list).length < how.point;
  if (how.of === 'rerun' && !survived) {
    last = await runMsd(root, RUN, { rig: { MSD_RIG_AT: String(how.second), MSD_RIG_POINTS: `${list}.2` } });
    at += ` | then: ${lines(`${list}.2`).at(-1) ?? ''}`;
  }
  const end = await runMsd(root, RUN);
  const told = [first, last, end].map((run) => run && `${run.stdout}\n${run.stderr}`).join('\n--- again\n');
  const fault = (how.of === 'full' ? toldFull(first) : null) ?? (await faultOf(root, undisturbed, end));
  if (fault === null) prepared.drop(root);
  return { disturbance: how, survived, at, fault: fault && `${fault}\nin ${root}\n${told}` };
}

function rigOf(how: Disturbance, list: string): Parameters<typeof runMsd>[2] {
  const rig = { MSD_RIG_AT: String(how.point), MSD_RIG_POINTS: list };
  switch (how.of) {
    case 'msd':
    case 'rerun':
      return { rig };
    case 'msd-and-child':
      return { rig: { ...rig, MSD_RIG_DEED: 'kill-both' } };
    case 'full':
      return { rig: { ...rig, MSD_RIG_DEED: 'full' } };
    case 'supervisor':
      return { rig: { ...rig, MSD_RIG_PROGRAM: 'supervisor.js' }, inherited: true };
  }
}

/** A full disk is said as what it is, with exit code 7; where it did not matter any more, with 0. */
function toldFull(end: RigEnd): string | null {
  if (end.code === 0) return null;
  if (end.code !== 7) return `on a full disk it ended with ${end.code ?? end.signal}`;
  const words = `${end.stdout}\n${end.stderr}`;
  if (/ {4}at /.test(words)) return 'a full disk is reported as a fault of msd';
  return /ENOSPC|full|File too large|write|space/.test(words) ? null : 'a full disk is not named';
}

async function faultOf(root: string, undisturbed: EndState, end: RigEnd): Promise<string | null> {
  if (end.code !== 0) return `the rerun ended with ${end.code ?? end.signal}`;
  try {
    const finished = JSON.parse(end.stdout.trim().split('\n').at(-1) ?? '') as { plans: { status: string }[] };
    assert.ok(
      finished.plans.every((plan) => plan.status === 'done'),
      JSON.stringify(finished.plans),
    );
    assert.deepEqual(await endState(root), undisturbed);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const lines = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
