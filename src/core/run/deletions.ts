import { declares } from '../phase/overlaps.js';
import type { IndexedPlan } from '../phase/plan-index.js';

/**
 * Files that a plan's commits delete although neither `files_deleted` nor `files_modified` names them (DESIGN §8). A
 * rename deletes nothing.
 * @param changes from the base commit to the plan's head, renames found
 */
export function undeclaredDeletions(
  changes: readonly { readonly path: string; readonly kind: 'added' | 'modified' | 'deleted' }[],
  plan: Pick<IndexedPlan, 'filesModified' | 'filesDeleted'>,
): readonly string[] {
  const declared = [...plan.filesDeleted, ...plan.filesModified];
  return changes.filter((c) => c.kind === 'deleted' && !declares(declared, c.path)).map((c) => c.path);
}
