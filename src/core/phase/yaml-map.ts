import {
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  FAILSAFE_SCHEMA,
  getScalarValue,
  loadAll,
  parseEvents,
  realMapTag,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml';
import { readPlainYaml, YAML_LIMIT } from './plain-yaml.js';

/** A YAML value in which every scalar is the string that was written. Maps keep any key. */
export type YamlValue = string | readonly YamlValue[] | YamlMap;
export type YamlMap = ReadonlyMap<unknown, YamlValue>;

/** A key that stands twice in one map; `depth` 0 is the outermost. Lines are counted from 1 inside the source. */
export interface TwiceKey {
  readonly key: string;
  readonly line: number;
  readonly depth: number;
}

/** Reads the text between two rules as one map. */
export type ReadYaml = (source: string) => YamlResult;

export type YamlResult =
  | { readonly ok: true; readonly map: YamlMap; readonly twice: readonly TwiceKey[] }
  | { readonly ok: false; readonly reason: string; readonly line: number };

/** The failsafe schema, where tags that it does not know change nothing, and maps take any key. */
const anyTag = (prefix: string) => [
  defineScalarTag(prefix, { ...strTag, matchByTagPrefix: true, identify: () => false }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true, identify: () => false }),
  defineMappingTag(prefix, { ...realMapTag, matchByTagPrefix: true, identify: () => false }),
];
const SCHEMA = FAILSAFE_SCHEMA.withTags(realMapTag, anyTag('!'), anyTag('tag:'));
const DUPLICATE = 'duplicated mapping key';
const OUTDENTED = 'deficient indentation';
/** A bracket that closes a list at the margin of its key, as JSON is written: other parsers take it, and so does everyone who writes it. */
const CLOSING_BRACKET = /^ *[\]}]/gm;

/** Reads one YAML map, strictly by YAML 1.2. An empty source is an empty map. */
export function readYamlMap(source: string): YamlResult {
  const plain = readPlainYaml(source);
  return plain === null ? parseYamlMap(source) : { ok: true, map: plain, twice: [] };
}

/** As `readYamlMap`, always by the YAML parser. */
export function parseYamlMap(source: string, indented = false): YamlResult {
  if (source.length > YAML_LIMIT) return { ok: false, reason: `more than ${YAML_LIMIT} characters`, line: 1 };
  let twice: readonly TwiceKey[] = [];
  let documents: unknown[];
  try {
    documents = loadAll(source, { schema: SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason === OUTDENTED && !indented) return parseYamlMap(source.replace(CLOSING_BRACKET, ' $&'), true);
    if (error.reason !== DUPLICATE) return refusal(error);
    try {
      documents = loadAll(source, { schema: SCHEMA, json: true });
      twice = findTwiceKeys(source);
    } catch (second) {
      if (second instanceof YAMLException) return refusal(second);
      throw second;
    }
  }
  if (documents.length > 1) return { ok: false, reason: 'more than one YAML document', line: 1 };
  const value = documents[0];
  if (value instanceof Map) return { ok: true, map: value as YamlMap, twice };
  if (value === undefined || value === '') return { ok: true, map: new Map(), twice };
  return { ok: false, reason: Array.isArray(value) ? 'a list, not keys' : 'text, not keys', line: 1 };
}

function refusal(error: YAMLException): YamlResult {
  const mark = error.mark as { readonly line?: number } | undefined;
  return { ok: false, reason: error.reason, line: (mark?.line ?? 0) + 1 };
}

/** Every key that stands twice in one map, in order. */
function findTwiceKeys(source: string): TwiceKey[] {
  const found: TwiceKey[] = [];
  const maps: ({ readonly keys: Set<string>; isKey: boolean } | null)[] = [];
  let depth = -1;
  const passValue = () => {
    const map = maps[maps.length - 1];
    if (map) map.isKey = !map.isKey;
  };
  for (const event of parseEvents(source, {})) {
    if (event.type === EVENT_ID.SCALAR) {
      const map = maps[maps.length - 1];
      if (map?.isKey) {
        const key = getScalarValue(source, event);
        if (map.keys.has(key)) found.push({ key, line: lineAt(source, event.valueStart), depth });
        map.keys.add(key);
      }
      passValue();
    } else if (event.type === EVENT_ID.ALIAS) {
      passValue();
    } else if (event.type === EVENT_ID.POP) {
      if (maps.pop()) depth--;
      passValue();
    } else {
      const isMap = event.type === EVENT_ID.MAPPING;
      if (isMap) depth++;
      maps.push(isMap ? { keys: new Set(), isKey: true } : null);
    }
  }
  return found;
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line++;
  return line;
}
