import { ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { openWorktrees } from '../open-worktrees.js';
import { worktreeJson, worktreeLines } from '../print/worktrees.js';

/** `msd worktree list`: every worktree of the repository, whose it is, and what is in it that is nowhere else. */
export const command: CommandModule = {
  define() {},
  async run(_input, io) {
    const opened = await openWorktrees(io);
    if (!opened.ok) return opened;
    const { tools } = opened.value;
    const [worktrees, saved] = await Promise.all([tools.survey(), tools.saved()]);
    const lines = worktrees.flatMap(worktreeLines);
    const free = worktrees.filter((worktree) => worktree.keeps.length === 0).length;
    const kept = saved.length > 0 ? ['', 'saved earlier:', ...saved.map(({ ref }) => `  ${ref}`)] : [];
    const next = free > 0 ? ['', `msd worktree prune removes ${free} of them`] : [];
    return ok({
      json: { worktrees: worktrees.map(worktreeJson), saved },
      human: [...(lines.length > 0 ? lines : ['no worktrees']), ...kept, ...next].join('\n'),
    });
  },
};
