import { type Assignment, type Command, forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import { baseName } from './shell-commands.js';
import { bindingNumber } from './shell-verbs.js';

/** Stands for the positional parameters, of the script and of its functions. */
const POSITIONAL = '@';
/** Stands for what a function of the script prints. */
const outputOf = (name: string): string => `${name}()`;
/** Stands for what a file holds that the script writes, whatever folder it is named in. */
const contentOf = (path: string): string => `>${baseName(path)}`;

/**
 * Where a block may keep text from outside: by name the variables that are set from a placeholder, from what `msd` prints,
 * or from another such place; and likewise its parameters, what its functions print, and the files that it writes. What
 * must not get a value must not get them either.
 */
export function taintedNames(ast: ParsedScript): ReadonlySet<string> {
  const names = new Set<string>();
  const functions = new Set<string>();
  each(ast, (node) => node.type === 'Function' && functions.add(node.name.value));
  // Each round finds at least one name more, or is the last.
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    each(ast, (node) => collect(node, names, functions));
    collectFiles(ast, names, false);
  }
  return names;
}

function each(node: SyntaxNode, visit: (node: SyntaxNode) => unknown): void {
  visit(node);
  forEachChild(node, (child) => each(child, visit));
}

function collect(node: SyntaxNode, names: Set<string>, functions: ReadonlySet<string>): void {
  if (node.type === 'Assignment' && sets(node, names)) names.add(node.name);
  else if (node.type === 'For' || node.type === 'Select') {
    const given = node.wordlist?.some((word) => isTainted(word, names)) ?? names.has(POSITIONAL);
    if (given) names.add(node.name.value);
  } else if (node.type === 'Function' && isTainted(node.body, names)) names.add(outputOf(node.name.value));
  else if (node.type === 'Command') {
    const name = node.name?.value ?? '';
    if (['read', 'mapfile', 'readarray'].includes(name)) {
      for (const word of node.args) if (word.type === 'Word' && !word.value.startsWith('-')) names.add(word.value);
    } else if ((name === 'set' || functions.has(name)) && node.args.some((word) => isTainted(word, names)))
      names.add(POSITIONAL);
  }
}

/** @param fed the node is a part of something that handles a value */
function collectFiles(node: SyntaxNode, names: Set<string>, fed: boolean): void {
  const holds = fed || (['Pipeline', 'Command', 'Redirected'].includes(node.type) && isTainted(node, names));
  const redirects = node.type === 'Command' || node.type === 'Redirected' ? node.redirects : [];
  const targets = redirects.flatMap((one) =>
    'target' in one && one.operator.includes('>') && one.target ? [one.target] : [],
  );
  const words = node.type === 'Command' && node.name?.value === 'tee' ? node.args : [];
  if (holds) for (const word of [...targets, ...words]) if (word.type === 'Word') names.add(contentOf(word.value));
  forEachChild(node, (child) => collectFiles(child, names, holds));
}

function sets({ value }: Assignment, names: ReadonlySet<string>): boolean {
  return value.type === 'ArrayValue' ? value.elements.some((word) => isTainted(word, names)) : isTainted(value, names);
}

/** Whether a word names a file that the script wrote a value to. */
export function namesWritten(word: Command['args'][number] | undefined, names: ReadonlySet<string>): boolean {
  return word?.type === 'Word' && names.has(contentOf(word.value));
}

/** Whether a redirection brings text from outside into what it stands at. */
export function bringsValue(redirect: Command['redirects'][number], names: ReadonlySet<string>): boolean {
  if (isTainted(redirect, names)) return true;
  return redirect.operator === '<' && namesWritten(redirect.target, names);
}

/** Whether a part of the script may bring text from outside: one of those places, or the output of `msd`. */
export function isTainted(node: SyntaxNode | Word, names: ReadonlySet<string>): boolean {
  if (node.type === 'SimpleExpansion' && (bindingNumber(node.text) !== null || holdsValue(node.text.slice(1), names)))
    return true;
  if (node.type === 'ParameterExpansion' && holdsValue(node.parameter, names)) return true;
  if (node.type === 'ArithmeticWord' && holdsValue(node.value, names)) return true;
  if (node.type === 'Command' && printsValue(node, names)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= isTainted(child, names);
  });
  return found;
}

const holdsValue = (variable: string, names: ReadonlySet<string>): boolean =>
  names.has(/^(?:[1-9]\d*|[@*])$/.test(variable) ? POSITIONAL : variable);

function printsValue({ name, args, redirects }: Command, names: ReadonlySet<string>): boolean {
  const program = name?.value ?? '';
  if (program === 'msd' || names.has(outputOf(program))) return true;
  return (
    args.some((word) => namesWritten(word, names)) ||
    redirects.some((one) => 'target' in one && one.operator === '<' && namesWritten(one.target, names))
  );
}
