import { forEachChild, type Command, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import { judgeCommand } from './shell-commands.js';
import { judgeFed } from './shell-fed.js';
import type { Span } from './shell-block.js';
import { bindingNumber } from './shell-verbs.js';
import { isTainted, taintedNames } from './shell-taint.js';
import type { ProblemCode } from './step.js';

/** Something wrong at an offset of the script. */
export interface Finding {
  readonly code: ProblemCode;
  readonly offset: number;
  readonly message: string;
}

/** Nodes that hold an expression. */
const EVALUATED: ReadonlySet<SyntaxNode['type']> = new Set([
  'TestCommand',
  'ArithmeticExpansion',
  'ArithmeticCommand',
  'ArithmeticFor',
]);

/** Where the walk is: what a placeholder found here would be. */
type Where = 'word' | 'quoted' | 'comment' | 'heredoc' | 'evaluated' | 'command' | 'file';

const WORDS: Readonly<Record<Exclude<Where, 'word'>, readonly [ProblemCode, string]>> = {
  quoted: [
    'placeholder-quoted',
    'a placeholder is quoted by msd: write it bare, outside quotes, backticks and parameter expansions; put it beside quoted text to join them',
  ],
  comment: ['placeholder-in-comment', 'a placeholder in a comment would do nothing; remove it'],
  heredoc: [
    'placeholder-in-heredoc',
    "a placeholder cannot stand in a here-document; write printf '%s\\n' {{…}} instead",
  ],
  evaluated: [
    'placeholder-evaluated',
    'the shell would read the value as an expression here; use [ … ] or case instead',
  ],
  command: ['placeholder-as-command', 'a value cannot be the command that is run'],
  file: [
    'placeholder-not-a-word',
    'a value cannot name the file of a redirection; hand it to a command as an argument',
  ],
};

/**
 * Judges every placeholder by where the parsed script has it.
 * @returns what is wrong, and the bindings whose value must not begin with `-`
 */
export function judgePlacement(
  ast: ParsedScript,
  script: string,
  spans: readonly Span[],
): { readonly findings: readonly Finding[]; readonly operands: readonly number[] } {
  const tainted = taintedNames(ast);
  const walk = new Walk(spans, tainted);
  walk.node(ast, 'word');
  walk.findings.push(...judgeFed(ast, tainted));
  for (const span of spans) {
    if (walk.met.has(span.start)) continue;
    const [code, message] = WORDS[unmet(walk, script, span)];
    walk.findings.push({ code, offset: span.start, message });
  }
  return { findings: walk.findings, operands: [...walk.operands] };
}

/** What a placeholder is in that no word of the parsed script holds. */
function unmet(walk: Walk, script: string, span: Span): 'quoted' | 'comment' | 'heredoc' {
  const holds = (range: { readonly pos: number; readonly end: number }) =>
    range.pos <= span.start && span.end <= range.end;
  if (walk.heredocs.some(holds)) return 'heredoc';
  const line = script.slice(script.lastIndexOf('\n', span.start) + 1, span.start);
  return !walk.quotes.some(holds) && line.includes('#') ? 'comment' : 'quoted';
}

class Walk {
  readonly met = new Set<number>();
  readonly findings: Finding[] = [];
  readonly operands = new Set<number>();
  readonly quotes: { readonly pos: number; readonly end: number }[] = [];
  readonly heredocs: { readonly pos: number; readonly end: number }[] = [];
  readonly #spans: ReadonlyMap<number, Span>;

  readonly #tainted: ReadonlySet<string>;

  constructor(spans: readonly Span[], tainted: ReadonlySet<string>) {
    this.#tainted = tainted;
    this.#spans = new Map(spans.map((span) => [span.start, span]));
  }

  node(node: SyntaxNode, where: Where): void {
    if (node.type === 'DoubleQuoted' && this.#isPlaceholder(node)) {
      this.#meet(node.pos, where);
      return;
    }
    if (node.type === 'SimpleExpansion' && bindingNumber(node.text) !== null) {
      // Unquoted or inside other quotes: its own opening quote closed something, or it stands in a here-document.
      const start = this.#spans.has(node.pos - 1) ? node.pos - 1 : node.pos;
      this.#meet(start, where === 'word' ? 'quoted' : where);
      return;
    }
    if (node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted') this.quotes.push(node);
    if (node.type === 'HereDocBody') this.heredocs.push(node);
    if (EVALUATED.has(node.type)) this.#evaluated(node);
    if (node.type === 'Command') this.#command(node, where);
    else forEachChild(node, (child) => this.node(child, inside(node, child, where)));
  }

  #command(node: Command, where: Where): void {
    if (node.name) this.node(node.name, worst(where, 'command'));
    if (node.name && !this.#bindingsOf(node.name).some(Boolean) && isTainted(node.name, this.#tainted))
      this.findings.push({ code: 'placeholder-as-command', offset: node.name.pos, message: WORDS.command[1] });
    const judged = judgeCommand(node, (word) => this.#bindingsOf(word));
    for (const number of judged.operands) this.operands.add(number);
    this.findings.push(...judged.findings);
    for (const child of [...node.prefix, ...node.suffix]) this.node(child, where);
  }

  /** Bindings that stand in a word as the placeholders they were made to be; 0 for a variable that may hold one's value. */
  #bindingsOf(word: Word): readonly number[] {
    return (word.parts ?? []).flatMap((part) => {
      const span = part.type === 'DoubleQuoted' ? this.#spans.get(part.pos) : undefined;
      if (span && span.end === part.end) return [span.binding];
      return isTainted(part, this.#tainted) ? [0] : [];
    });
  }

  /** An expression that a shell evaluates: what a variable holds is evaluated again. */
  #evaluated(node: SyntaxNode): void {
    const holds = (child: SyntaxNode): boolean => child.type !== 'CompoundList' && isTainted(child, this.#tainted);
    forEachChild(node, (child) => {
      if (holds(child))
        this.findings.push({ code: 'placeholder-evaluated', offset: child.pos, message: WORDS.evaluated[1] });
    });
  }

  #isPlaceholder(node: { readonly pos: number; readonly end: number }): boolean {
    return this.#spans.get(node.pos)?.end === node.end;
  }

  #meet(start: number, where: Where): void {
    this.met.add(start);
    if (where === 'word') return;
    const [code, message] = WORDS[where];
    this.findings.push({ code, offset: start, message });
  }
}

/** What a child is to its parent. */
function inside(node: SyntaxNode, child: SyntaxNode, where: Where): Where {
  switch (node.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'ParameterExpansion':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return worst(where, 'quoted');
    case 'CommandExpansion':
      return node.text.startsWith('`') ? worst(where, 'quoted') : where;
    case 'HereDoc':
      return child.type === 'HereDocBody' ? worst(where, 'heredoc') : where;
    case 'TestCommand':
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return child.type === 'CompoundList' ? where : worst(where, 'evaluated');
    case 'Redirect':
      return worst(where, 'file');
    case 'For':
    case 'Select':
    case 'Function':
    case 'Coproc':
      return child === node.name ? worst(where, 'command') : where;
    default:
      return where;
  }
}

function worst(outer: Where, inner: Where): Where {
  return outer === 'word' ? inner : outer;
}
