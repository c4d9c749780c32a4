import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Failure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { CommandModule, CommandOutput } from '../command.js';
import type { Io } from '../io.js';
import type { Project } from '../../world/project.js';
import type { ProjectPrograms } from '../../world/project-programs.js';
import { openProject } from '../../world/project.js';
import { readProjectPrograms } from '../../world/project-programs.js';
import { MARK } from '../../world/processes/process-tree.js';
import { accept, forget, isAccepted, untrusted } from '../../world/trust.js';
import { personOnly } from '../person-only.js';
import { programLines } from '../print/programs.js';

/** `msd trust`: what tracked content asks to run, and a person's acceptance of exactly that (DESIGN §14). */
export const command: CommandModule = {
  define(command) {
    command
      .option('--show', 'only show what this checkout asks to run, and its hash')
      .option('--accept <hash>', 'accept without a terminal exactly what --show printed with this hash')
      .option('--remove', 'forget what was accepted for this checkout');
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const programs = readProjectPrograms(project.value);
    if (!programs.ok) return programs;
    const chosen = ['show', 'accept', 'remove'].filter((name) => options[name] !== undefined);
    if (chosen.length > 1)
      return fail({ reason: 'usage', message: `--${chosen.join(' and --')} exclude each other`, command: 'trust' });
    if (options['show'] === true) return ok(shown(project.value, programs.value, io));
    const agent = refusedForAgents(project.value, io);
    if (agent) return fail(agent);
    if (options['remove'] === true) return remove(project.value, io);
    if (programs.value.hash === null || isAccepted(project.value, programs.value, io.env))
      return ok(shown(project.value, programs.value, io));
    return decide(project.value, programs.value, options['accept'], io);
  },
};

function shown(project: Project, programs: ProjectPrograms, io: Io): CommandOutput {
  const accepted = isAccepted(project, programs, io.env);
  const { hash, items } = programs;
  const end =
    hash === null
      ? 'Nothing in this checkout names a program or is one: there is nothing to accept.'
      : accepted
        ? 'Accepted: this runs here as it stands. Any change of it will need a new acceptance.'
        : `Not accepted: nothing of this runs.\nnext:  msd trust                     asks you, on a terminal\n       msd trust --accept ${hash}`;
  return { json: { hash, accepted, items }, human: [...programLines(programs), end].join('\n') };
}

async function decide(
  project: Project,
  programs: ProjectPrograms,
  given: unknown,
  io: Io,
): Promise<Result<CommandOutput, Failure>> {
  const hash = programs.hash ?? '';
  const refused = (detail: string) => fail<Failure>({ reason: 'trust-refused', hash, detail });
  if (given !== undefined) {
    if (given !== hash) return refused(`the hash given is not that of what is there now (${hash})`);
  } else {
    if (!io.interactive || io.json) return fail(untrusted(programs));
    io.stderr(
      `${programLines(programs).join('\n')}\nRun this in ${cleanText(project.root, 500)} from now on? Type yes to accept: `,
    );
    if ((await io.readLine())?.trim() !== 'yes') return refused('you did not type yes');
  }
  const kept = accept(project, programs, io.env, new Date());
  if (!kept.ok) return kept;
  return ok({
    json: { hash, accepted: true, items: programs.items },
    human: `Accepted. Kept in ${kept.value}; msd trust --remove takes it back.`,
  });
}

function remove(project: Project, io: Io): Result<CommandOutput, Failure> {
  const removed = forget(project, io.env);
  if (!removed.ok) return removed;
  return ok({
    json: { removed: removed.value },
    human: removed.value ? 'Forgotten: nothing of this checkout is accepted any more.' : 'Nothing was accepted here.',
  });
}

/** A person accepts; an agent's own edits are what this is for. */
function refusedForAgents(project: Project, io: Io): Failure | null {
  const person = personOnly(io, project, 'trust');
  if (!person.ok) return person.error;
  return io.env[MARK] ? { reason: 'in-agent-worktree', dir: io.cwd, mainCheckout: project.root } : null;
}
