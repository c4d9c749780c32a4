/** Where a file's frontmatter is, or why it has none. Lines are counted from 1; `text` has plain line feeds (`plainLines`). */
export type FrontmatterSplit =
  | { readonly kind: 'found'; readonly yaml: string; readonly bodyStart: number; readonly bodyLine: number }
  /** Nobody meant any. */
  | { readonly kind: 'missing' }
  /** It is there, and would be read by nobody: other text stands before it, or it stands in a code block, or it has no end. */
  | { readonly kind: 'late' | 'fenced' | 'unclosed'; readonly line: number; readonly yaml: string };

export type DocumentKind = 'plan' | 'summary';

/** Without byte order mark, every line end a line feed: nothing behind this point knows what the file was saved with. */
export function plainLines(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
}

/** Finds the frontmatter at the very start of `text`. */
export function splitFrontmatter(text: string, document: DocumentKind = 'plan'): FrontmatterSplit {
  if (!isRule(text, 0)) return findMisplaced(text, document);
  const start = nextLine(text, 0);
  for (let at = text.indexOf('\n---', start - 1) + 1; at > 0; at = text.indexOf('\n---', at) + 1) {
    if (!isRule(text, at)) continue;
    const yaml = text.slice(start, at);
    return { kind: 'found', yaml, bodyStart: nextLine(text, at), bodyLine: countLines(yaml) + 3 };
  }
  return { kind: 'unclosed', line: 1, yaml: text.slice(start) };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

const FENCE = /^(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const DATA_LANGUAGES = new Set(['', 'yaml', 'yml', 'markdown', 'md', 'frontmatter', 'text']);
const KEY = /^([A-Za-z][A-Za-z_-]*)[ \t]*:(?:[ \t]|$)/;
/** One such key is frontmatter: it decides when and beside what a plan runs. */
const TELLING: Readonly<Record<DocumentKind, ReadonlySet<string>>> = {
  plan: new Set(['wave', 'depends_on', 'depends-on', 'files_modified', 'files-modified', 'autonomous']),
  summary: new Set(),
};
/** Two such keys are frontmatter. */
const USUAL = new Set([
  'phase',
  'plan',
  'type',
  'status',
  'subsystem',
  'requires',
  'provides',
  'completed',
  'duration',
  'tags',
]);
/** Characters of a line that are looked at. */
const LINE_LIMIT = 200;

/** Frontmatter that a person wrote in another place: between two rules, or in a code block of YAML. */
function findMisplaced(text: string, document: DocumentKind): FrontmatterSplit {
  let fence: string | null = null;
  let inComment = false;
  let block: Block | null = null;
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    const next = nextLine(text, at);
    const start = at;
    const content = text.slice(at, Math.min(next, at + LINE_LIMIT)).trimEnd();
    const trimmed = content.trimStart();
    at = next;
    if (fence !== null) {
      if (trimmed.startsWith(fence) && /^(?:`+|~+)$/.test(trimmed)) {
        if (block?.isFrontmatter()) return { kind: 'fenced', line: block.line, yaml: text.slice(block.start, start) };
        fence = block = null;
      } else block?.read(trimmed);
      continue;
    }
    if (inComment || trimmed.startsWith('<!--')) {
      inComment = !content.includes('-->');
      continue;
    }
    const opened = FENCE.exec(trimmed);
    if (opened) {
      fence = opened[1] ?? '';
      const data = DATA_LANGUAGES.has((opened[2] ?? '').toLowerCase());
      block = data ? new Block(document, line, next) : null;
    } else if (isRule(content, 0)) {
      if (block?.isFrontmatter()) return { kind: 'late', line: block.line, yaml: text.slice(block.start, start) };
      block = new Block(document, line, next);
    } else block?.read(content);
  }
  if (!block?.isFrontmatter()) return { kind: 'missing' };
  return { kind: fence === null ? 'late' : 'fenced', line: block.line, yaml: text.slice(block.start) };
}

/** Lines that may be frontmatter. */
class Block {
  readonly line: number;
  readonly start: number;
  readonly #telling: ReadonlySet<string>;
  readonly #usual = new Set<string>();
  #told = false;

  constructor(document: DocumentKind, line: number, start: number) {
    this.#telling = TELLING[document];
    this.line = line;
    this.start = start;
  }

  read(content: string): void {
    const key = KEY.exec(content)?.[1];
    if (key === undefined) return;
    if (this.#telling.has(key)) this.#told = true;
    else if (USUAL.has(key)) this.#usual.add(key);
  }

  isFrontmatter(): boolean {
    return this.#told || (this.#usual.size > 1 && (this.#usual.has('phase') || this.#usual.has('plan')));
  }
}

/** The line at `at` is `---` and blanks. */
function isRule(text: string, at: number): boolean {
  if (!text.startsWith('---', at)) return false;
  let end = at + 3;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end === text.length || text[end] === '\n';
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
