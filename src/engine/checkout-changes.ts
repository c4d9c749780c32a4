import type { Checkout, GitWorld } from '../world/git/port.js';
import type { RunSession } from './run-session.js';

/** The uncommitted files of each checkout that is not an agent's, by its top level. */
export type CheckoutDirt = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What is uncommitted in the checkout of a run, and in the main one where that is another. */
export async function checkoutDirt(git: GitWorld, checkout: Checkout): Promise<CheckoutDirt> {
  const roots = new Set([checkout.root, checkout.mainRoot].filter((root) => root !== null));
  const dirt = new Map<string, ReadonlyMap<string, string>>();
  for (const root of roots) dirt.set(root, await git.fingerprint(root));
  return dirt;
}

/**
 * Says which files of the user's checkouts changed, uncommitted, while agents ran: the user's doing or an agent's that left
 * its worktree. Nothing is undone, for nobody can tell whose they are.
 */
export async function noticeCheckoutChanges(session: RunSession): Promise<void> {
  const { world, checkout, attempts } = session;
  const all = [...attempts.values()];
  // A plan that ran there has its own account of what it left.
  if (all.length === 0 || all.some((attempt) => !attempt.isolated)) return;
  const [started, now] = [await session.startDirt, await checkoutDirt(world.git, checkout)];
  for (const [root, files] of now) {
    const before = started.get(root) ?? new Map<string, string>();
    const paths = [...new Set([...files.keys(), ...before.keys()])].filter((p) => files.get(p) !== before.get(p));
    if (paths.length === 0) continue;
    const shown = paths.sort().slice(0, 10).join(', ');
    const more = paths.length > 10 ? ` and ${paths.length - 10} more` : '';
    session.emit({
      type: 'notice',
      code: 'checkout-changed',
      message: `changed in ${root} while agents ran, and left as it is: ${shown}${more}; if it was not you, an agent left its worktree`,
    });
  }
}
