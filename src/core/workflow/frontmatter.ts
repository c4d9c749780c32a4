import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { INPUT_TYPES, type InputSpec, type InputType, type ProblemCode } from './step.js';

/** The head of a workflow or reference file. */
export interface Head {
  readonly values: Readonly<Record<string, unknown>>;
  /** The line on which the Markdown begins, counted from 1. */
  readonly bodyLine: number;
  readonly body: string;
}

export type ReportLine = (code: ProblemCode, line: number, message: string) => void;

/** Splits a file with `\n` line ends. Without frontmatter the whole file is body and `values` is null. */
export function splitHead(text: string, report: ReportLine): Omit<Head, 'values'> & { values: Head['values'] | null } {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return { values: null, body: text, bodyLine: 1 };
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end === -1) {
    report('frontmatter-invalid', 1, 'the frontmatter is not closed by a line ---');
    return { values: {}, body: '', bodyLine: lines.length };
  }
  return {
    values: readYaml(lines.slice(1, end).join('\n'), report),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  };
}

function readYaml(text: string, report: ReportLine): Head['values'] {
  try {
    const value: unknown = load(text, { schema: FAILSAFE_SCHEMA }) ?? {};
    if (isMap(value)) return value;
    report('frontmatter-invalid', 2, 'the frontmatter is not a list of "key: value"');
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    report('frontmatter-invalid', (error.mark?.line ?? 0) + 2, error.reason);
  }
  return {};
}

/** Names that placeholders have for other things. */
export type Reserved = ReadonlySet<string>;

/**
 * `inputs:` as a map from name to a type (`phase`, `plan`, `text`, `integer`, `boolean`) or to
 * `{type, description?, optional?, default?}`.
 */
export function readInputs(value: unknown, text: string, reserved: Reserved, report: ReportLine): readonly InputSpec[] {
  if (value === undefined) return [];
  if (!isMap(value)) {
    report('input-invalid', lineOf(text, 'inputs'), 'inputs is not a map from names to types');
    return [];
  }
  return Object.entries(value).flatMap(([name, spec]) => {
    const line = lineOf(text, name);
    const input = readInput(name, spec, line, report);
    if (reserved.has(name))
      report('name-reserved', line, `${name} is a name that prompts use: call the input otherwise`);
    return input ? [input] : [];
  });
}

function readInput(name: string, value: unknown, line: number, report: ReportLine): InputSpec | null {
  const spec = typeof value === 'string' ? { type: value } : value;
  const problem = (message: string): null => {
    report('input-invalid', line, `input ${name.slice(0, 40)}: ${message}`);
    return null;
  };
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) return problem('a name is lower-case letters, digits, _ and -');
  if (!isMap(spec)) return problem('its type is missing');
  const unknown = Object.keys(spec).find((key) => !['type', 'description', 'optional', 'default'].includes(key));
  if (unknown !== undefined) return problem(`${unknown.slice(0, 40)} is not type, description, optional or default`);
  const { type, description = '', optional = 'false', default: fallback = null } = spec;
  if (!INPUT_TYPES.includes(type as InputType)) return problem(`its type is not one of ${INPUT_TYPES.join(', ')}`);
  if (optional !== 'true' && optional !== 'false') return problem('optional is not true or false');
  if (typeof description !== 'string' || (fallback !== null && typeof fallback !== 'string'))
    return problem('description and default are texts');
  if (fallback !== null && inputValue(type as InputType, fallback) === undefined)
    return problem(`its default is not of type ${type as string}`);
  const required = optional === 'false' && fallback === null;
  return { name, type: type as InputType, required, description, fallback, line };
}

/** The value of an input from the text a person gave; undefined where it is not of the type. */
export function inputValue(type: InputType, text: string): string | number | boolean | undefined {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'text') return text;
  return text === '' || text.startsWith('-') ? undefined : text;
}

function lineOf(text: string, key: string): number {
  const index = text.split('\n').findIndex((line) => line.trimStart().startsWith(`${key}:`));
  return index === -1 ? 1 : index + 1;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
