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
  /** Code blocks, comments and sections that name files to be read: in order, by offset in the text. */
  readonly skipped: readonly Range[];
}

export /** Characters of an objective that are kept, and of one line that are looked at. */
const OBJECTIVE_LIMIT = 1000;
const LINE_LIMIT = 2000;
const CHECKPOINTS_LIMIT = 1000;

/** Sections that name files to be read, not worked on. */
const READING =
  'context|execution_context|read_first|required_reading|verification|success_criteria|must_haves|interfaces';
/** The beginning of each line that means something: 1 a code block, 2 a comment, 3 `/` or nothing and 4 a reading section, 5 an objective, 6 tasks, 7 a heading. */
const MARKS = new RegExp(
  `^[ \\t]*(?:(\`{3,}|~{3,})|(<!--)|<(/?)(${READING})>|(<objective>)|(</?tasks?[\\s>/])|(#{1,6})[ \\t])`,
  'gm',
);

/**
 * Reads a plan's body in one pass. What stands in a code block or a comment is an example and does not count.
 * @param text the whole file with plain line ends
 * @param start where the body begins, @param firstLine the line that is, counted from 1
 */
export function readPlanBody(text: string, start: number, firstLine: number): PlanBody {
  const lines = lineCounter(text, start, firstLine);
  const checkpoints: Checkpoint[] = [];
  const skipped: Range[] = [];
  let reading = -1;
  let heading: string | null = null;
  let objective: string | null = null;
  let tags = 0;
  let headings = 0;
  MARKS.lastIndex = start;
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    const [, fence, comment, closing, section, opened, tasks, title] = mark;
    if (fence !== undefined) {
      const end = endOfFence(text, mark.index, fence);
      if (end === null) continue;
      skipped.push({ start: mark.index, end });
      MARKS.lastIndex = end;
    } else if (comment !== undefined) {
      const close = text.indexOf('-->', MARKS.lastIndex);
      const end = close < 0 ? text.length : lineEnd(text, close);
      skipped.push({ start: mark.index, end });
      MARKS.lastIndex = end;
    } else if (section !== undefined) {
      if (closing === '' && reading < 0) reading = mark.index;
      else if (closing === '/' && reading >= 0) {
        skipped.push({ start: reading, end: mark.index });
        reading = -1;
      }
    } else if (opened !== undefined) {
      objective ??= firstParagraph(text, MARKS.lastIndex);
    } else if (tasks !== undefined) {
      const line = text.slice(mark.index, Math.min(lineEnd(text, mark.index), mark.index + LINE_LIMIT));
      for (const tag of taskTags(line)) {
        tags++;
        const type = /\stype=["']checkpoint:([^"'\s]{1,64})["']/.exec(tag)?.[1];
        if (type === undefined || checkpoints.length >= CHECKPOINTS_LIMIT) continue;
        const gate = /\sgate=["']([^"']{1,64})["']/.exec(tag)?.[1] ?? null;
        checkpoints.push({ type, gate, task: tags, line: lines(mark.index) });
      }
    } else if (title !== undefined) {
      const line = text.slice(MARKS.lastIndex, Math.min(lineEnd(text, mark.index), mark.index + LINE_LIMIT));
      if (title.length > 1 && /^[ \t]*Task[ \t]+[0-9]/i.test(line)) headings++;
      if (title.length === 1) heading ??= line.replace(/[ \t]+#*[ \t]*$/, '').trim();
    }
  }
  return {
    heading: heading === '' ? null : heading,
    objective,
    taskCount: tags > 0 ? tags : headings,
    checkpoints,
    skipped,
  };
}

/** From `start` up to `end`, as offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the code block that begins at `at` ends: behind its closing line, or with the text. null where it is inline code. */
function endOfFence(text: string, at: number, fence: string): number | null {
  const open = lineEnd(text, at);
  if (fence.startsWith('`') && text.slice(text.indexOf(fence, at) + fence.length, open).includes('`')) return null;
  for (let from = text.indexOf(fence, open); from >= 0; from = text.indexOf(fence, from)) {
    const begin = text.lastIndexOf('\n', from) + 1;
    const end = lineEnd(text, from);
    if (/^[ \t]*(?:`+|~+)[ \t]*$/.test(text.slice(begin, Math.min(end, begin + LINE_LIMIT)))) return end;
    from = end;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Lines of rising positions, counted once. */
export function lineCounter(text: string, start: number, firstLine: number): (at: number) => number {
  let line = firstLine;
  let counted = start;
  return (at) => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line++;
      counted = end + 1;
    }
    return line;
  };
}

/** The first paragraph behind `<objective>`, on one line. */
function firstParagraph(text: string, at: number): string | null {
  const close = text.indexOf('</objective>', at);
  const whole = text.slice(at, Math.min(close < 0 ? text.length : close, at + LINE_LIMIT)).trim();
  const paragraph = whole.split(/\n[ \t]*(?:\n|(?:`{3}|~{3}|<!--))/, 1)[0] ?? '';
  return paragraph.replace(/[ \t]*\n[ \t]*/g, ' ').slice(0, OBJECTIVE_LIMIT) || null;
}

/** Opening tags of tasks that begin the line or follow another tag; `` `<task>` `` in prose is none. */
function taskTags(line: string): readonly string[] {
  const found: string[] = [];
  for (let at = line.indexOf('<task'); at >= 0; at = line.indexOf('<task', at + 5)) {
    if (!/[\s>/]/.test(line.charAt(at + 5))) continue;
    if (at > 0 && !/[>\s]/.test(line.charAt(at - 1))) continue;
    const end = line.indexOf('>', at);
    found.push(line.slice(at, end < 0 ? line.length : end));
  }
  return found;
}
