import { parse } from 'unbash';
import { type DataPath, parseDataPath } from './data-path.js';
import { judgePlacement, type Finding } from './shell-placement.js';
import { judgeVariables } from './shell-variables.js';
import { readVerbs } from './shell-verbs.js';
import type { Binding, Place, ProblemCode, VerbCall } from './step.js';
import { BRACES_HELP, countLines, findHoles } from './template.js';

/** A shell block made ready: its placeholders are environment variables, quoted, wherever they stand. */
export interface ShellBlock {
  readonly script: string;
  readonly bindings: readonly Binding[];
  /** Numbers of the bindings whose value must not begin with `-`: it would be read as an option. */
  readonly operands: readonly number[];
  readonly verbs: readonly VerbCall[] | null;
}

/** Where in the script a placeholder was put: `"$MSD_IN_n"`, quotes included. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly binding: number;
}

export type Report = (code: ProblemCode, place: Place, message: string) => void;

/**
 * Turns `{{x}}` into `"$MSD_IN_n"` and judges the outcome as a shell would read it: what was parsed is what is run, so a
 * placeholder inside quotes, a comment or a here-document shows itself by not being the quoted word it was made to be.
 */
export function readShellBlock(source: string, first: Place, report: Report): ShellBlock {
  const { script, bindings, spans } = substitute(source, first, report);
  const ast = parse(script);
  const at = (offset: number): Place => ({ file: first.file, line: first.line + countLines(script, 0, offset) });
  const tell = (finding: Finding): void => report(finding.code, at(finding.offset), finding.message);
  for (const error of ast.errors ?? []) report('shell-invalid', at(error.pos), error.message);
  if (spans.length > 0) for (const [index, message] of dialects(script)) report('shell-invalid', at(index), message);
  const placement = judgePlacement(ast, script, spans);
  placement.findings.forEach(tell);
  judgeVariables(ast, bindings.length).forEach(tell);
  const verbs = readVerbs(ast, (offset) => at(offset).line);
  return { script, bindings, operands: placement.operands, verbs };
}

/** What shells read differently, or read in a way that hides what a command is called. */
function dialects(script: string): readonly (readonly [number, string])[] {
  const found: (readonly [number, string])[] = [];
  for (const match of script.matchAll(/\$['"]/g))
    found.push([
      match.index,
      `${match[0]}…: shells differ in what that is; in a block with placeholders use plain quotes`,
    ]);
  for (const match of script.matchAll(/[^\s\\](?:\\\\)*\\\n/g))
    found.push([match.index, 'a line is continued between words only: put a space in front of the backslash']);
  return found;
}

function substitute(source: string, first: Place, report: Report) {
  const { holes, unclosed } = findHoles(source);
  const at = (line: number): Place => ({ file: first.file, line: first.line + line });
  if (unclosed !== null)
    report('placeholder-invalid', at(countLines(source, 0, unclosed)), `{{ is not closed: ${BRACES_HELP}`);
  const numbers = new Map<string, number>();
  const bindings: Binding[] = [];
  const spans: Span[] = [];
  let script = '';
  let seen = 0;
  for (const hole of holes) {
    const path: DataPath | null = parseDataPath(hole.inner);
    if (!path) {
      report('placeholder-invalid', at(hole.line), `"{{${hole.inner.slice(0, 60)}}}": ${BRACES_HELP}`);
      continue;
    }
    let binding = numbers.get(path.source);
    if (binding === undefined) {
      bindings.push({ path, line: first.line + hole.line });
      binding = bindings.length;
      numbers.set(path.source, binding);
    }
    script += source.slice(seen, hole.start);
    const start = script.length;
    script += `"$MSD_IN_${binding}"`;
    spans.push({ start, end: script.length, binding });
    seen = hole.end;
  }
  return { script: script + source.slice(seen), bindings, spans };
}
