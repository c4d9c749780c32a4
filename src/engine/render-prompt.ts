import {
  MARKER_OPENING,
  parseDispatchIdentity,
  renderDispatchIdentityMarker,
  renderProseFrame,
} from '#hooks/lib/dispatch-identity.js';
import type { PlanNotFound } from '../core/phase/failures.js';
import { summaryFileOf } from '../core/phase/plan-name.js';
import { fail, ok, type Result } from '../core/result.js';
import { holds } from '../core/workflow/condition.js';
import { lookUp, type Scope } from '../core/workflow/data-path.js';
import type { PromptUnrenderable } from '../core/workflow/failures.js';
import { LIMITS } from '../core/workflow/limits.js';
import type { PromptName } from '../core/workflow/prompt-names.js';
import type { DispatchStep, Workflow } from '../core/workflow/step.js';
import type { Template } from '../core/workflow/template.js';
import { unreachable } from '../core/unreachable.js';
import { promptValue } from './prompt-value.js';

/** The index as far as a prompt is made from it (`msd plan index`). */
export interface PromptIndex {
  readonly phase: { readonly token: string; readonly name: string | null };
  readonly plans: readonly PromptPlan[];
}

export interface PromptPlan {
  readonly id: string;
  readonly number: string | null;
  readonly file: string;
  readonly title: string | null;
  readonly objective: string | null;
  readonly filesModified: readonly string[];
  readonly filesCreated: readonly string[];
  readonly filesDeleted: readonly string[];
}

/** The recorded decision as far as a prompt is made from it (DESIGN §5). */
export interface PromptDecision {
  readonly isolation: string;
  readonly reason: string | null;
  readonly scope: { readonly phase: string; readonly plan: string | null };
}

/** Where the executor finds things, where that is not where the index has them. */
export interface PromptPlaces {
  readonly planFile?: string;
  readonly summaryFile?: string;
  /** The project's folder from the top of the checkout: what the plan's own paths are relative to. Default: the top. */
  readonly projectDir?: string;
  /** Who starts the executor; default: the host where the record says that it makes the worktree, else msd. */
  readonly startedBy?: 'msd' | 'host';
  /** The dispatch step of a workflow that has several; default the first. */
  readonly step?: string;
}

export interface RenderedPrompt {
  readonly marker: string;
  readonly prompt: string;
}

/**
 * The prompt of one dispatch, from the workflow's own template: the marker is made from the recorded decision, and
 * whatever a plan says is cleaned, bounded and kept from naming a second identity.
 * @param decision the record for this plan, or for its phase
 * @returns the prompt, which parses back to exactly this phase and plan
 */
export function renderPrompt(
  workflow: Workflow,
  index: PromptIndex,
  planId: string,
  decision: PromptDecision,
  places: PromptPlaces = {},
): Result<RenderedPrompt, PlanNotFound | PromptUnrenderable> {
  const plan = index.plans.find((one) => one.id === planId);
  const phase = index.phase.token;
  if (!plan) return fail({ reason: 'plan-not-found', phase, plan: planId, known: index.plans.map((one) => one.id) });
  const refuse = (detail: string) => fail<PromptUnrenderable>({ reason: 'prompt-unrenderable', plan: planId, detail });
  const step = dispatchStep(workflow, places.step);
  if (!step)
    return refuse(`workflow ${workflow.name} has no prompt block${places.step ? ` called ${places.step}` : ''}`);
  if (decision.scope.plan !== null && decision.scope.plan !== planId)
    return refuse(`the decision is recorded for ${decision.scope.plan}`);
  const marker = renderDispatchIdentityMarker({ phase, plan: planId });
  if (marker === '') return refuse('its name or its phase cannot be written into a marker and read back');
  const scope = promptScope(step, index, plan, decision, places, marker);
  const text = new Assembly(scope, marker).fill(step.template);
  if (typeof text !== 'string') return refuse(text.problem);
  if (text.length > LIMITS.prompt) return refuse(`the prompt is longer than ${LIMITS.prompt} characters`);
  const read = parseDispatchIdentity(text);
  if (read.ambiguous || read.phase !== phase || read.plan !== planId)
    return refuse('its text does not read back as this plan and no other');
  return ok({ marker, prompt: text });
}

function dispatchStep(workflow: Workflow, id: string | undefined): DispatchStep | undefined {
  return workflow.steps.find(
    (step): step is DispatchStep => step.kind === 'dispatch' && (id === undefined || step.id === id),
  );
}

function promptScope(
  step: DispatchStep,
  index: PromptIndex,
  plan: PromptPlan,
  decision: PromptDecision,
  places: PromptPlaces,
  marker: string,
): Scope {
  const phase = index.phase.token;
  const number = plan.number ?? plan.id;
  const frame = (phaseName: string | null): string => renderProseFrame({ planNumber: number, phase, phaseName });
  const values: Readonly<Record<PromptName, unknown>> = {
    marker,
    sentence: frame(index.phase.name) || frame(null),
    phase_number: phase,
    phase_name: index.phase.name ?? '',
    plan_id: plan.id,
    plan_number: number,
    plan_title: plan.title ?? plan.id,
    plan_objective: plan.objective,
    plan_file: places.planFile ?? plan.file,
    summary_file: places.summaryFile ?? summaryFileOf(places.planFile ?? plan.file),
    files_modified: [...new Set([...plan.filesModified, ...plan.filesCreated])],
    files_deleted: plan.filesDeleted,
    project_dir: places.projectDir ?? '',
    started_by: places.startedBy ?? (decision.isolation === 'harness-worktree' ? 'host' : 'msd'),
    decision,
  };
  return new Map<string, unknown>([
    [step.loop.list.segments[0], index],
    [step.loop.variable, plan],
    ...Object.entries(values),
  ]);
}

/** A prompt in the making. The marker counts once, where the template's first line has it. */
class Assembly {
  readonly #scope: Scope;
  readonly #marker: string;

  constructor(scope: Scope, marker: string) {
    this.#scope = scope;
    this.#marker = marker;
  }

  fill(template: Template): string | { readonly problem: string } {
    const filled = this.#parts(template);
    if (typeof filled !== 'string') return filled;
    // The workflow's check makes the template begin with the marker; every other opening is somebody's text.
    if (!filled.startsWith(this.#marker)) return { problem: 'its template does not begin with the marker' };
    return this.#marker + withoutOpenings(filled.slice(this.#marker.length));
  }

  #parts(template: Template): string | { readonly problem: string } {
    let text = '';
    for (const part of template) {
      switch (part.kind) {
        case 'text':
          text += part.text;
          break;
        case 'value': {
          const path = part.path.source;
          const value = lookUp(this.#scope, part.path);
          if (value === null || value === undefined || (path === 'sentence' && value === ''))
            return { problem: `${part.place.file}:${part.place.line} {{${path}}} has no value` };
          text += path === 'marker' || path === 'sentence' ? String(value) : promptValue(value, part.alone);
          break;
        }
        case 'section': {
          const inner = this.#parts(holds(part.condition, this.#scope) ? part.whenTrue : part.whenFalse);
          if (typeof inner !== 'string') return inner;
          text += inner;
          break;
        }
        default:
          return unreachable(part);
      }
    }
    return text;
  }
}

/** Takes the bracket from every opening of a marker, so that none can be read in text that is not ours. */
function withoutOpenings(text: string): string {
  return text.replaceAll(MARKER_OPENING, `(${MARKER_OPENING.slice(1)}`);
}
