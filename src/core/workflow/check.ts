import { vocabularyProblem } from './check-vocabulary.js';
import { conditionPaths } from './condition.js';
import type { DataPath } from './data-path.js';
import { unitsOf, type Unit } from './groups.js';
import { PROMPT_NAMES } from './prompt-names.js';
import type { Report } from './shell-block.js';
import type { CommandStep, DispatchStep, Place, Step, VerbCall, Workflow, WorkflowProblem } from './step.js';
import { type Template, templatePaths } from './template.js';
import { findVerb, PLAN_SHAPE, type Shape, shapeAt, VERBS } from './verb-results.js';

const ANY: Shape = { kind: 'any' };
const VALUE: Shape = { kind: 'value' };

/**
 * Judges what refers to what in a workflow that could be read: every placeholder and condition must lead to an input, an
 * earlier step's result or the loop's item, and to a field that the verb behind it answers.
 */
export function checkWorkflow(workflow: Workflow): readonly WorkflowProblem[] {
  const checker = new Checker(workflow);
  for (const unit of unitsOf(workflow)) checker.unit(unit);
  return checker.problems;
}

/** What may be referred to at a point of the workflow, by first segment. */
type Known = ReadonlyMap<string, Shape>;

class Checker {
  readonly problems: WorkflowProblem[] = [];
  readonly #workflow: Workflow;
  readonly #known: Map<string, Shape>;
  readonly #ids = new Set<string>();

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
    this.#known = new Map(workflow.inputs.map((input) => [input.name, VALUE]));
  }

  unit(unit: Unit): void {
    if (unit.kind === 'step') {
      this.#step(unit.step, this.#known);
      this.#known.set(unit.step.id, resultShape(unit.step));
      return;
    }
    const item = this.#item(unit);
    const inside = new Map([...this.#known, [unit.loop.variable, item] as const]);
    for (const [i, step] of unit.steps.entries()) {
      if (step.kind === 'dispatch' && !unit.steps.slice(0, i).some(records))
        this.#report(
          'gate-missing',
          step.place,
          'nothing in front of this prompt, in the same for-each, records where the plan may run: msd isolation record …',
        );
      this.#step(step, inside);
      inside.set(step.id, resultShape(step));
    }
  }

  #report: Report = (code, place, message) => {
    this.problems.push({ code, file: place.file, line: place.line, message });
  };

  /** The shape of a loop's item. */
  #item(unit: Extract<Unit, { kind: 'pipeline' }>): Shape {
    const { loop, steps } = unit;
    const place = steps[0]!.place;
    if (this.#known.has(loop.variable) || this.#workflow.steps.some((step) => step.id === loop.variable))
      this.#report('loop-invalid', place, `${loop.variable} is the name of an input or step: call the item otherwise`);
    const list = this.#shapeOf(loop.list, this.#known, place);
    const item = list?.kind === 'list' ? list.of : ANY;
    if (list !== null && list.kind !== 'list' && list.kind !== 'any')
      this.#report('loop-not-a-list', place, `${loop.list.source} is not a list`);
    if (steps.some((step) => step.kind === 'dispatch') && item !== PLAN_SHAPE)
      this.#report(
        'dispatch-not-per-plan',
        place,
        `a prompt block works on the plans of a phase: for-each="${loop.variable} in STEP.plans" where STEP is msd plan index … --json`,
      );
    return item;
  }

  #step(step: Step, known: Known): void {
    if (this.#ids.has(step.id)) this.#report('step-duplicate', step.place, `two steps are called ${step.id}`);
    if (this.#workflow.inputs.some((input) => input.name === step.id))
      this.#report('step-duplicate', step.place, `${step.id} is the name of an input`);
    this.#ids.add(step.id);
    if (step.condition) for (const path of conditionPaths(step.condition.node)) this.#shapeOf(path, known, step.place);
    if (step.kind === 'command') this.#command(step, known);
    else this.#dispatch(step, known);
  }

  #command(step: CommandStep, known: Known): void {
    for (const binding of step.bindings)
      this.#shapeOf(binding.path, known, { file: step.place.file, line: binding.line });
    for (const call of step.verbs ?? []) {
      const words = literalWords(call);
      const place = { file: step.place.file, line: call.line };
      const found = findVerb(words);
      const wrong = found?.name === 'isolation record' ? vocabularyProblem(call) : null;
      if (wrong) this.#report('verb-invalid', place, `msd isolation record: ${wrong}`);
      if (found) continue;
      const said = words.slice(0, 2).join(' ');
      this.#report('verb-unknown', place, `msd ${said}: workflows may run ${Object.keys(VERBS).join(', ')}`);
    }
  }

  #dispatch(step: DispatchStep, known: Known): void {
    const inside = new Map(known);
    // A prompt can be rendered without running anything: only what the index and the recorded decision hold is there.
    for (const name of known.keys())
      if (name !== step.loop.variable && name !== step.loop.list.segments[0]) inside.delete(name);
    for (const name of Object.keys(PROMPT_NAMES)) inside.set(name, promptShape(name));
    for (const { path, place } of templatePaths(step.template)) {
      if (known.has(path.segments[0]) && !inside.has(path.segments[0]))
        this.#report(
          'placeholder-out-of-scope',
          place,
          `{{${path.source}}}: a prompt may use ${[...inside.keys()].join(', ')}`,
        );
      else this.#shapeOf(path, inside, place);
    }
    const [first] = step.template;
    const begins = first?.kind === 'value' && first.path.source === 'marker' && first.alone;
    if (!begins) this.#report('marker-missing', step.place, 'a prompt begins with {{marker}} on a line of its own');
    if (!topValues(step.template).includes('sentence'))
      this.#report('marker-missing', step.place, 'a prompt holds {{sentence}}, outside every {{#if}}');
    const spelled = spelledMarker(step.template);
    if (spelled) this.#report('marker-spelled', spelled, 'the marker is never spelled out: write {{marker}}');
  }

  /** The shape a path leads to; null where it leads nowhere, which is reported. */
  #shapeOf(path: DataPath, known: Known, place: Place): Shape | null {
    const [root, ...rest] = path.segments;
    const shape = known.get(root);
    if (!shape) {
      this.#unknown(path, root, known, place);
      return null;
    }
    const found = shapeAt(shape, rest);
    if ('shape' in found) return found.shape;
    const has = found.known.length > 0 ? `it has ${found.known.join(', ')}` : 'it has no fields';
    this.#report('placeholder-unknown', place, `${path.source}: there is no ${found.unknown}; ${has}`);
    return null;
  }

  #unknown(path: DataPath, root: string, known: Known, place: Place): void {
    const later = this.#workflow.steps.find((step) => step.id === root);
    if (later === undefined)
      this.#report(
        'placeholder-unknown',
        place,
        `${path.source}: there is no ${root}; known here: ${[...known.keys()].join(', ') || 'nothing'}`,
      );
    else if (this.#ids.has(root))
      this.#report(
        'placeholder-out-of-scope',
        place,
        `${path.source}: ${root} has a result for each item, known only in its own for-each`,
      );
    else this.#report('placeholder-too-early', place, `${path.source}: step ${root} has not run yet here`);
  }
}

function records(step: Step): boolean {
  return (
    step.kind === 'command' &&
    (step.verbs?.some((call) => findVerb(literalWords(call))?.name === 'isolation record') ?? false)
  );
}

function resultShape(step: Step): Shape {
  if (step.kind === 'dispatch') return ANY;
  if (step.result === 'text') return VALUE;
  const call = step.verbs?.[0];
  return (call && findVerb(literalWords(call))?.verb.result) ?? ANY;
}

/** The words in front of the first that is not written out. */
export function literalWords(call: VerbCall): readonly string[] {
  const words: string[] = [];
  for (const word of call.words) {
    if (word.some((part) => typeof part === 'number')) break;
    words.push(word.join(''));
  }
  return words;
}

function promptShape(name: string): Shape {
  if (name === 'decision') return VERBS['isolation record']!.result;
  return name.startsWith('files_') ? { kind: 'list', of: VALUE } : VALUE;
}

function topValues(template: Template): readonly string[] {
  return template.flatMap((part) => (part.kind === 'value' ? [part.path.source] : []));
}

function spelledMarker(template: Template): Place | null {
  for (const part of template) {
    // msd-drift-allow(marker): parse — core loads no hook; anything like a marker is refused in a workflow, however it is spelled
    if (part.kind === 'text' && /\[\s*msd\s*:/i.test(part.text)) return part.place;
    const inner = part.kind === 'section' ? (spelledMarker(part.whenTrue) ?? spelledMarker(part.whenFalse)) : null;
    if (inner) return inner;
  }
  return null;
}
