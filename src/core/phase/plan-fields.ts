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

/** A problem of one key's value. */
export interface FieldProblem {
  readonly facts: ProblemFacts;
  readonly key: string;
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

function isSomething(entry: string): boolean {
  return (entry.length > 8 && entry.charCodeAt(0) > DASH) || !NOTHING.test(entry.trim());
}

/** Of the words that declare nothing, the longer ones begin with one of these or a smaller character. */
const DASH = 0x2d;

/** The field that a key names, or null. */
function fieldOf(key: string): Field | null {
  const spelled = USUAL.get(key);
  if (spelled !== undefined) return spelled;
  const name = key.toLowerCase().replace(/[-_ ]/g, '');
  return Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof typeof FIELDS] : null;
}

/** Keys that look as if they said what another key says: they are not read, and that is told. */
const MISTAKEN: ReadonlyMap<string, string> = new Map([
  ...['depends', 'dependency', 'dependencies', 'blocked_by', 'after'].map((key) => [key, 'depends_on'] as const),
  ...['files', 'files_touched', 'files_changed', 'modifies'].map((key) => [key, 'files_modified'] as const),
]);

/** Keys as nearly everyone spells them; null for those that are no field. */
const USUAL: ReadonlyMap<string, Field | null> = new Map<string, Field | null>([
  ...Object.entries(FIELDS),
  ['depends_on', 'dependsOn'],
  ['files_modified', 'filesModified'],
  ['files_created', 'filesCreated'],
  ['files_deleted', 'filesDeleted'],
  ['agent_hint', 'agentHint'],
  ...['phase', 'plan', 'type', 'requirements', 'must_haves', 'user_setup', 'tags'].map((key) => [key, null] as const),
]);

/** A key as written, with its value. */
interface Written {
  readonly key: string;
  readonly value: YamlValue;
}
type Values = { [F in Field]?: Written };

/** Reads the fields that msd uses, each with its type; what has another type is a problem that names key, found and accepted. */
export function readPlanFields(map: YamlMap): {
  readonly fields: PlanFields;
  readonly problems: readonly FieldProblem[];
} {
  const problems: FieldProblem[] = [];
  const values: Values = {};
  for (const [key, value] of map) {
    if (typeof key !== 'string') continue;
    const field = fieldOf(key);
    if (field === null) {
      const instead = MISTAKEN.get(key);
      if (instead !== undefined && !isNothing(value))
        problems.push({ facts: { code: 'key-ignored', key, instead }, key });
      continue;
    }
    if (values[field] !== undefined) problems.push({ facts: { code: 'key-twice', key }, key });
    values[field] = { key, value };
  }
  const fields: PlanFields = {
    title: textOf(values.title, problems),
    objective: textOf(values.objective, problems),
    dependsOn: listOf(values.dependsOn, 'depends-on-type', problems)?.filter(isSomething) ?? [],
    declaredWave: waveOf(values.wave, problems),
    filesModified: filesOf(values.filesModified, problems),
    filesCreated: filesOf(values.filesCreated, problems) ?? [],
    filesDeleted: filesOf(values.filesDeleted, problems) ?? [],
    autonomous: autonomousOf(values.autonomous, problems),
    agentHint: textOf(values.agentHint, problems),
    status: textOf(values.status, problems),
  };
  return { fields, problems };
}

function textOf(written: Written | undefined, problems: FieldProblem[]): string | null {
  if (written === undefined || written.value === '') return null;
  if (typeof written.value === 'string') return written.value;
  problems.push(wrong('value-type', written, 'a text'));
  return null;
}

function listOf(
  written: Written | undefined,
  code: 'depends-on-type' | 'value-type',
  problems: FieldProblem[],
): readonly string[] | null {
  if (written === undefined) return null;
  const { value } = written;
  if (typeof value === 'string') return [value];
  const items = Array.isArray(value) ? (value as readonly YamlValue[]) : null;
  if (items?.every(isText)) return items;
  problems.push(wrong(code, written, LIST));
  return null;
}

function filesOf(written: Written | undefined, problems: FieldProblem[]): readonly string[] | null {
  // A key with nothing behind it declares nothing that could be relied on.
  if (written === undefined || written.value === '') return null;
  return listOf(written, 'value-type', problems)?.filter(isSomething) ?? null;
}

function waveOf(written: Written | undefined, problems: FieldProblem[]): number | null {
  const wave = textOf(written, problems)?.trim();
  if (written === undefined || wave === undefined || NOTHING.test(wave)) return null;
  if (/^[0-9]{1,6}$/.test(wave)) return Number(wave);
  problems.push(wrong('wave-invalid', written, 'a whole number', wave));
  return null;
}

/** What cannot be understood needs a person. */
function autonomousOf(written: Written | undefined, problems: FieldProblem[]): boolean {
  if (written === undefined || written.value === '') return true;
  const said = textOf(written, problems)?.trim().toLowerCase();
  if (said === undefined) return false;
  if (said === 'true' || said === 'yes' || said === 'on') return true;
  if (said !== 'false' && said !== 'no' && said !== 'off')
    problems.push(wrong('autonomous-invalid', written, 'true or false', said));
  return false;
}

function wrong(
  code: 'depends-on-type' | 'value-type' | 'wave-invalid' | 'autonomous-invalid',
  { key, value }: Written,
  accepted: string,
  text?: string,
): FieldProblem {
  return { facts: { code, key, found: text ?? describe(value), accepted }, key };
}

function isNothing(value: YamlValue): boolean {
  return typeof value === 'string' ? NOTHING.test(value) : Array.isArray(value) && value.length === 0;
}

function isText(value: YamlValue): value is string {
  return typeof value === 'string';
}

function describe(value: YamlValue): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return 'a map';
  return value.some((item) => item instanceof Map) ? 'a list with a map in it' : 'a list with a list in it';
}
