import type { PlanId } from '../core/phase/plan-id.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { FileChange } from '../world/git/port.js';
import { planDeclares } from './plan-declares.js';
import type { LiveAttempt, RunSession } from './run-session.js';

/** Paths named of a kind. */
const LISTED = 10;

/** A plan's own changes, seen from what is home. */
export interface Change {
  /** Where its history leaves what is home. */
  readonly fork: string;
  /** What is home: the tip of the integration branch. */
  readonly before: string;
}

/** What is to be said of changes that may be merged: each note begins with a code. `paths`: all that they touch. */
export interface Judged {
  readonly notes: readonly string[];
  readonly paths: ReadonlySet<string>;
}

/** What a plan's branch changed, and where it left marks of a conflict: the same whoever is home. */
export interface OwnChanges {
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly string[];
}

/** Reads a plan's own changes; before its turn to be merged, so that several plans are looked at side by side. */
export async function ownChanges(session: RunSession, fork: string, tip: string): Promise<OwnChanges> {
  const { git } = session.world;
  const [changes, conflicts] = await Promise.all([
    git.changes(session.checkout, fork, tip),
    git.committedConflicts(session.checkout, fork, tip),
  ]);
  return { changes, conflicts };
}

/** Paths that came home between two tips: known of this process's own merges, else git is asked. */
async function pathsBetween(session: RunSession, from: string, to: string): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (let at = to; at !== from; ) {
    const merge = session.merges.get(at);
    if (merge === undefined) {
      const changes = await session.world.git.changes(session.checkout, from, to);
      return new Set(changes.map((change) => change.path));
    }
    for (const path of merge.paths) paths.add(path);
    at = merge.before;
  }
  return paths;
}

/**
 * Judges what a plan changed before it is merged, by what it declares and by what came home since it began (DESIGN §8):
 * undeclared deletions, unmended conflicts and submodule commits that nobody else can get stop it; changes it did not
 * declare are said or stop it (`msd.undeclared`); a file that another plan changed meanwhile is said.
 */
export async function checkChanges(
  session: RunSession,
  attempt: LiveAttempt,
  { fork, before }: Change,
  { changes, conflicts }: OwnChanges,
): Promise<PlanOutcome | Judged> {
  const { config } = session;
  const { plan, dir } = attempt;
  const meanwhile = await pathsBetween(session, fork, before);
  const stop = (code: PlanOutcome['code'] & string, detail: string, next: string): PlanOutcome =>
    notDone('failed', code, detail, { worktree: dir, next: `${next}; then run the same command again` });

  const strange = changes.filter((change) => !planDeclares(session, plan, change.path));
  const deleted = strange.filter((change) => change.kind === 'deleted').map((change) => change.path);
  if (deleted.length > 0)
    return stop(
      'undeclared-deletion',
      `deletes what the plan does not declare: ${named(deleted)}`,
      `add them to files_deleted of ${plan.file}, or restore them in ${dir}`,
    );
  if (conflicts.length > 0)
    return stop(
      'conflict-markers',
      `conflict markers were committed in ${named(conflicts)}`,
      `mend and commit them in ${dir} (if they are meant: conflict-marker-size in .gitattributes)`,
    );
  const lost = await unpushedLinks(session, attempt, changes);
  if (lost.length > 0)
    return stop('submodule-unpushed', `${named(lost)}: on no remote of the submodule`, `push them from ${dir}`);
  const bulk = plan.filesKnown
    ? strange.map((change) => change.path).filter((path) => !isBookkeeping(session, path))
    : [];
  if (bulk.length > 0 && config.undeclared === 'stop')
    return stop(
      'undeclared-changes',
      `changes what the plan does not declare: ${named(bulk)}`,
      `add them to files_modified of ${plan.file}, or undo them in ${dir}`,
    );
  const paths = new Set(
    changes.flatMap((change) => [change.path, ...(change.renamedFrom ? [change.renamedFrom] : [])]),
  );
  const shared = [...meanwhile].filter((path) => paths.has(path));
  const notes = [
    ...(bulk.length > 0 ? [`undeclared-changes: ${named(bulk)} changed and not declared`] : []),
    ...(shared.length > 0 ? [`overlap: ${named(shared)} also changed by ${whose(session, shared)}, and merged`] : []),
  ];
  return { notes, paths };
}

/** Links to commits, of these changes, that nobody but this machine has: `vendor/lib at 0123456789ab`. */
export async function unpushedLinks(
  session: RunSession,
  attempt: LiveAttempt,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const places = [attempt.dir, session.checkout.root];
  const lost: string[] = [];
  for (const { path, link } of changes) {
    if (link === null || (await session.world.git.isLinkPushed(places, { path, oid: link }))) continue;
    lost.push(`${path} at ${link.slice(0, 12)}`);
  }
  return lost;
}

/** SUMMARY, STATE and the like: what agents keep up to date below `.planning/`. */
function isBookkeeping({ world, paths, checkout }: RunSession, path: string): boolean {
  return path.startsWith(`${world.files.relative(checkout.mainRoot ?? checkout.root, paths.planning)}/`);
}

/** The plans of this run that brought one of these paths home; what an earlier run brought has no name here. */
function whose(session: RunSession, shared: readonly string[]): string {
  const plans: PlanId[] = [];
  for (const [plan, paths] of session.broughtHome) if (shared.some((path) => paths.has(path))) plans.push(plan);
  return plans.length > 0 ? plans.join(', ') : 'what came home meanwhile';
}

function named(paths: readonly string[]): string {
  const more = paths.length > LISTED ? ` and ${paths.length - LISTED} more` : '';
  return paths.slice(0, LISTED).join(', ') + more;
}
