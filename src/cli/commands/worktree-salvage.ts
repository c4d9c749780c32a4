import type { Failure } from '../../core/failure.js';
import { ok, type Result } from '../../core/result.js';
import type { SurveyedWorktree } from '../../world/git/survey-worktrees.js';
import type { Saved, WorktreeTools } from '../../world/git/worktree-tools.js';
import { chooseWorktrees } from '../choose-worktrees.js';
import type { CommandModule } from '../command.js';
import { openWorktrees } from '../open-worktrees.js';
import { personOnly } from '../person-only.js';
import { savedLines, worktreeLines } from '../print/worktrees.js';

/** `msd worktree salvage`: puts what is only in a worktree on a ref, and says how to get it back. */
export const command: CommandModule = {
  define(command) {
    command
      .argument('[worktree...]', 'paths or plan ids; all of msd’s that are not in use where none is given')
      .option('--remove', 'then let the worktree and its branch go');
  },
  async run({ args, options }, io) {
    const opened = await openWorktrees(io);
    if (!opened.ok) return opened;
    const { tools, project } = opened.value;
    const allowed = personOnly(io, project, 'worktree salvage');
    if (!allowed.ok) return allowed;
    const ours = (await tools.survey()).filter((worktree) => worktree.owner !== null);
    const idle = ok(ours.filter((worktree) => !worktree.inUse));
    const chosen = args.length === 0 ? idle : chooseWorktrees(ours, args, io.cwd);
    if (!chosen.ok) return chosen;
    const done: { worktree: SurveyedWorktree; saved: Saved | null; removed: boolean }[] = [];
    for (const worktree of chosen.value) {
      const saved = await tools.save(worktree);
      if (!saved.ok) return saved;
      const removed = options['remove'] === true ? await removeSaved(tools, worktree) : ok(false);
      if (!removed.ok) return removed;
      done.push({ worktree, saved: saved.value, removed: removed.value });
    }
    const lines = done.flatMap(({ worktree, saved, removed }) => [
      worktreeLines(worktree)[0] ?? '',
      ...(saved === null ? ['  nothing in it that is not elsewhere'] : savedLines(saved)),
      ...(removed ? ['  let go'] : []),
    ]);
    return ok({
      json: {
        salvaged: done.map(({ worktree, saved, removed }) => ({ path: worktree.path, removed, ...(saved ?? NOTHING) })),
      },
      human: lines.length > 0 ? lines.join('\n') : 'no worktree of msd’s to salvage from',
    });
  },
};

const NOTHING = { ref: null, oid: null, paths: [], commits: [] };

/** Looks again: only what the salvage ref holds now may go. */
async function removeSaved(tools: WorktreeTools, worktree: SurveyedWorktree): Promise<Result<boolean, Failure>> {
  const hard = worktree.keeps.filter(
    (reason) => reason === 'in-use' || reason === 'unreadable' || reason === 'operation',
  );
  if (hard.length > 0 || worktree.innerRepositories.length > 0) return ok(false);
  const done = await tools.letGo({ ...worktree, keeps: [] });
  return done.ok ? ok(true) : done;
}
