import { type Command, forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import { baseName, INTERPRETS, isStatic } from './shell-commands.js';
import type { Finding } from './shell-placement.js';
import { bringsValue, isTainted, namesWritten } from './shell-taint.js';

/** Read their standard input as code, whatever their words say: an inner shell of theirs, if not they. */
const READS = new Set(
  (
    'sh bash rbash dash zsh ksh ash csh tcsh fish pwsh su ssh source . xargs parallel make at batch ed ex m4 tclsh expect ' +
    'sqlite3 psql mysql'
  ).split(' '),
);
/** Start what their words name, which then has their standard input. */
const STARTS = new Set(
  'eval exec command builtin env nohup time timeout nice setsid stdbuf sudo doas chroot flock unshare busybox docker podman npx script watch'.split(
    ' ',
  ),
);
const NAMES = new RegExp(
  `(?<![\\w-])(?:${[...READS, ...INTERPRETS].filter((name) => name !== '.').join('|')})(?![\\w-])`,
);

/**
 * Finds commands that would read a value from their standard input as code: behind a pipe, or from a here-document or
 * here-string, or in a file that the block itself writes (DESIGN §7: text from a plan can never become a command). `names`:
 * variables that may hold one's value.
 */
export function judgeFed(ast: ParsedScript, names: ReadonlySet<string>): readonly Finding[] {
  const functions = readingFunctions(ast);
  const findings: Finding[] = [];
  const walk = (node: SyntaxNode, fed: boolean): void => {
    if (node.type === 'Pipeline') {
      let here = fed;
      for (const command of node.commands) {
        walk(command, here);
        here ||= isTainted(command, names);
      }
      return;
    }
    const redirects = node.type === 'Command' || node.type === 'Redirected' ? node.redirects : [];
    const inner = fed || redirects.some((one) => bringsValue(one, names));
    const command = node.type === 'Command' && node.name !== undefined ? node : null;
    if (command?.name && ((inner && readsCode(command, functions)) || runsFile(command, names)))
      findings.push({ code: 'placeholder-evaluated', offset: command.name.pos, message: message(command.name) });
    forEachChild(node, (child) => walk(child, inner));
  };
  walk(ast, redirectsAll(ast, names));
  return findings;
}

const message = (name: Word): string =>
  `${isStatic(name) ? baseName(name.value) : 'a command that is not written out'} could read a value from its standard input or a file as code: hand the value over as an argument`;

/** Whether a command is a file that the block wrote a value to, or runs one: behind a program's own text, a file is data. */
function runsFile({ name, args }: Command, names: ReadonlySet<string>): boolean {
  const is = (word: Command['args'][number] | undefined): boolean => namesWritten(word, names);
  const program = baseName(name?.value ?? '');
  if (is(name)) return true;
  if (INTERPRETS.has(program)) return is(args.find((word) => word.type === 'Word' && !word.value.startsWith('-')));
  return (READS.has(program) || STARTS.has(program)) && args.some(is);
}

/** Whether `exec` gives the whole script a value to read. */
function redirectsAll(ast: ParsedScript, names: ReadonlySet<string>): boolean {
  let found = false;
  const look = (node: SyntaxNode): void => {
    if (node.type === 'Command' && node.name?.value === 'exec')
      found ||= node.redirects.some((one) => bringsValue(one, names));
    forEachChild(node, look);
  };
  look(ast);
  return found;
}

function readsCode(command: Command, functions: ReadonlySet<string>): boolean {
  if (!isStatic(command.name)) return true;
  const name = baseName(command.name!.value);
  if (READS.has(name) || functions.has(name)) return true;
  // A program of its own makes of its input what that says.
  if (INTERPRETS.has(name)) return !command.args.some((word) => word.type === 'Word' && !word.value.startsWith('-'));
  return (
    STARTS.has(name) && command.args.some((word) => word.type !== 'Word' || !isStatic(word) || NAMES.test(word.value))
  );
}

/** Functions of the script in which something reads its standard input as code. */
function readingFunctions(ast: ParsedScript): ReadonlySet<string> {
  const reading = new Set<string>();
  const holds = (node: SyntaxNode): boolean => {
    if (node.type === 'Command' && node.name !== undefined && readsCode(node, reading)) return true;
    let found = false;
    forEachChild(node, (child) => {
      found ||= holds(child);
    });
    return found;
  };
  const collect = (node: SyntaxNode): void => {
    if (node.type === 'Function' && holds(node.body)) reading.add(node.name.value);
    forEachChild(node, collect);
  };
  // Each round finds at least one name more, or is the last.
  for (let before = -1; before !== reading.size; ) {
    before = reading.size;
    collect(ast);
  }
  return reading;
}
