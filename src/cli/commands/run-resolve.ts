import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Failure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import { resolveCommand } from '../../core/run/resolve-command.js';
import { type Resolving, resolvePlan } from '../../engine/resolve-plan.js';
import type { World } from '../../world/world.js';
import { NEEDS_PERSON } from '../exit-codes.js';
import type { CommandModule, CommandOutput } from '../command.js';
import { composeProject, composeWorld } from '../compose.js';
import { personOnly } from '../person-only.js';
import { readExecuteOptions } from '../execute-options.js';
import { prepareRun } from '../prepare-run.js';

/** Paths named for a person; `--json` has all. */
const LISTED = 20;

/** `msd run resolve PLAN`: opens a plan's conflict in its worktree; called again, takes the mended result home. */
export const command: CommandModule = {
  define(command) {
    command
      .argument('<plan>', 'the plan whose work conflicts with what is home')
      .option('--abort', 'give the merge up: its worktree is as its branch has it')
      .addHelpText(
        'after',
        '\nThe first call writes the conflict into the files of the plan’s own worktree and names them. Mend them there; where git\ncould write no markers, say what you decided with git add or git rm. The second call commits the merge, runs the checks\nand brings the plan home. Plans that wait for it go on with the next msd execute-phase.',
      );
  },
  async run({ args, options, runVerb }, io) {
    const plan = args[0] ?? '';
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const { project } = found.value;
    const allowed = personOnly(io, project, 'msd run resolve');
    if (!allowed.ok) return allowed;
    const { existsSync } = await import('node:fs');
    if (!existsSync(`${project.msd}/ledger.db`)) return fail({ reason: 'plan-not-found', phase: '', plan, known: [] });
    const world = await composeWorld(project, io.env);
    if (!world.ok) return world;
    let resolving: Resolving;
    try {
      const checkout = await world.value.git.checkout(io.cwd);
      if (!checkout.ok) return checkout;
      const resolved = await resolvePlan({ world: world.value, checkout: checkout.value }, plan);
      if (!resolved.ok) return resolved;
      resolving = resolved.value;
      const stays = await stayOpen(world.value, resolving, options['abort'] === true);
      if (!stays.ok || stays.value !== null) return stays as Result<CommandOutput, Failure>;
    } finally {
      world.value.store.close();
    }
    const { phase } = resolving.dispatch;
    const asked = readExecuteOptions(phase, { plan: [plan], land: resolving.run.options['land'] });
    if (!asked.ok) return asked;
    const prepared = await prepareRun({ ...asked.value, resolving: resolving.dispatch.plan }, io, runVerb);
    if (!prepared.ok) return prepared;
    const finished = await prepared.value.run();
    return finished.ok ? ok({ json: null, human: null, exitCode: finished.value.exitCode }) : finished;
  },
};

/** The answer where the person's turn is not over; null where the plan can be brought home, its merge committed. */
async function stayOpen(
  { git }: World,
  resolving: Resolving,
  abort: boolean,
): Promise<Result<CommandOutput | null, Failure>> {
  const { dispatch, state, begun } = resolving;
  const { worktree, plan } = dispatch;
  if (abort) {
    const given = state.kind === 'open' ? await git.abandonMerge(worktree) : ok(null);
    if (!given.ok) return given;
    return ok({ json: { ...asJson(resolving), state: 'abandoned' }, human: `${worktree} is as ${plan} left it` });
  }
  if (state.kind === 'open' && state.undecided.length > 0)
    return ok({ json: { ...asJson(resolving), state: 'conflict' }, human: words(resolving), exitCode: NEEDS_PERSON });
  if (state.kind === 'none' && !begun) return ok(null);
  const done = await git.concludeMerge(
    worktree,
    `Merge what is home into plan ${plan}\n\nConflicts mended by a person.`,
  );
  return done.ok ? ok(null) : done;
}

function asJson({ dispatch, onto, state, salvaged }: Resolving) {
  const undecided = state.kind === 'open' ? state.undecided : [];
  return {
    plan: dispatch.plan,
    worktree: dispatch.worktree,
    branch: dispatch.branch,
    onto,
    files: undecided.map(({ path, why }) => ({ path, why })),
    salvaged,
    next: resolveCommand(dispatch.plan),
  };
}

function words({ dispatch, onto, state, begun, salvaged }: Resolving): string {
  const undecided = state.kind === 'open' ? state.undecided : [];
  const named = undecided
    .slice(0, LISTED)
    .map(
      ({ path, why }) =>
        `  ${cleanText(path, 300)}${why === 'marker' ? '' : '  (no markers: git add or git rm says what you decided)'}`,
    );
  const more = undecided.length > LISTED ? [`  and ${undecided.length - LISTED} more`] : [];
  const head = begun ? `${dispatch.plan} conflicts with what is home (${onto.slice(0, 10)}) in:` : 'still in conflict:';
  const kept = salvaged === null ? [] : [`what was uncommitted there is on ${salvaged}`];
  return [
    head,
    ...named,
    ...more,
    ...kept,
    `mend them in ${dispatch.worktree}`,
    `next: ${resolveCommand(dispatch.plan)}`,
  ].join('\n');
}
