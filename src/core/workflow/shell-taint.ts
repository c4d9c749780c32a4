import { type Assignment, forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import { bindingNumber } from './shell-verbs.js';

/**
 * The shell variables of a block that may hold text from outside: set from a placeholder, from what `msd` prints, or from
 * another such variable. What must not get a value must not get them either.
 */
export function taintedNames(ast: ParsedScript): ReadonlySet<string> {
  const names = new Set<string>();
  // Each round finds at least one name more, or is the last.
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    collect(ast, names);
  }
  return names;
}

function collect(node: SyntaxNode, names: Set<string>): void {
  if (node.type === 'Assignment' && sets(node, names)) names.add(node.name);
  else if ((node.type === 'For' || node.type === 'Select') && node.wordlist?.some((word) => isTainted(word, names)))
    names.add(node.name.value);
  else if (node.type === 'Command' && ['read', 'mapfile', 'readarray'].includes(node.name?.value ?? ''))
    for (const word of node.args) if (word.type === 'Word' && !word.value.startsWith('-')) names.add(word.value);
  forEachChild(node, (child) => collect(child, names));
}

function sets({ value }: Assignment, names: ReadonlySet<string>): boolean {
  return value.type === 'ArrayValue' ? value.elements.some((word) => isTainted(word, names)) : isTainted(value, names);
}

/** Whether a part of the script may bring text from outside: a variable of that kind, or the output of `msd`. */
export function isTainted(node: SyntaxNode | Word, names: ReadonlySet<string>): boolean {
  if (node.type === 'SimpleExpansion' && (bindingNumber(node.text) !== null || names.has(node.text.slice(1))))
    return true;
  if (node.type === 'ParameterExpansion' && names.has(node.parameter)) return true;
  if (node.type === 'ArithmeticWord' && names.has(node.value)) return true;
  if (node.type === 'Command' && node.name?.value === 'msd') return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= isTainted(child, names);
  });
  return found;
}
