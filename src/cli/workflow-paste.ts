import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Failure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';
import { conditionPaths, holds } from '../core/workflow/condition.js';
import { lookUp } from '../core/workflow/data-path.js';
import { literalWords } from '../core/workflow/check.js';
import { fillStep } from '../core/workflow/fill-step.js';
import { type Unit, unitsOf } from '../core/workflow/groups.js';
import { exportLines, pasteBlock } from '../core/workflow/paste.js';
import type { CommandStep, DispatchStep, Step, Workflow } from '../core/workflow/step.js';
import { findVerb } from '../core/workflow/verb-results.js';
import type { VerbReply } from './ask-verb.js';

/** What a pasted block is made from besides the workflow. */
export interface PasteOptions {
  readonly inputs: ReadonlyMap<string, unknown>;
  /** The plan whose way through each `for-each` is shown. */
  readonly plan: string | null;
  /** Asks a verb that only reads, for the values of what follows. */
  readonly ask: (words: readonly string[]) => Promise<Result<VerbReply, Failure>>;
}

/** One step as shown. */
export interface PastedStep {
  readonly id: string;
  readonly line: number;
  /** `needs-answer`: shown as comments, because it needs what the agent or an earlier block answers. */
  readonly state: 'ready' | 'skipped' | 'needs-answer';
  /** Lines to paste, without comment signs. */
  readonly lines: readonly string[];
  readonly note: string | null;
}

/**
 * The blocks of a workflow with the values they would be run with, for one plan (DESIGN §7). Verbs that only read are
 * asked, so that what depends on them is filled in; nothing else is run.
 */
export async function pasteWorkflow(
  workflow: Workflow,
  options: PasteOptions,
): Promise<Result<readonly PastedStep[], Failure>> {
  const paste = new Paste(workflow, options);
  for (const unit of unitsOf(workflow)) {
    const failure = unit.kind === 'step' ? await paste.step(unit.step) : await paste.pipeline(unit);
    if (failure) return fail(failure);
  }
  return ok(paste.steps);
}

class Paste {
  readonly steps: PastedStep[] = [];
  readonly #workflow: Workflow;
  readonly #options: PasteOptions;
  readonly #scope: Map<string, unknown>;
  /** Steps whose results are not there before the block before them was run. */
  readonly #unknown = new Set<string>();
  #dispatched = false;

  constructor(workflow: Workflow, options: PasteOptions) {
    this.#workflow = workflow;
    this.#options = options;
    this.#scope = new Map(options.inputs);
  }

  async pipeline(unit: Extract<Unit, { kind: 'pipeline' }>): Promise<Failure | null> {
    const { loop, steps } = unit;
    const list = lookUp(this.#scope, loop.list);
    if (!Array.isArray(list)) {
      for (const step of steps) {
        const lines = step.kind === 'command' ? step.script.split('\n') : [];
        this.#add(step, 'needs-answer', lines, `for each of ${loop.list.source}, which is not known before it was run`);
        this.#unknown.add(step.id);
      }
      return null;
    }
    const { plan } = this.#options;
    const names = list.map((item) => String((item as { id?: unknown } | null)?.id ?? item));
    if (plan === null)
      return {
        reason: 'usage',
        message: `which of ${loop.list.source}? give --plan, one of: ${names.slice(0, 20).join(', ') || 'none'}`,
        command: 'workflow show',
      };
    const at = names.indexOf(plan);
    if (at === -1)
      return { reason: 'plan-not-found', phase: String(this.#scope.get('phase') ?? ''), plan, known: names };
    this.#scope.set(loop.variable, list[at]);
    for (const step of steps) {
      const failure = await this.step(step);
      if (failure) return failure;
    }
    this.#scope.delete(loop.variable);
    return null;
  }

  async step(step: Step): Promise<Failure | null> {
    const waits = step.condition ? this.#waitsFor(conditionPaths(step.condition.node)) : null;
    if (step.condition && waits === null && !holds(step.condition, this.#scope)) {
      this.#add(step, 'skipped', [], `not run: ${step.condition.source}`);
      this.#scope.set(step.id, null);
      return null;
    }
    const note = step.condition && waits !== null ? `only if ${step.condition.source}` : null;
    if (step.kind === 'dispatch') return this.#dispatch(step, note);
    return this.#command(step, note);
  }

  async #command(step: CommandStep, note: string | null): Promise<Failure | null> {
    const needs = this.#waitsFor(step.bindings.map((binding) => binding.path));
    if (needs !== null) {
      this.#add(step, 'needs-answer', step.script.split('\n'), `needs the answer of ${needs}`);
      this.#unknown.add(step.id);
      return null;
    }
    const fill = fillStep(step, this.#scope);
    if ('unfilled' in fill)
      return {
        reason: 'step-failed',
        workflow: this.#workflow.name,
        step: step.id,
        line: fill.unfilled.line,
        exitCode: null,
        detail: fill.unfilled.detail,
      };
    const { filled } = fill;
    const names = Object.keys(filled.env);
    const lines = [
      ...names.flatMap((name) => exportLines(name, filled.env[name]!)),
      ...pasteBlock(filled.script, step.shell),
      ...(names.length > 0 ? [`unset ${names.join(' ')}`] : []),
    ];
    this.#add(step, this.#dispatched || note !== null ? 'needs-answer' : 'ready', lines, note ?? this.#afterAgent());
    const call = step.verbs?.length === 1 ? step.verbs[0]! : null;
    if (!call || this.#dispatched || !findVerb(literalWords(call))?.verb.reads) {
      this.#unknown.add(step.id);
      return null;
    }
    const reply = await this.#options.ask(filled.verbs![0]!);
    if (!reply.ok) return reply.error;
    this.#scope.set(step.id, step.result === 'json' ? reply.value.json : reply.value.text);
    return null;
  }

  #dispatch(step: DispatchStep, note: string | null): Failure | null {
    const index = this.#scope.get(step.loop.list.segments[0]) as { phase?: { token?: unknown } } | undefined;
    const plan = this.#scope.get(step.loop.variable) as { id?: unknown };
    const phase = String(index?.phase?.token ?? this.#scope.get('phase') ?? '');
    const more = this.#workflow.name === 'execute-phase' ? '' : ` --workflow ${this.#workflow.name}`;
    const lines = [
      ...exportLines('MSD_IN_1', phase),
      ...exportLines('MSD_IN_2', String(plan.id)),
      `msd dispatch prompt --phase "$MSD_IN_1" --plan "$MSD_IN_2"${more}`,
      'unset MSD_IN_1 MSD_IN_2',
    ];
    this.#add(
      step,
      this.#dispatched ? 'needs-answer' : 'ready',
      lines,
      note ?? `start ${step.agent} with exactly what this prints`,
    );
    this.#dispatched = true;
    this.#unknown.add(step.id);
    return null;
  }

  #afterAgent(): string | null {
    return this.#dispatched ? 'when the agent has answered' : null;
  }

  #waitsFor(paths: readonly { readonly segments: readonly [string, ...string[]] }[]): string | null {
    return paths.map((path) => path.segments[0]).find((root) => this.#unknown.has(root)) ?? null;
  }

  #add(step: Step, state: PastedStep['state'], lines: readonly string[], note: string | null): void {
    this.steps.push({ id: step.id, line: step.place.line, state, lines, note });
  }
}

/** The blocks as text: what cannot be run yet, and every word about them, as comments. */
export function pastedText(workflow: Workflow, steps: readonly PastedStep[], head: string): string {
  const comment = (text: string): string => `# ${cleanText(text, 400)}`;
  const parts = steps.map((step) => {
    const title = workflow.steps.find((one) => one.id === step.id)?.title ?? '';
    const first = comment(`${step.id} (line ${step.line}): ${title}`);
    const note = step.note === null ? [] : [comment(step.note)];
    const lines = step.state === 'ready' ? step.lines : step.lines.map((line) => `# ${line}`);
    return [first, ...note, ...lines].join('\n');
  });
  return [comment(head), ...parts].join('\n\n');
}
