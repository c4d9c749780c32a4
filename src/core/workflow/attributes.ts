/** What stands behind the language in a fence's info string: `step=gate for-each="plan in index.plans"`. */
export interface Attributes {
  readonly values: ReadonlyMap<string, string>;
  /** What is wrong with the text, in words; empty where nothing is. */
  readonly problems: readonly string[];
}

const ATTRIBUTE = /\s*(?:([a-z][a-z-]*)=(?:"([^"]*)"|([^\s"']+))|([a-z][a-z-]*)(?=\s|$))(?=\s|$)/y;

/** Keys with values (quoted where they hold spaces), and bare words, whose value is empty. */
export function parseAttributes(meta: string): Attributes {
  const values = new Map<string, string>();
  const problems: string[] = [];
  ATTRIBUTE.lastIndex = 0;
  while (meta.slice(ATTRIBUTE.lastIndex).trim() !== '') {
    const at = ATTRIBUTE.lastIndex;
    const match = ATTRIBUTE.exec(meta);
    if (!match) {
      problems.push(`"${meta.slice(at).trim().slice(0, 40)}" is not key=value or key="value with spaces"`);
      break;
    }
    const key = match[1] ?? match[4]!;
    if (values.has(key)) problems.push(`${key} is given twice`);
    values.set(key, match[2] ?? match[3] ?? '');
  }
  return { values, problems };
}
