import { declares } from '../core/run/declares.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { RunSession } from './run-session.js';

/** Whether a plan says that it changes or deletes a file. `path` is relative to the repository's root, as git gives it. */
export function planDeclares(session: RunSession, plan: PlanEntry, path: string): boolean {
  const { paths, checkout, world } = session;
  const prefix = world.files.relative(checkout.mainRoot ?? checkout.root, paths.project);
  if (prefix !== '' && !path.startsWith(`${prefix}/`)) return false;
  const inProject = prefix === '' ? path : path.slice(prefix.length + 1);
  return declares([...plan.filesModified, ...plan.filesCreated, ...plan.filesDeleted], inProject, paths.project);
}
