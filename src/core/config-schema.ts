import * as z from 'zod/mini';
import { CONFIG_KEYS } from './config-keys.js';
import { CONFIG_SHAPE } from './config.js';

type Json = Record<string, unknown>;

/** What `run/host-settings.ts` takes of a project, for editors. */
const HOSTS = z.record(
  z.string(),
  z.strictObject({
    command: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(200))),
    allowedTools: z.optional(z.array(z.string().check(z.minLength(1))).check(z.maxLength(200))),
  }),
);

const DURATION = { type: 'string', pattern: '^\\d{1,9}(ms|s|m|h|d)$' };

/**
 * The JSON Schema of `.planning/config.json` (draft 2020-12), from what msd checks with. The file is shared: unknown keys are
 * refused only in the sections that are msd's alone.
 */
export function configSchema(): Json {
  const schema = z.toJSONSchema(CONFIG_SHAPE) as Json;
  put(schema, 'msd.hosts', withoutDialect(z.toJSONSchema(z.nullable(HOSTS)) as Json));
  for (const name of ['msd.planTimeout', 'msd.stallAfter']) put(schema, name, DURATION);
  for (const one of CONFIG_KEYS) {
    const place = find(schema, one.key);
    if (place === null) continue;
    place['description'] = one.trust ? `${one.what}; counts once you have accepted it with msd trust` : one.what;
    if (one.standard !== null) place['default'] = one.standard;
  }
  for (const section of ['msd', 'msd.guard', 'worktrees']) find(schema, section)!['additionalProperties'] = false;
  const { $schema, ...rest } = schema;
  return { $schema, title: 'Settings of msd in .planning/config.json', ...rest };
}

function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema;
}

/** The schema of a key, inside of alternatives too; null where there is none. */
function find(schema: Json, path: string): Json | null {
  let here: Json | undefined = schema;
  for (const part of path.split('.')) {
    const options: readonly Json[] = (here?.['anyOf'] as Json[] | undefined) ?? [here ?? {}];
    here = options.map((one) => (one['properties'] as Record<string, Json> | undefined)?.[part]).find(Boolean);
  }
  return here ?? null;
}

function put(schema: Json, path: string, value: Json): void {
  const place = find(schema, path)!;
  for (const name of Object.keys(place)) delete place[name];
  Object.assign(place, value);
}
