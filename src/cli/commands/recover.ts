import { recover } from '../../engine/recover.js';
import { recoverRuns } from '../../engine/recover-runs.js';
import type { Repair } from '../../core/run/repair.js';
import { ok } from '../../core/result.js';
import type { CommandModule, CommandOutput } from '../command.js';
import { composeProject, composeWorld } from '../compose.js';
import { personOnly } from '../person-only.js';
import { printRepairs } from '../print/repairs.js';

export const command: CommandModule = {
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
    if (io.session) return ok(output(await recover(io.session), false));
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const { project } = found.value;
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
    const { existsSync } = await import('node:fs');
    // Where msd has never run there is nothing to mend, and nothing is made.
    if (!existsSync(`${project.msd}/ledger.db`)) return ok(output([], dryRun));
    const world = await composeWorld(project, io.env);
    if (!world.ok) return world;
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

const output = (repairs: readonly Repair[], dryRun: boolean): CommandOutput => ({
  json: { repairs },
  human: printRepairs(repairs, dryRun),
});
