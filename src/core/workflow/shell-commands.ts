import type { Assignment, Command, CommandArgument, Word } from 'unbash';
import type { Finding } from './shell-placement.js';

/** Run one of their words as a program or read it as code, so a value among their words could become a command. */
const EVALUATES = new Set(
  (
    'eval . source trap let declare typeset local readonly export unset read readarray mapfile alias getopts wait enable ' +
    'bind complete compgen hash fc exec command builtin env nohup time timeout nice setsid stdbuf sudo doas su chroot ' +
    'xargs find ssh watch script parallel make sed awk gawk mawk'
  ).split(' '),
);
/** Read code from their options or first operand; after that, words are data. */
export const INTERPRETS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh ash node deno bun python python3 perl ruby php lua osascript'.split(' '),
);
/** Take their words as text, whatever they begin with. */
const PLAIN = new Set('printf echo test [ : true'.split(' '));

/**
 * Judges the placeholders among a command's words.
 * @param bindingsOf the placeholders that stand in a word; 0 for a variable that may hold the value of one
 * @returns faults, and the bindings whose value must not begin with `-` because it would be read as an option
 */
export function judgeCommand(
  command: Command,
  bindingsOf: (word: Word) => readonly number[],
): { readonly findings: readonly Finding[]; readonly operands: readonly number[] } {
  const findings: Finding[] = [];
  for (const item of command.prefix)
    if (item.type === 'Assignment') findings.push(...judgeAssignment(item, bindingsOf));
  const name = isStatic(command.name) ? baseName(command.name!.value) : null;
  const words = command.args;
  const holding = words.filter((word) => allBindings(word, bindingsOf).length > 0);
  if (holding.length === 0 || command.name === undefined) return { findings, operands: [] };
  const evaluated = (word: CommandArgument, message: string): void => {
    findings.push({ code: 'placeholder-evaluated', offset: word.pos, message });
  };
  if (name === null)
    evaluated(holding[0]!, 'which command gets the value is not known here: write the command name out');
  else if (EVALUATES.has(name))
    evaluated(holding[0]!, `${name} may run its words or read them as code, so no value may be among them`);
  else if (INTERPRETS.has(name)) {
    const script = words.findIndex((word) => word.type === 'Word' && isStatic(word) && !word.value.startsWith('-'));
    const early = holding.find((word) => script === -1 || words.indexOf(word) < script);
    if (early)
      evaluated(early, `${name} could read the value as code here: a value may only follow the program's own text`);
  } else if (name === 'git' && holding.some((word) => /^(?:-c|--config-env)$/.test(before(words, word)?.value ?? '')))
    evaluated(holding[0]!, 'git -c would take the value as configuration, which can name programs');
  else if (name === 'printf' && (words[0] === holding[0] || isOption(words[0], '-v')))
    evaluated(holding[0]!, "printf needs a format of its own first: printf '%s\\n' {{…}}");
  else if ((name === 'test' || name === '[') && judgeTest(words, holding))
    evaluated(
      holding[0]!,
      `${name} would read the value as an operator or a variable here: compare with =, !=, -n or -z`,
    );
  return {
    findings,
    operands: name === null || PLAIN.has(name) ? [] : operandsOf(name, words, bindingsOf).filter(Boolean),
  };
}

/** A word that is a placeholder and nothing else, in front of any `--`: the program would take `-x` for an option. */
function operandsOf(
  name: string,
  words: readonly CommandArgument[],
  bindingsOf: (word: Word) => readonly number[],
): readonly number[] {
  const operands: number[] = [];
  for (const [i, word] of words.entries()) {
    if (word.type !== 'Word') continue;
    if (word.value === '--' || word.value === '--end-of-options') break;
    const first = word.parts?.[0];
    if (first?.type !== 'DoubleQuoted' || bindingsOf({ ...word, parts: [first] }).length === 0) continue;
    // Of msd it is known that the word behind an option is that option's.
    const previous = words[i - 1];
    if (name === 'msd' && previous?.type === 'Word' && previous.value.startsWith('--')) continue;
    operands.push(...bindingsOf({ ...word, parts: [first] }));
  }
  return operands;
}

function judgeTest(words: readonly CommandArgument[], holding: readonly CommandArgument[]): boolean {
  if (words.some((word) => isOption(word, '-v') || isOption(word, '-R'))) return true;
  const operands = words.filter((word) => word.type !== 'Word' || word.text !== ']');
  return operands.length === 2 && operands[0] === holding[0];
}

/** A value may be kept under a lower-case name; upper-case names are read by programs. */
function judgeAssignment(item: Assignment, bindingsOf: (word: Word) => readonly number[]): readonly Finding[] {
  const values = item.value.type === 'ArrayValue' ? item.value.elements : [item.value];
  const index = item.index ? bindingsOf(item.index) : [];
  if (index.length > 0)
    return [
      {
        code: 'placeholder-evaluated',
        offset: item.pos,
        message: 'the shell would read the value as an expression here',
      },
    ];
  if (!values.some((word) => bindingsOf(word).some(Boolean)) || /^[a-z_][a-z0-9_]*$/.test(item.name)) return [];
  return [
    {
      code: 'placeholder-assigned',
      offset: item.pos,
      message: `${item.name} could steer a program: a value may be kept under a lower-case name only`,
    },
  ];
}

function allBindings(word: CommandArgument, bindingsOf: (word: Word) => readonly number[]): readonly number[] {
  if (word.type === 'Word') return bindingsOf(word);
  const values = word.value.type === 'ArrayValue' ? word.value.elements : [word.value];
  return values.flatMap(bindingsOf);
}

function before(words: readonly CommandArgument[], word: CommandArgument): Word | null {
  const previous = words[words.indexOf(word) - 1];
  return previous?.type === 'Word' ? previous : null;
}

function isOption(word: CommandArgument | undefined, option: string): boolean {
  return word?.type === 'Word' && word.text === option;
}

/** Nothing in it that the shell fills in. */
export function isStatic(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    (word.parts ?? []).every(
      (part) =>
        part.type === 'Literal' ||
        part.type === 'SingleQuoted' ||
        (part.type === 'DoubleQuoted' && part.parts.every((inner) => inner.type === 'Literal')),
    )
  );
}

/** A program's name without its folder. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
