/** One line of a case: what to do or to expect. */
export interface ScriptLine {
  readonly line: number;
  readonly verb: string;
  /** The words as written, without the verb. */
  readonly rest: string;
  /** `! stdout …`: the opposite is expected. */
  readonly not: boolean;
  /** `exits 5: msd …`; 0 where nothing is said. */
  readonly exits: number;
}

export interface Script {
  /** The words of the first comment: what the case shows. */
  readonly name: string;
  readonly lines: readonly ScriptLine[];
  /** Files that are there at the start, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads a case: comments (`#`), one command or expectation a line, and at the end files, each after a line
 * `-- path --`.
 */
export function readScript(text: string): Script {
  const [head = '', ...parts] = text.split(/^-- (.+) --\n/m);
  const files = new Map<string, string>();
  for (let i = 0; i + 1 < parts.length; i += 2) files.set(parts[i]!, parts[i + 1]!);
  const lines = head.split('\n').flatMap((raw, i) => {
    const said = raw.trim();
    return said === '' || said.startsWith('#') ? [] : [readLine(said, i + 1)];
  });
  const comments = head.split('\n').filter((line) => line.startsWith('#'));
  return { name: (comments[0] ?? 'a case without a name').replace(/^#\s*/, ''), lines, files };
}

function readLine(said: string, line: number): ScriptLine {
  const exits = /^exits (\d+): /.exec(said);
  const plain = exits ? said.slice(exits[0].length) : said;
  const [, no = '', verb = '', rest = ''] = /^(! )?(\S+)\s*(.*)$/.exec(plain) ?? [];
  return { line, verb, rest, not: no !== '', exits: Number(exits?.[1] ?? 0) };
}

/** Splits into words as a shell would, quotes honoured, and fills in `$NAME` except inside single quotes. */
export function splitWords(text: string, variables: Readonly<Record<string, string>>): string[] {
  const words = text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    (word.match(/'[^']*'|"[^"]*"|[^'"]+/g) ?? [])
      .map((part) => (part.startsWith("'") ? part.slice(1, -1) : fillIn(part.replace(/^"|"$/g, ''), variables)))
      .join(''),
  );
}

/** Fills in `$NAME`; a name that nobody set is an error of the case. */
export function fillIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z_]+)/g, (all, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`${all} is not set`);
    return value;
  });
}
