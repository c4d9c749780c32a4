import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import type { Finding } from './shell-placement.js';

/** What every process has, or the shell sets by itself. */
const FROM_OUTSIDE =
  /^(?:HOME|PATH|PWD|OLDPWD|TMPDIR|USER|LOGNAME|SHELL|LANG|TERM|CI|NO_COLOR|IFS|OPTIND|OPTARG|PPID|UID|EUID|RANDOM|SECONDS|LINENO|HOSTNAME|BASH_VERSION|PIPESTATUS|MSD_(?!IN_)[A-Z_]+|LC_[A-Z]+|[^A-Za-z_].*)$/;
const NAME = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;

/**
 * No shell variable survives from block to block (DESIGN §7), so one that its own block does not set is empty however
 * the block is run: refused, unless the block says what then (`${NAME:-…}`).
 * @param bindings how many `MSD_IN_n` the block has
 */
export function judgeVariables(ast: ParsedScript, bindings: number): readonly Finding[] {
  const set = new Set<string>();
  const used: { readonly name: string; readonly offset: number }[] = [];
  visit(ast, set, used);
  const findings: Finding[] = [];
  const told = new Set<string>();
  for (const { name, offset } of used) {
    if (told.has(name) || set.has(name) || FROM_OUTSIDE.test(name)) continue;
    told.add(name);
    const number = /^MSD_IN_([0-9]+)$/.exec(name)?.[1];
    if (number === undefined)
      findings.push({
        code: 'variable-unset',
        offset,
        message: `$${name} is not set in this block, and no variable survives from another: use a placeholder, or say what then: \${${name}:-}`,
      });
    else if (Number(number) > bindings || Number(number) < 1) findings.push(reserved(name, offset));
  }
  for (const name of set) if (name.startsWith('MSD_IN_')) findings.push(reserved(name, 0));
  return findings;
}

function reserved(name: string, offset: number): Finding {
  return { code: 'variable-reserved', offset, message: `${name}: MSD_IN_… are the names msd gives to placeholders` };
}

function visit(node: SyntaxNode, set: Set<string>, used: { name: string; offset: number }[]): void {
  if (node.type === 'Assignment') set.add(node.name);
  else if (node.type === 'For' || node.type === 'Select') set.add(node.name.value);
  else if (node.type === 'Command' && ['read', 'getopts', 'mapfile', 'readarray'].includes(node.name?.value ?? '')) {
    for (const word of node.args) if (word.type === 'Word' && !word.value.startsWith('-')) set.add(word.value);
  } else if (node.type === 'SimpleExpansion') {
    const name = NAME.exec(node.text)?.[1];
    if (name !== undefined) used.push({ name, offset: node.pos });
  } else if (node.type === 'ParameterExpansion' && node.operation?.type !== 'Default') {
    used.push({ name: node.parameter, offset: node.pos });
  }
  forEachChild(node, (child) => visit(child, set, used));
}
