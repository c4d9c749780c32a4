import { existsSync } from 'node:fs';
import type { Repair } from '../../core/run/repair.js';
import { ok } from '../../core/result.js';
import type { CommandModule, CommandOutput } from '../command.js';
import { composeWorld } from '../compose.js';
import type { Project } from '../../world/project.js';
import { personOnly } from '../person-only.js';
import { printRepairs } from '../print/repairs.js';

export const command: CommandModule = {
  arity: 0,
  define(command) {
    command
      .option('--phase <phase>', 'only what runs of this phase left')
      .option('--dry-run', 'say what would be mended, and touch nothing')
      .addHelpText(
        'after',
        '\nOnly what dead runs left is touched; a run that lives is left alone. Nothing is thrown away: what an attempt left is\nput on a ref below refs/msd/salvage. Work that an agent finished is brought home by the next msd execute-phase.',
      );
  },
  async run({ options }, io) {
    if (io.session) {
      const { recover } = await import('../../engine/recover.js');
      return ok(output(await recover(io.session), false));
    }
    const { openProject } = await import('../../world/project.js');
    const opened = openProject(io.cwd);
    if (!opened.ok) return opened;
    const project = opened.value;
    const allowed = personOnly(io, project, 'msd recover');
    if (!allowed.ok) return allowed;
    const dryRun = options['dryRun'] === true;
    let phase: string | null = null;
    if (options['phase'] !== undefined) {
      const { readPhaseIndex } = await import('../../world/planning-files.js');
      const index = readPhaseIndex(project, String(options['phase']));
      if (!index.ok) return index;
      phase = index.value.phase.dir.slice(index.value.phase.dir.lastIndexOf('/') + 1);
    }
    // Where msd has never run there is nothing to mend, and nothing is made.
    if (!existsSync(`${project.msd}/ledger.db`)) return ok(output([], dryRun));
    if (await isClean(project)) return ok(output([], dryRun));
    const world = await composeWorld(project, io.env);
    if (!world.ok) return world;
    const { recoverRuns } = await import('../../engine/recover-runs.js');
    const checkout = await world.value.git.checkout(project.rootCheckout ?? project.root);
    if (!checkout.ok) return checkout;
    const told: Repair[] = [];
    const emit = (event: { readonly type: string }): void => {
      if (event.type === 'repaired') told.push(event as unknown as Repair);
    };
    try {
      const done = await recoverRuns(
        { world: world.value, checkout: checkout.value, emit },
        { msd: project.msd, phase, dryRun },
      );
      if (!done.ok) return done;
      const repairs = [...done.value, ...told].map(({ rule, subject, action }) => ({ rule, subject, action }));
      return ok(output(repairs, dryRun));
    } finally {
      world.value.store.close();
    }
  },
};

/** Whether files and ledger tell that there is nothing to mend: then git is not asked at all. */
async function isClean(project: Project): Promise<boolean> {
  const { checkout, rootCheckout, gitDir, commonDir, msd } = project;
  if (gitDir === null || commonDir === null || checkout !== rootCheckout) return false;
  const { holdsNothing } = await import('../../world/git/nothing-left.js');
  const { sweepLeavings } = await import('../../world/sweep.js');
  if (!holdsNothing({ gitDir, commonDir }) || sweepLeavings({ msd, gitDir, commonDir }, true).length > 0) return false;
  const { knowsUnfinished } = await import('../../world/store/unfinished.js');
  const unfinished = knowsUnfinished(project);
  return unfinished.ok && !unfinished.value;
}

const output = (repairs: readonly Repair[], dryRun: boolean): CommandOutput => ({
  json: { repairs },
  human: printRepairs(repairs, dryRun),
});
