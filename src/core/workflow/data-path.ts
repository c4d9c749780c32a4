/** Where a value is found: `index.plans`, `plan.id`, `phase`. The first segment is an input, a step or a loop's variable. */
export interface DataPath {
  readonly segments: readonly [string, ...string[]];
  readonly source: string;
}

const NAME = '[A-Za-z_][A-Za-z0-9_-]*';
/** The grammar of a path; not anchored. */
export const DATA_PATH_SOURCE = `${NAME}(?:\\.(?:${NAME}|[0-9]{1,6}))*`;
const WHOLE = new RegExp(`^${DATA_PATH_SOURCE}$`);

/** Null where the text is not a path of at most 200 characters. */
export function parseDataPath(text: string): DataPath | null {
  if (text.length > 200 || !WHOLE.test(text)) return null;
  return { segments: text.split('.') as [string, ...string[]], source: text };
}

/** Everything a placeholder or condition may refer to, by first segment. */
export type Scope = ReadonlyMap<string, unknown>;

/**
 * Follows a path through plain data; own properties only.
 * @returns undefined where it leads nowhere
 */
export function lookUp(scope: Scope, path: DataPath): unknown {
  const [root, ...rest] = path.segments;
  let here: unknown = scope.get(root);
  for (const segment of rest) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, segment)) return undefined;
    if (Array.isArray(here) && !/^\d+$/.test(segment)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[segment];
  }
  return here;
}
