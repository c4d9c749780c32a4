import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { DispatchRow } from '../world/store/port.js';
import { agentEnvironment } from './agent-environment.js';
import { noticeOnce } from './notice-once.js';
import type { RunSession } from './run-session.js';
import { worldFault } from './world-fault.js';

/** A setup command that runs longer than this has hung. */
const SETUP_TIMEOUT_MS = 30 * 60_000;

/** Makes the worktree of a dispatch and gets it ready to work in: ignored files copied, the setup command run. */
export async function prepareWorktree(
  session: RunSession,
  plan: PlanEntry,
  dispatch: DispatchRow,
): Promise<PlanOutcome | null> {
  const { world, config, checkout, options } = session;
  const made = await world.git.createWorktree({
    checkout,
    path: dispatch.worktree,
    branch: dispatch.branch ?? '',
    base: dispatch.base,
    copy: config.worktreesCopy.map((glob) => fromTop(session, glob)),
    owner: { run: session.row.id, plan: plan.id },
  });
  if (!made.ok) {
    const { reason, ...facts } = made.error;
    return worldFault(made.error, { code: 'worktree-failed', detail: `${reason} ${JSON.stringify(facts)}` });
  }
  if (made.value.notCopied.length > 0) noticeOnce(session, 'not-copied', notCopied(made.value.notCopied));
  if (options.setup === null) return noticeHooks(session, dispatch.worktree);
  const log = `${dispatch.attemptDir}/setup.log`;
  const result = await world.agents.runCommand({
    argv: options.setup,
    cwd: dispatch.worktree,
    env: agentEnvironment(session, dispatch, { promptFile: '', planFile: '', resultFile: '' }),
    logFile: log,
    timeoutMs: SETUP_TIMEOUT_MS,
    signal: session.interrupted,
  });
  if (result.exitCode === 0) {
    const noted = await world.git.noteSetup(dispatch.worktree);
    return noted.ok
      ? noticeHooks(session, dispatch.worktree)
      : worldFault(noted.error, { code: 'setup-failed', worktree: dispatch.worktree });
  }
  const how = result.timedOut ? 'did not end in time' : `ended with ${result.exitCode ?? 'a signal'}`;
  return notDone('failed', 'setup-failed', `worktrees.setup ${how}; its output is in ${log}`, {
    worktree: dispatch.worktree,
  });
}

/** Once a run: the first worktree tells for all, with its setup done. */
async function noticeHooks(session: RunSession, worktree: string): Promise<null> {
  if (session.hooksLookedAt) return null;
  session.hooksLookedAt = true;
  const folder = await session.world.git.hooksMissing(session.checkout, worktree);
  if (folder !== null)
    noticeOnce(
      session,
      'hooks-missing',
      `the repository's hooks are in ${folder}, which is not in the worktrees: commits there run none of them; worktrees.setup can make them`,
    );
  return null;
}

/** Patterns are the project's; where that lies deeper in its repository, git is told from the repository's top. */
function fromTop({ world, paths, checkout }: RunSession, glob: string): string {
  const below = world.files.relative(checkout.mainRoot ?? checkout.root, paths.project);
  return below === '' ? glob : `${below}/${glob.replace(/^\.?\/+/, '')}`;
}

function notCopied(paths: readonly string[]): string {
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : '';
  return `worktrees.copy: left behind: ${paths.slice(0, 10).join(', ')}${more}; only plain files that are ignored in the worktree too are copied`;
}
