import { ok } from '../../core/result.js';
import { chooseWorktrees } from '../choose-worktrees.js';
import type { CommandModule } from '../command.js';
import { openWorktrees } from '../open-worktrees.js';
import { worktreeJson } from '../print/worktrees.js';
import { shownLines } from '../print/worktree-shown.js';

/** `msd worktree show`: one worktree whole: whose it is, everything in it that is nowhere else, and what can be done. */
export const command: CommandModule = {
  define(command) {
    command.argument('<worktree>', 'a path, or the id of the plan that it was made for');
  },
  async run({ args }, io) {
    const opened = await openWorktrees(io);
    if (!opened.ok) return opened;
    const { tools } = opened.value;
    const chosen = chooseWorktrees(await tools.survey(), [args[0] ?? ''], io.cwd);
    if (!chosen.ok) return chosen;
    const all = await tools.saved();
    const shown = await Promise.all(
      chosen.value.map(async (worktree) => ({
        worktree,
        commits: await tools.commits(worktree.unmerged),
        saved: all.filter(({ ref }) => tools.isSavedFrom(worktree, ref)),
      })),
    );
    return ok({
      json: {
        worktrees: shown.map(({ worktree, commits, saved }) => ({ ...worktreeJson(worktree), commits, saved })),
      },
      human: shown.map((one) => shownLines(one).join('\n')).join('\n\n'),
    });
  },
};
