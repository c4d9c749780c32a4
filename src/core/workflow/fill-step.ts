import { lookUp, type Scope } from './data-path.js';
import type { CommandStep, VerbCall } from './step.js';
import { valueText } from './value-text.js';

/** A command step with its values: what is run, as words or as a script with its environment. */
export interface FilledStep {
  /** The words after `msd` of each verb; null where the block needs a shell. */
  readonly verbs: readonly (readonly string[])[] | null;
  readonly script: string;
  /** `MSD_IN_1` and so on, in order. */
  readonly env: Readonly<Record<string, string>>;
}

/** Why a step cannot be run: the line of the placeholder, and what is wrong with its value, in words. */
export interface Unfilled {
  readonly line: number;
  readonly detail: string;
}

/** Puts the values of a scope where a command step asks for them. */
export function fillStep(
  step: CommandStep,
  scope: Scope,
): { readonly filled: FilledStep } | { readonly unfilled: Unfilled } {
  const texts: string[] = [];
  for (const number of step.bindings.keys()) {
    const text = bindingText(step, number + 1, scope);
    if (typeof text !== 'string') return { unfilled: text };
    texts.push(text);
  }
  return {
    filled: {
      verbs: step.verbs?.map((verb) => fillVerb(verb, texts)) ?? null,
      script: step.script,
      env: Object.fromEntries(texts.map((text, i) => [`MSD_IN_${i + 1}`, text])),
    },
  };
}

/** The text of one of a step's placeholders, or why it has none. @param number counted from 1 */
export function bindingText(step: CommandStep, number: number, scope: Scope): string | Unfilled {
  const { path, line } = step.bindings[number - 1]!;
  const value = valueText(lookUp(scope, path));
  if (!value.ok) return { line, detail: `{{${path.source}}}: ${value.why}` };
  if (!step.operands.includes(number) || !value.text.startsWith('-')) return value.text;
  return {
    line,
    detail: `{{${path.source}}}: its value begins with "-" and would be read as an option; put -- in front of the placeholder`,
  };
}

function fillVerb(verb: VerbCall, texts: readonly string[]): readonly string[] {
  return verb.words.map((word) => word.map((part) => (typeof part === 'number' ? texts[part - 1]! : part)).join(''));
}
