import { type Condition, conditionPaths, parseCondition } from './condition.js';
import { type DataPath, parseDataPath } from './data-path.js';
import { unreachable } from '../unreachable.js';
import type { Place } from './step.js';

/** A text with holes: what a prompt is made from. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string; readonly place: Place }
  /** `alone`: nothing else is on its line, so a value of several lines may stand there. */
  | { readonly kind: 'value'; readonly path: DataPath; readonly alone: boolean; readonly place: Place }
  /** `{{#if …}}` … `{{else}}` … `{{/if}}`, each alone on its line. */
  | {
      readonly kind: 'section';
      readonly condition: Condition;
      readonly whenTrue: Template;
      readonly whenFalse: Template;
      readonly place: Place;
    };

/** `{{ … }}` as found in a text, before anyone asks what it means. */
export interface Hole {
  /** Between the braces, trimmed. */
  readonly inner: string;
  readonly start: number;
  readonly end: number;
  /** Lines above it in the text. */
  readonly line: number;
}

/** Every `{{…}}` of a text in order; `unclosed` is the offset of an opening without an end on its line. */
export function findHoles(text: string): { readonly holes: readonly Hole[]; readonly unclosed: number | null } {
  const holes: Hole[] = [];
  let line = 0;
  let seen = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', seen)) {
    line += countLines(text, seen, start);
    const end = text.indexOf('}}', start + 2);
    const lineEnd = text.indexOf('\n', start);
    if (end === -1 || (lineEnd !== -1 && end > lineEnd)) return { holes, unclosed: start };
    holes.push({ inner: text.slice(start + 2, end).trim(), start, end: end + 2, line });
    seen = end + 2;
  }
  return { holes, unclosed: null };
}

/** Line ends in `text` from `from` up to `to`. */
export function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** What the parser of templates needs from outside. */
export interface TemplateContext {
  readonly report: (code: 'placeholder-invalid' | 'section-invalid', place: Place, message: string) => void;
  /** The template of a reference, or null where it cannot be had (reported by the callee). */
  readonly include: (name: string, place: Place) => Template | null;
}

/** Said wherever braces cannot be read. */
export const BRACES_HELP =
  "a placeholder is {{name}} or {{name.field}} on one line; to have two braces as text, put them apart ('{''{')";

/** @param start the place of the text's first line */
export function parseTemplate(text: string, start: Place, context: TemplateContext): Template {
  const found = findHoles(text);
  const at = (line: number): Place => ({ file: start.file, line: start.line + line });
  if (found.unclosed !== null)
    context.report('placeholder-invalid', at(countLines(text, 0, found.unclosed)), `{{ is not closed: ${BRACES_HELP}`);
  const stack: OpenSection[] = [{ parts: [], whenTrue: null, condition: null, place: start }];
  let seen = 0;
  let seenLine = 0;
  for (const hole of found.holes) {
    const open = stack[stack.length - 1]!;
    const place = at(hole.line);
    const alone = standsAlone(text, hole);
    const directive = /^(?:#if\b|else$|\/if$|include\b)/.test(hole.inner);
    // A directive alone on its line takes the whole line with it.
    const start = directive && alone ? lineStart(text, hole.start) : hole.start;
    const end = directive && alone ? afterLine(text, hole.end) : hole.end;
    if (start > seen) open.parts.push({ kind: 'text', text: text.slice(seen, start), place: at(seenLine) });
    seen = Math.max(seen, end);
    seenLine = hole.line + (end > hole.end ? 1 : 0);
    if (directive && !alone) {
      context.report('section-invalid', place, `{{${hole.inner.slice(0, 60)}}} must stand alone on its line`);
      continue;
    }
    if (directive) readDirective(hole.inner, place, stack, context);
    else {
      const path = parseDataPath(hole.inner);
      if (path) open.parts.push({ kind: 'value', path, alone, place });
      else context.report('placeholder-invalid', place, `"{{${hole.inner.slice(0, 60)}}}": ${BRACES_HELP}`);
    }
  }
  if (seen < text.length)
    stack[stack.length - 1]!.parts.push({ kind: 'text', text: text.slice(seen), place: at(seenLine) });
  for (const open of stack.slice(1)) context.report('section-invalid', open.place, '{{#if}} is not closed by {{/if}}');
  return stack[0]!.parts;
}

interface OpenSection {
  parts: TemplatePart[];
  whenTrue: Template | null;
  readonly condition: Condition | null;
  readonly place: Place;
}

function readDirective(inner: string, place: Place, stack: OpenSection[], context: TemplateContext): void {
  const open = stack[stack.length - 1]!;
  if (inner.startsWith('include')) {
    const template = context.include(inner.slice('include'.length).trim(), place);
    if (template) open.parts.push(...template);
  } else if (inner.startsWith('#if')) {
    const condition = parseCondition(inner.slice(3).trim());
    if (typeof condition === 'string')
      context.report('section-invalid', place, `{{${inner.slice(0, 60)}}}: ${condition}`);
    const known =
      typeof condition === 'string' ? { source: '', node: { kind: 'literal' as const, value: null } } : condition;
    if (stack.length > 10) context.report('section-invalid', place, 'sections are nested deeper than 10');
    stack.push({ parts: [], whenTrue: null, condition: known, place });
  } else if (stack.length === 1 || (inner === 'else' && open.whenTrue !== null)) {
    context.report('section-invalid', place, `{{${inner}}} without an {{#if}} that it belongs to`);
  } else if (inner === 'else') {
    open.whenTrue = open.parts;
    open.parts = [];
  } else {
    stack.pop();
    stack[stack.length - 1]!.parts.push({
      kind: 'section',
      condition: open.condition!,
      whenTrue: open.whenTrue ?? open.parts,
      whenFalse: open.whenTrue ? open.parts : [],
      place: open.place,
    });
  }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

function standsAlone(text: string, hole: Hole): boolean {
  const before = text.slice(lineStart(text, hole.start), hole.start);
  const after = text.slice(hole.end, afterLine(text, hole.end));
  return before.trim() === '' && after.trim() === '';
}

/** Every value the template may ask for and every path its conditions read. */
export function templatePaths(
  template: Template,
): readonly { readonly path: DataPath; readonly place: Place; readonly value: boolean }[] {
  return template.flatMap((part) => {
    switch (part.kind) {
      case 'text':
        return [];
      case 'value':
        return [{ path: part.path, place: part.place, value: true }];
      case 'section':
        return [
          ...conditionPaths(part.condition.node).map((path) => ({ path, place: part.place, value: false })),
          ...templatePaths(part.whenTrue),
          ...templatePaths(part.whenFalse),
        ];
      default:
        return unreachable(part);
    }
  });
}
