import { parseDispatchIdentity } from '#hooks/lib/dispatch-identity.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { Workflow } from '../core/workflow/step.js';
import { type GateDecision, makeCheckoutReady } from './dispatch.js';
import { exchangesOf, withExchanges } from './exchanges.js';
import { landNow } from './land.js';
import { observe } from './observe.js';
import { placesFor, promptFileOf } from './places.js';
import { renderPrompt } from './render-prompt.js';
import type { DispatchRow } from '../world/store/port.js';
import type { RunSession } from './run-session.js';
import { settle } from './settle.js';
import { worldFault } from './world-fault.js';

/** One agent that the host's session is to start by its own tool. */
export interface HandedOver {
  readonly plan: PlanId;
  /** The parameter that isolates it, as the tool knows it; null: the plan runs alone in the main checkout, without one. */
  readonly isolation: 'worktree' | null;
  /** The whole prompt of the call, on one line: marker, sentence, and where its task is written. */
  readonly prompt: string;
}

/**
 * Opens a plan's obligation and hands it to the host's session: the prompt is rendered from the record and kept in the
 * attempt's folder; the call carries who it is for and where that is, so that no model has to copy a page.
 * @returns the call to make; how the plan ends instead; or `later`, when those at work have come home
 */
export async function handOver(
  session: RunSession,
  workflow: Workflow,
  plan: PlanEntry,
  decision: GateDecision,
  step: string,
): Promise<HandedOver | PlanOutcome | 'later'> {
  const { world, checkout } = session;
  const { isolation, reason, producer } = decision;
  const isolated = isolation !== 'none';
  session.emit({ type: 'isolation-decided', plan: plan.id, isolation, reason, producer });
  const refused = isolated ? await bringBaseForward(session, plan) : await makeCheckoutReady(session);
  if (refused) return refused;
  const now = await world.git.worktreeHead(checkout.root);
  if (now === null || now.branch !== session.row.branch)
    return notDone('failed', 'branch-mismatch', `the checkout is not on ${session.row.branch}`);

  const { attempt, attemptDir, promptFile, ...places } = await placesFor(session, plan, false, now.oid);
  const opened = world.store.openDispatch({
    run: session.row.id,
    phase: session.row.phase,
    plan: plan.id,
    attempt,
    isolation,
    base: now.oid,
    branch: null,
    worktree: checkout.root,
    attemptDir,
    deadlineMs: session.options.planTimeoutMs,
  });
  if (!opened.ok) return worldFault(opened.error);
  const dispatch = opened.value;
  observe(session, { event: 'isolation-decided', plan: plan.id, ...decision }, dispatch.correlation);

  const failed = (outcome: PlanOutcome) => settle(session, dispatch, outcome);
  // What is tracked is found from the top of whichever worktree the host makes.
  const seen = (path: string) => (places.summaryTracked ? world.files.relative(checkout.root, path) : path);
  const below = world.files.relative(checkout.mainRoot ?? checkout.root, session.paths.project);
  const phase = session.index.phase.token;
  const rendered = renderPrompt(
    workflow,
    session.index,
    plan.id,
    { isolation, reason, scope: { phase, plan: plan.id } },
    {
      planFile: seen(places.planFile),
      summaryFile: seen(places.summaryFile),
      projectDir: below.startsWith('..') ? '' : below,
      startedBy: 'host',
      step,
    },
  );
  if (!rendered.ok)
    return failed(notDone('failed', 'gate-failed', `its prompt cannot be rendered: ${rendered.error.reason}`));
  const about = { phase, plan: plan.id, continues: false };
  const whole = withExchanges(rendered.value.prompt, exchangesOf(session, dispatch), about);
  const prompt = callPrompt(rendered.value.marker, rendered.value.prompt, promptFile);
  const read = parseDispatchIdentity(prompt);
  if (whole === null || read.ambiguous || read.phase !== phase || read.plan !== plan.id)
    return failed(notDone('failed', 'gate-failed', 'its prompt does not read back as this plan'));
  const written = world.files.write(promptFile, whole);
  if (!written.ok) return failed(worldFault(written.error));
  return { plan: plan.id, isolation: isolated ? 'worktree' : null, prompt };
}

/**
 * The call of a plan that was handed over before, for a session that lost it before it made it.
 * @returns null where its prompt is not there any more
 */
export function handedBefore({ world }: RunSession, dispatch: DispatchRow): HandedOver | null {
  const file = promptFileOf(dispatch.attemptDir);
  const whole = world.files.read(file);
  if (whole === null) return null;
  const [marker = ''] = whole.split('\n', 1);
  const isolation = dispatch.isolation === 'none' ? null : 'worktree';
  return { plan: dispatch.plan, isolation, prompt: callPrompt(marker, whole, file) };
}

/** The sentence is the first line behind the marker that says anything: the workflow's check sees to it that it is there. */
function callPrompt(marker: string, whole: string, promptFile: string): string {
  const sentence = whole
    .slice(marker.length)
    .split('\n')
    .find((line) => line.trim() !== '');
  return `${marker} ${sentence?.trim() ?? ''} Read ${promptFile} whole before anything else: it is your task.`;
}

/**
 * The host's worktrees begin at the checkout's HEAD: what a plan builds on must be there. While agents work, commits in the
 * checkout that are not msd's stay as they were found: when their plans are reported they tell whether one of them escaped.
 */
async function bringBaseForward(session: RunSession, plan: PlanEntry): Promise<PlanOutcome | 'later' | null> {
  const { git } = session.world;
  if (await git.isAncestor(session.checkout, session.integrationRef, 'HEAD')) return null;
  const builds = plan.dependsOn.length > 0;
  const now = await git.worktreeHead(session.checkout.root);
  if (session.atWork.size > 0 && now?.oid !== session.expectedHead) return builds ? 'later' : null;
  const landed = await landNow(session);
  if (landed.kind !== 'left' || !builds) return null;
  return notDone(
    'failed',
    'main-checkout-dirty',
    `what ${plan.id} builds on cannot be landed first: ${landed.reason}`,
    {
      next: landed.next,
    },
  );
}
