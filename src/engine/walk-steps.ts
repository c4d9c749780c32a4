import type { Failure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';
import { holds } from '../core/workflow/condition.js';
import { lookUp, type Scope } from '../core/workflow/data-path.js';
import type { StepFailed } from '../core/workflow/failures.js';
import { fillStep, type FilledStep } from '../core/workflow/fill-step.js';
import { type Unit, unitsOf } from '../core/workflow/groups.js';
import { LIMITS } from '../core/workflow/limits.js';
import { findUnresolved, stepsThatMayRun } from './preflight.js';
import type { CommandStep, DispatchStep, Loop, Step, Workflow } from '../core/workflow/step.js';

/** What one of msd's verbs answered. */
export interface VerbAnswer {
  readonly json: unknown;
  readonly text: string | null;
  readonly exitCode: number;
}

export interface ShellAnswer {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The end of what it said on stderr. */
  readonly stderrTail: string;
}

/** A dispatch that is due: everything known at that point, the item included under the loop's variable. */
export interface DispatchRequest {
  readonly workflow: Workflow;
  readonly step: DispatchStep;
  readonly item: unknown;
  readonly scope: Scope;
}

/** How one item's way through its pipeline ended. */
export type ItemOutcome =
  | { readonly ok: true; readonly results: ReadonlyMap<string, unknown> }
  | { readonly ok: false; readonly step: Step; readonly error: Failure };

export interface PipelineRun {
  readonly loop: Loop;
  readonly steps: readonly Step[];
  readonly items: readonly unknown[];
  /** What was known when the pipeline began. */
  readonly scope: Scope;
}

/**
 * Runs the items of a pipeline in the order and as many at once as it likes; an item it leaves out is not run.
 * `runItem` may be asked again for the same item and then answers with the same run.
 */
export type Schedule = (
  run: PipelineRun,
  runItem: (item: unknown) => Promise<ItemOutcome>,
) => Promise<Result<null, Failure>>;

/** The outside, as the walk needs it. */
export interface WalkPorts {
  /** Runs `msd WORDS…` in this process, with `--json` as the words say. */
  verb(words: readonly string[], step: CommandStep): Promise<Result<VerbAnswer, Failure>>;
  /** Runs a script in a shell of its own: `sh -eu` or `bash -eu`, the values only in its environment. */
  shell(run: FilledStep & { readonly step: CommandStep }): Promise<Result<ShellAnswer, Failure>>;
  /** Starts an agent and waits for its answer; the answer is the step's result. */
  dispatch(request: DispatchRequest): Promise<Result<unknown, Failure>>;
  /** Default: one item after the other, a failed one does not stop the next. */
  readonly schedule?: Schedule;
  readonly emit?: (event: WalkEvent) => void;
  /** No further step is begun once aborted. */
  readonly signal?: AbortSignal;
}

export type WalkEvent =
  | { readonly type: 'step-started' | 'step-skipped'; readonly step: Step; readonly item: unknown }
  | { readonly type: 'step-finished'; readonly step: Step; readonly item: unknown; readonly result: unknown };

export interface Walked {
  /** The results of the steps outside pipelines, by step. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Every item that was run, in the order they ended. */
  readonly items: readonly { readonly item: unknown; readonly outcome: ItemOutcome }[];
}

/**
 * Walks a workflow: each step once, in the order of the file, each result kept under the step's name. A step that fails
 * ends the walk; an item that fails ends only its own pipeline.
 * @param inputs values of the workflow's inputs, as `readInputValues` gave them
 */
export async function walkSteps(
  workflow: Workflow,
  inputs: ReadonlyMap<string, unknown>,
  ports: WalkPorts,
): Promise<Result<Walked, Failure>> {
  const walk = new Walk(workflow, inputs, ports);
  for (const unit of unitsOf(workflow)) {
    const done = unit.kind === 'step' ? await walk.single(unit.step) : await walk.pipeline(unit);
    if (!done.ok) return done;
  }
  return ok({ results: walk.results, items: walk.items });
}

class Walk {
  readonly results = new Map<string, unknown>();
  readonly items: { item: unknown; outcome: ItemOutcome }[] = [];
  readonly #workflow: Workflow;
  readonly #ports: WalkPorts;
  readonly #scope: Map<string, unknown>;

  constructor(workflow: Workflow, inputs: ReadonlyMap<string, unknown>, ports: WalkPorts) {
    this.#workflow = workflow;
    this.#ports = ports;
    this.#scope = new Map(inputs);
  }

  async single(step: Step): Promise<Result<null, Failure>> {
    const done = await this.#run(step, this.#scope, null);
    if (!done.ok) return done;
    this.results.set(step.id, done.value);
    this.#scope.set(step.id, done.value);
    return ok(null);
  }

  async pipeline(unit: Extract<Unit, { kind: 'pipeline' }>): Promise<Result<null, Failure>> {
    const { loop, steps } = unit;
    const list = lookUp(this.#scope, loop.list);
    if (!Array.isArray(list)) return fail(this.#fault(steps[0]!, `${loop.list.source} is not a list`));
    const scope: Scope = new Map(this.#scope);
    const items = list.filter((item) => {
      const known = new Map([...scope, [loop.variable, item] as const]);
      return stepsThatMayRun(steps, known).length > 0;
    });
    for (const item of items) {
      const missing = findUnresolved(this.#workflow, unit, new Map([...scope, [loop.variable, item] as const]));
      if (missing) return fail(this.#fault(missing.step, missing.detail, missing.line));
    }
    const begun = new Map<unknown, Promise<ItemOutcome>>();
    const runItem = (item: unknown): Promise<ItemOutcome> => {
      const known = begun.get(item);
      if (known) return known;
      const run = this.#item(unit, new Map([...scope, [loop.variable, item] as const]), item);
      begun.set(item, run);
      return run;
    };
    return (this.#ports.schedule ?? oneAfterTheOther)({ loop, steps, items, scope }, runItem);
  }

  async #item(
    unit: Extract<Unit, { kind: 'pipeline' }>,
    scope: Map<string, unknown>,
    item: unknown,
  ): Promise<ItemOutcome> {
    const entry = { item, outcome: null as ItemOutcome | null };
    const results = new Map<string, unknown>();
    const end = (outcome: ItemOutcome): ItemOutcome => {
      this.items.push({ ...entry, outcome });
      return outcome;
    };
    for (const step of unit.steps) {
      const done = await this.#run(step, scope, item);
      if (!done.ok) return end({ ok: false, step, error: done.error });
      results.set(step.id, done.value);
      scope.set(step.id, done.value);
    }
    return end({ ok: true, results });
  }

  /** One step; a skipped one has the result null. */
  async #run(step: Step, scope: Scope, item: unknown): Promise<Result<unknown, Failure>> {
    if (this.#ports.signal?.aborted) return fail({ reason: 'interrupted', run: null });
    if (step.condition && !holds(step.condition, scope)) {
      this.#ports.emit?.({ type: 'step-skipped', step, item });
      return ok(null);
    }
    this.#ports.emit?.({ type: 'step-started', step, item });
    const done =
      step.kind === 'command'
        ? await this.#command(step, scope)
        : await this.#ports.dispatch({ workflow: this.#workflow, step, item, scope });
    if (done.ok) this.#ports.emit?.({ type: 'step-finished', step, item, result: done.value });
    return done;
  }

  async #command(step: CommandStep, scope: Scope): Promise<Result<unknown, Failure>> {
    const fill = fillStep(step, scope);
    if ('unfilled' in fill) return fail(this.#fault(step, fill.unfilled.detail, fill.unfilled.line));
    const { filled } = fill;
    if (filled.verbs === null) {
      const ran = await this.#ports.shell({ ...filled, step });
      if (!ran.ok) return ran;
      const { exitCode, stdout, stderrTail } = ran.value;
      if (exitCode !== 0)
        return fail(this.#fault(step, stderrTail.trim() || 'no words on stderr', undefined, exitCode));
      return this.#result(step, stdout);
    }
    const texts: string[] = [];
    let json: unknown = null;
    for (const words of filled.verbs) {
      const ran = await this.#ports.verb(words, step);
      if (!ran.ok) return ran;
      json = ran.value.json;
      const said = ran.value.text ?? '';
      if (ran.value.exitCode !== 0)
        return fail(
          this.#fault(
            step,
            `msd ${words.slice(0, 2).join(' ')}: ${said || 'the answer is no'}`,
            undefined,
            ran.value.exitCode,
          ),
        );
      if (said !== '') texts.push(said);
    }
    if (step.result === 'text') return ok(texts.join('\n').replace(/\n+$/, ''));
    return json === null || json === undefined ? fail(this.#fault(step, 'it answered no JSON')) : ok(json);
  }

  #result(step: CommandStep, stdout: string): Result<unknown, StepFailed> {
    if (stdout.length > LIMITS.output)
      return fail(this.#fault(step, `it printed more than ${LIMITS.output} characters`));
    if (step.result === 'text') return ok(stdout.replace(/\n+$/, ''));
    try {
      return ok(JSON.parse(stdout) as unknown);
    } catch (error) {
      return fail(this.#fault(step, `its output is not one JSON document: ${(error as Error).message}`));
    }
  }

  #fault(step: Step, detail: string, line?: number, exitCode: number | null = null): StepFailed {
    return {
      reason: 'step-failed',
      workflow: this.#workflow.name,
      step: step.id,
      line: line ?? step.place.line,
      exitCode,
      detail: detail.slice(0, 2000),
    };
  }
}

const oneAfterTheOther: Schedule = async (run, runItem) => {
  for (const item of run.items) {
    const outcome = await runItem(item);
    if (!outcome.ok && outcome.error.reason === 'interrupted') return fail(outcome.error);
  }
  return ok(null);
};
