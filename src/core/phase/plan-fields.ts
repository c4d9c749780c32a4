import type { ProblemFacts } from './problems.js';
import type { YamlMap, YamlValue } from './yaml-map.js';

/** What a plan's frontmatter says, as written; meaning is given elsewhere. */
export interface PlanFields {
  readonly title: string | null;
  readonly objective: string | null;
  /** Tokens of `depends_on`, without those that mean none. */
  readonly dependsOn: readonly string[];
  /** null: none declared, or not a whole number. */
  readonly declaredWave: number | null;
  /** Entries of each list as written; null: not declared, or not a list. */
  readonly filesModified: readonly string[] | null;
  readonly filesCreated: readonly string[];
  readonly filesDeleted: readonly string[];
  readonly autonomous: boolean;
  readonly agentHint: string | null;
  readonly status: string | null;
}

/** A problem of one value, with the key and, where it helps to find the line, the text that is wrong. */
export interface FieldProblem {
  readonly facts: ProblemFacts;
  readonly key: string;
  readonly text?: string;
}

/** Field of a key, however it is spelled (`depends_on`, `depends-on`, `dependsOn`). */
const FIELDS = {
  title: 'title',
  objective: 'objective',
  dependson: 'dependsOn',
  wave: 'wave',
  filesmodified: 'filesModified',
  filescreated: 'filesCreated',
  filesdeleted: 'filesDeleted',
  autonomous: 'autonomous',
  agenthint: 'agentHint',
  status: 'status',
} as const satisfies Record<string, string>;
type Field = (typeof FIELDS)[keyof typeof FIELDS];
const LIST = 'a list of texts, e.g. [03-01, 03-02]';
/** Words that declare nothing. */
const NOTHING = /^(?:|none|null|nil|~|n\/a|na|-+|—|–|\[\])$/i;

/** The field that a key names, or null. */
function fieldOf(key: string): Field | null {
  const name = key.toLowerCase().replace(/[-_]/g, '');
  return Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof typeof FIELDS] : null;
}

/** Reads the fields that msd uses, each with its type; what has another type is a problem that names key, found and accepted. */
export function readPlanFields(map: YamlMap): {
  readonly fields: PlanFields;
  readonly problems: readonly FieldProblem[];
} {
  const problems: FieldProblem[] = [];
  const values = new Map<Field, { readonly key: string; readonly value: YamlValue }>();
  for (const [key, value] of map) {
    const field = typeof key === 'string' ? fieldOf(key) : null;
    if (field === null || typeof key !== 'string') continue;
    if (values.has(field)) problems.push({ facts: { code: 'key-twice', key }, key });
    values.set(field, { key, value });
  }
  const wrong = (
    code: 'depends-on-type' | 'value-type' | 'wave-invalid' | 'autonomous-invalid',
    field: Field,
    accepted: string,
    text?: string,
  ) => {
    const { key, value } = values.get(field) ?? { key: field, value: '' };
    const facts = { code, key, found: text ?? describe(value), accepted } as const;
    problems.push(text === undefined ? { facts, key } : { facts, key, text });
  };
  const text = (field: Field): string | null => {
    const value = values.get(field)?.value;
    if (value === undefined || value === '') return null;
    if (typeof value === 'string') return value;
    wrong('value-type', field, 'a text');
    return null;
  };
  const list = (field: Field, code: 'depends-on-type' | 'value-type'): readonly string[] | null => {
    const value = values.get(field)?.value;
    if (value === undefined) return null;
    if (typeof value === 'string') return [value];
    const items = Array.isArray(value) ? (value as readonly YamlValue[]) : null;
    if (items?.every((item) => typeof item === 'string')) return items as readonly string[];
    wrong(code, field, LIST);
    return null;
  };
  const files = (field: Field): readonly string[] | null => {
    // A key with nothing behind it declares nothing that could be relied on.
    if (values.get(field)?.value === '') return null;
    return list(field, 'value-type')?.filter((entry) => !NOTHING.test(entry.trim())) ?? null;
  };

  const wave = text('wave')?.trim() ?? null;
  const waveIsNumber = wave !== null && /^[0-9]{1,6}$/.test(wave);
  if (wave !== null && !waveIsNumber && !NOTHING.test(wave)) wrong('wave-invalid', 'wave', 'a whole number', wave);
  const autonomous = text('autonomous')?.trim() ?? 'true';
  const said = /^(?:(true|yes|on)|(false|no|off))$/i.exec(autonomous);
  if (said === null) wrong('autonomous-invalid', 'autonomous', 'true or false', autonomous);

  return {
    fields: {
      title: text('title'),
      objective: text('objective'),
      dependsOn: (list('dependsOn', 'depends-on-type') ?? []).filter((token) => !NOTHING.test(token.trim())),
      declaredWave: waveIsNumber ? Number(wave) : null,
      filesModified: files('filesModified'),
      filesCreated: files('filesCreated') ?? [],
      filesDeleted: files('filesDeleted') ?? [],
      // What cannot be understood needs a person.
      autonomous: said?.[1] !== undefined,
      agentHint: text('agentHint'),
      status: text('status'),
    },
    problems,
  };
}

function describe(value: YamlValue): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return 'a map';
  return value.some((item) => item instanceof Map) ? 'a list with a map in it' : 'a list with a list in it';
}
