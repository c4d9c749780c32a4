import { ok } from '../../core/result.js';
import type { SurveyedWorktree } from '../../world/git/survey-worktrees.js';
import type { CommandModule } from '../command.js';
import { openWorktrees } from '../open-worktrees.js';
import { personOnly } from '../person-only.js';
import { worktreeJson, worktreeLines } from '../print/worktrees.js';
import { wordsFor } from '../words/failures.js';

/** `msd worktree prune`: removes those of msd's worktrees that hold nothing which is not elsewhere, and names the others. */
export const command: CommandModule = {
  define(command) {
    command
      .option('--dry-run', 'only say what would be removed')
      .addHelpText(
        'after',
        '\nNever removed: commits, changes and untracked files that are nowhere else; what msd did not make.',
      );
  },
  async run({ options }, io) {
    const opened = await openWorktrees(io);
    if (!opened.ok) return opened;
    const { tools, project } = opened.value;
    const allowed = personOnly(io, project, 'worktree prune');
    if (!allowed.ok) return allowed;
    const dry = options['dryRun'] === true;
    const surveyed = await tools.survey();
    const kept = surveyed.filter((worktree) => worktree.keeps.length > 0);
    const removed: SurveyedWorktree[] = [];
    const failed: { readonly worktree: SurveyedWorktree; readonly message: string }[] = [];
    for (const worktree of surveyed.filter((one) => one.keeps.length === 0)) {
      const done = dry ? ok(null) : await tools.letGo(worktree);
      if (done.ok) removed.push(worktree);
      else failed.push({ worktree, message: wordsFor(done.error).message });
    }
    const swept = dry ? 0 : await tools.sweep();
    const lines = [
      ...removed.map((worktree) => `${dry ? 'would remove' : 'removed'} ${worktreeLines(worktree)[0]}`),
      ...failed.map(({ message }) => `kept: ${message}`),
      ...kept
        .filter((worktree) => worktree.owner !== null)
        .flatMap((worktree) => ['kept:', ...worktreeLines(worktree)]),
    ];
    const salvageable = kept.some((worktree) => worktree.owner !== null && !worktree.inUse);
    if (salvageable) lines.push('', 'next: msd worktree salvage --remove saves what is only there, then lets them go');
    return ok({
      json: {
        dryRun: dry,
        removed: removed.map(worktreeJson),
        kept: kept.map(worktreeJson),
        failed: failed.map(({ worktree, message }) => ({ path: worktree.path, message })),
        swept,
      },
      human: lines.length > 0 ? lines.join('\n') : 'nothing to remove',
      exitCode: failed.length > 0 ? 1 : 0,
    });
  },
};
