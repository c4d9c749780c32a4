import { fromMarkdown } from 'mdast-util-from-markdown';
import { parseAttributes } from './attributes.js';
import { type Head, readInputs, splitHead } from './frontmatter.js';
import { characterName, findHidden } from './hidden-characters.js';
import { LIMITS } from './limits.js';
import { PROMPT_NAMES } from './prompt-names.js';
import { readStep } from './read-step.js';
import type { Place, ProblemCode, Step, Workflow, WorkflowProblem } from './step.js';
import { countLines, parseTemplate, type Template } from './template.js';

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];
type Code = Extract<Nodes, { type: 'code' }>;
type Heading = Extract<Nodes, { type: 'heading' }>;
type Paragraph = Extract<Nodes, { type: 'paragraph' }>;

/** A file as read: its name for people, and its text. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Finds a reference by its name; null where there is none of it. */
export type FindReference = (name: string) => SourceFile | null;

export interface Parsed {
  /** What could be read; run only where `problems` is empty. */
  readonly workflow: Workflow;
  readonly problems: readonly WorkflowProblem[];
}

const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(PROMPT_NAMES),
  'true',
  'false',
  'null',
  'not',
  'and',
  'or',
]);

/**
 * Reads a workflow: frontmatter, headings, and the fenced blocks that are its steps, with references included. What refers
 * to what is judged by `check.ts`.
 */
export function parseWorkflow(source: SourceFile, findReference: FindReference): Parsed {
  const parser = new Parser(findReference);
  return parser.workflow(source);
}

/** The name of a workflow, reference or agent, as it appears in file names. */
export const isFileName = (name: string): boolean => /^[a-z][a-z0-9-]{0,63}$/.test(name);

class Parser {
  readonly problems: WorkflowProblem[] = [];
  readonly #find: FindReference;
  readonly #included: string[] = [];
  #size = 0;

  constructor(find: FindReference) {
    this.#find = find;
  }

  workflow(source: SourceFile): Parsed {
    const text = this.#text(source);
    const report = (code: ProblemCode, line: number, message: string): void =>
      this.report(code, { file: source.file, line }, message);
    const head = splitHead(text, report);
    if (head.values === null)
      report('frontmatter-missing', 1, 'a workflow begins with --- and the keys workflow, description and inputs');
    const values = head.values ?? {};
    for (const key of Object.keys(values))
      if (!['workflow', 'description', 'inputs'].includes(key))
        report('frontmatter-key-unknown', 1, `${key.slice(0, 40)} is not workflow, description or inputs`);
    const name = typeof values['workflow'] === 'string' ? values['workflow'] : '';
    if (head.values !== null && !isFileName(name))
      report('frontmatter-invalid', 1, 'workflow: is missing or not a name of lower-case letters, digits and -');
    const steps = this.#steps(source.file, head, source.file);
    if (steps.length === 0) report('no-steps', head.bodyLine, 'there is no fenced block with step=…');
    if (steps.length > LIMITS.steps) report('too-many-steps', 1, `${steps.length} steps; at most ${LIMITS.steps}`);
    const description = typeof values['description'] === 'string' ? values['description'] : '';
    const inputs = readInputs(values['inputs'], text, RESERVED, report);
    return { workflow: { name, description, file: source.file, inputs, steps }, problems: this.problems };
  }

  readonly report = (code: ProblemCode, place: Place, message: string): void => {
    this.problems.push({ code, file: place.file, line: place.line, message });
  };

  /** Bounded, with `\n` line ends, without a byte order mark. */
  #text(source: SourceFile): string {
    const text = source.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
    this.#size += text.length;
    if (text.length > LIMITS.file || this.#size > LIMITS.expanded) {
      this.report('workflow-too-big', { file: source.file, line: 1 }, `more than ${LIMITS.file} characters`);
      return '';
    }
    const hidden = findHidden(text, false);
    if (hidden !== null)
      this.report(
        'character-hidden',
        { file: source.file, line: 1 + countLines(text, 0, hidden) },
        `${characterName(text, hidden)} hides or reorders what is read; remove it`,
      );
    return text;
  }

  #steps(file: string, head: Pick<Head, 'body' | 'bodyLine'>, title: string): Step[] {
    const steps: Step[] = [];
    const lines = head.body.split('\n');
    let heading = '';
    const at = (node: Nodes): Place => ({ file, line: head.bodyLine - 1 + (node.position?.start.line ?? 1) });
    const visit = (node: Nodes): void => {
      if (node.type === 'heading') heading = plainText(node);
      else if (node.type === 'code') this.#block(node, at(node), lines, heading, steps);
      else if (node.type === 'paragraph') this.#paragraph(node, at(node), title, steps);
      else if ('children' in node) for (const child of node.children) visit(child);
    };
    const root: Root = fromMarkdown(head.body);
    visit(root);
    return steps;
  }

  #block(node: Code, place: Place, lines: readonly string[], heading: string, steps: Step[]): void {
    const language = node.lang ?? '';
    const attributes = parseAttributes(node.meta ?? '');
    if (!isStep(language, attributes.values)) return;
    if (!isClosed(node, lines)) this.report('fence-unclosed', place, 'the block is not closed by a fence of its own');
    if (!attributes.values.has('step')) {
      this.report(
        'block-not-a-step',
        place,
        `a ${language} block is a step (step=NAME) or an example ("${language} example")`,
      );
      return;
    }
    if (heading === '') this.report('heading-missing', place, 'a step stands under a heading');
    const step = readStep({ language, attributes, body: node.value, heading, place }, this.report, this.#template);
    if (step) steps.push(step);
  }

  /** `{{include NAME}}` alone in a paragraph: the steps of that reference, here. */
  #paragraph(node: Paragraph, place: Place, title: string, steps: Step[]): void {
    const text = plainText(node);
    const include = /^\{\{\s*include\s+([^\s}]+)\s*\}\}$/.exec(text);
    if (!include) {
      if (/\{\{\s*include\b/.test(text))
        this.report(
          'include-misplaced',
          place,
          '{{include NAME}} stands alone in its paragraph or on its line of a prompt',
        );
      return;
    }
    this.#include(include[1]!, place, (file, head) => {
      steps.push(...this.#steps(file, head, title));
      return true;
    });
  }

  readonly #template = (text: string, place: Place): Template =>
    parseTemplate(text, place, {
      report: this.report,
      include: (name, at) =>
        this.#include(name, at, (file, head) => {
          const body = head.body.trim();
          const line = head.bodyLine + countLines(head.body, 0, head.body.length - head.body.trimStart().length);
          return this.#template(`${body}\n`, { file, line });
        }),
    });

  /** Reads a reference and hands it on, unless it is unknown, includes itself or lies too deep. */
  #include<T>(name: string, place: Place, use: (file: string, head: Pick<Head, 'body' | 'bodyLine'>) => T): T | null {
    if (this.#included.includes(name)) {
      this.report('include-cycle', place, `references include each other: ${[...this.#included, name].join(' → ')}`);
      return null;
    }
    if (this.#included.length >= LIMITS.includeDepth) {
      this.report('include-too-deep', place, `references are nested deeper than ${LIMITS.includeDepth}`);
      return null;
    }
    const source = isFileName(name) ? this.#find(name) : null;
    if (!source) {
      this.report('include-unknown', place, `there is no reference "${name.slice(0, 64)}" (references/NAME.md)`);
      return null;
    }
    const text = this.#text(source);
    const head = splitHead(text, (code, line, message) => this.report(code, { file: source.file, line }, message));
    this.#included.push(name);
    const result = use(source.file, head);
    this.#included.pop();
    return result;
  }
}

/** A block that claims to be executable: by its language or by its attributes. */
function isStep(language: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has('step')) return true;
  return ['sh', 'bash', 'prompt'].includes(language) && !attributes.has('example');
}

/** A fence that is never closed swallows the rest of the file. */
function isClosed(node: Code, lines: readonly string[]): boolean {
  const position = node.position;
  if (!position) return true;
  const first = lines[position.start.line - 1]?.slice(position.start.column - 1) ?? '';
  const fence = /^(`{3,}|~{3,})/.exec(first)?.[1];
  if (fence === undefined) return true;
  const last = (lines[position.end.line - 1] ?? '').replace(/^[\s>]*/, '').trimEnd();
  return position.end.line > position.start.line && last.startsWith(fence) && [...last].every((c) => c === fence[0]);
}

function plainText(node: Heading | Paragraph): string {
  const parts: string[] = [];
  const visit = (child: Nodes): void => {
    if ('value' in child) parts.push(child.value);
    else if ('children' in child) for (const inner of child.children) visit(inner);
  };
  visit(node);
  return parts.join('').replace(/\s+/g, ' ').trim();
}
