/** A task at which the agent stops for a person. */
export interface Checkpoint {
  /** As written behind `checkpoint:` (`human-verify`, `decision`, `human-action`). */
  readonly type: string;
  /** `blocking`, `blocking-human`; null for none. */
  readonly gate: string | null;
  /** Which task it is, counted from 1, and its line in the file. */
  readonly task: number;
  readonly line: number;
}

/** What the text below the frontmatter holds. */
export interface PlanBody {
  readonly heading: string | null;
  readonly objective: string | null;
  readonly taskCount: number;
  readonly checkpoints: readonly Checkpoint[];
  /** Paths that the text says are worked on, each once, with the line. */
  readonly paths: readonly { readonly path: string; readonly line: number }[];
}

/** Characters of an objective that are kept. */
const OBJECTIVE_LIMIT = 1000;
/** Characters of one line that are looked at: no task tag, heading or path is longer. */
const LINE_LIMIT = 2000;
const CHECKPOINTS_LIMIT = 1000;
/** Sections that name files to be read, not worked on. */
const READING =
  /^<(\/?)(?:context|execution_context|read_first|required_reading|verification|success_criteria|must_haves|interfaces)>/;

/**
 * Reads a plan's body in one pass over its lines. What stands in a code block or a comment is an example and does not count.
 * @param text the whole file with plain line ends
 * @param start where the body begins, @param firstLine the line that is, counted from 1
 * @param wantPaths also collect the paths that the text names
 */
export function readPlanBody(text: string, start: number, firstLine: number, wantPaths: boolean): PlanBody {
  let fence: string | null = null;
  let inComment = false;
  let reading = false;
  let heading: string | null = null;
  let objective: string[] | null = null;
  let objectiveDone = false;
  let tags = 0;
  let headings = 0;
  const checkpoints: Checkpoint[] = [];
  const paths = new Map<string, number>();

  for (let at = start, line = firstLine; at < text.length; line++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const content = text.slice(at, Math.min(end, at + LINE_LIMIT));
    at = end + 1;
    const trimmed = content.trimStart();
    if (fence !== null) {
      if (trimmed.startsWith(fence) && /^(?:`+|~+)\s*$/.test(trimmed)) fence = null;
      continue;
    }
    if (inComment) {
      inComment = !content.includes('-->');
      continue;
    }
    const first = trimmed.charCodeAt(0);
    if (first === TICK || first === TILDE) {
      fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(trimmed)?.[0] ?? null;
      if (fence !== null) continue;
    }
    if (first === LESS) {
      if (trimmed.startsWith('<!--')) {
        inComment = !trimmed.includes('-->', 4);
        continue;
      }
      const section = READING.exec(trimmed);
      if (section) reading = section[1] === '' && !trimmed.includes('</', 1);
      if (!objectiveDone && objective === null && trimmed.startsWith('<objective>')) objective = [];
    }
    if (objective !== null && !objectiveDone) objectiveDone = addObjective(objective, trimmed);
    if (trimmed.includes('<task')) {
      for (const tag of taskTags(trimmed)) {
        tags++;
        const type = /\stype=["']checkpoint:([^"'\s]{1,64})["']/.exec(tag)?.[1];
        if (type === undefined || checkpoints.length >= CHECKPOINTS_LIMIT) continue;
        const gate = /\sgate=["']([^"']{1,64})["']/.exec(tag)?.[1] ?? null;
        checkpoints.push({ type, gate, task: tags, line });
      }
    }
    if (first === HASH) {
      const title = /^#{1,6}[ \t]+(.*?)[ \t]*#*$/.exec(trimmed)?.[1];
      if (title !== undefined && /^#{2,6}[ \t]+Task[ \t]+[0-9]/i.test(trimmed)) headings++;
      if (title !== undefined && heading === null && trimmed.charAt(1) !== '#') heading = title;
    }
    if (wantPaths && !reading) collectPaths(content, line, paths);
  }
  return {
    heading,
    objective: objective === null ? null : objective.join(' ').slice(0, OBJECTIVE_LIMIT) || null,
    taskCount: tags > 0 ? tags : headings,
    checkpoints,
    paths: [...paths].map(([path, line]) => ({ path, line })),
  };
}

const TICK = 0x60;
const TILDE = 0x7e;
const LESS = 0x3c;
const HASH = 0x23;

/** Adds a line of the first paragraph; true when it has ended. */
function addObjective(lines: string[], content: string): boolean {
  const text = content.startsWith('<objective>') ? content.slice(11) : content;
  const close = text.indexOf('</objective>');
  const part = (close < 0 ? text : text.slice(0, close)).trim();
  if (part !== '') lines.push(part);
  return close >= 0 || (part === '' && lines.length > 0) || lines.length > 50;
}

/** Opening tags of tasks that begin the line or follow another tag; `` `<task>` `` in prose is none. */
function taskTags(content: string): string[] {
  const found: string[] = [];
  for (let at = content.indexOf('<task'); at >= 0; at = content.indexOf('<task', at + 5)) {
    if (!/[\s>/]/.test(content.charAt(at + 5))) continue;
    if (at > 0 && content.charAt(at - 1) !== '>') continue;
    const end = content.indexOf('>', at);
    found.push(content.slice(at, end < 0 ? content.length : end));
  }
  return found;
}

/** Paths kept of one plan's text. */
const PATHS_LIMIT = 500;
const PATH = /^[\w.@+[\]()-]+(?:\/[\w.@+[\]()-]+)+\.[A-Za-z][A-Za-z0-9]{0,9}$/;

/** Words of a line that are paths of files: with a slash and an extension, and no URL or include. */
function collectPaths(content: string, line: number, paths: Map<string, number>): void {
  if (!content.includes('/')) return;
  for (const word of content.split(/[\s`"'<>,;|]+/)) {
    if (paths.size >= PATHS_LIMIT) return;
    if (!word.includes('/') || word.length > 300) continue;
    const path = word.replace(/^\.\//, '').replace(/(?::[0-9].*|[.:)]+)$/, '');
    if (path.startsWith('@') || path.startsWith('.planning/') || path.includes('..') || !PATH.test(path)) continue;
    if (!paths.has(path)) paths.set(path, line);
  }
}
