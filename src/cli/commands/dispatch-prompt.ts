import { join, relative, sep } from 'node:path';
import { decisionFor, readSentinel } from '#hooks/lib/isolation-sentinel.js';
import { fail, ok } from '../../core/result.js';
import { type PromptPlaces, renderPrompt } from '../../engine/render-prompt.js';
import { createGitWorld } from '../../world/git/git-world.js';
import { readPhaseIndex } from '../../world/planning-files.js';
import type { Project } from '../../world/project.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import type { Io } from '../io.js';
import { openWorkflows, workflowToRun } from '../own-workflows.js';

/** `msd dispatch prompt`: what the engine would give the executor of a plan, rendered from the recorded decision (DESIGN §7). */
export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--phase <phase>', 'number or directory name of the phase')
      .requiredOption('--plan <id>', 'id of the plan')
      .option('--workflow <name>', 'whose template is used', 'execute-phase');
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const opened = await openWorkflows(io);
    if (!opened.ok) return opened;
    const found = workflowToRun(opened.value, options['workflow'] as string);
    if (!found.ok) return found;
    const indexed = readPhaseIndex(project.value, options['phase'] as string);
    if (!indexed.ok) return indexed;
    const index = indexed.value;
    const phase = index.phase.token;
    const id = options['plan'] as string;
    const plan = index.plans.find((one) => one.id === id);
    if (!plan) return fail({ reason: 'plan-not-found', phase, plan: id, known: index.plans.map((one) => one.id) });
    const { record } = decisionFor(readSentinel(project.value), { phase, plan: id }, Date.now());
    if (record === null) return fail({ reason: 'decision-missing', phase, plan: id });
    const places = await placesOf(project.value, plan.file, io);
    const rendered = renderPrompt(found.value.workflow, index, id, record, places);
    if (!rendered.ok) return rendered;
    const { marker, prompt } = rendered.value;
    const { store: _, ...decision } = record;
    return ok({ json: { marker, prompt, decision }, human: prompt.trimEnd() });
  },
};

/**
 * Where the executor finds its plan: relative to the top of its checkout where a commit holds it, so that it is read in
 * the executor's own worktree; else its full path, since no worktree would have it (DESIGN §3).
 */
async function placesOf(project: Project, file: string, io: Io): Promise<PromptPlaces> {
  const top = project.rootCheckout ?? project.root;
  const inCheckout = relative(top, join(project.root, file)).split(sep).join('/');
  const git = createGitWorld({ env: io.env });
  const checkout = await git.checkout(top);
  const committed = checkout.ok && (await git.hasFile(checkout.value, checkout.value.head, inCheckout));
  const projectDir = relative(top, project.root).split(sep).join('/');
  return { planFile: committed ? inCheckout : join(project.root, file), projectDir };
}
