// @ts-check

import { ALLOW } from './sources.js';

/**
 * Sanctioned exemptions: a comment line of its own before the line it allows, which reads as `FORM` below. It covers the one construct that begins on the next line (in Markdown: the first of
 * its kind in the next block), for the half it names, and is itself a finding as soon as it covers nothing.
 */

/** @typedef {import('./kinds.js').Finding} Finding */
/** @typedef {import('./scan.js').Document} Document */
/**
 * @typedef {object} Allowance
 * @property {number} line where the comment stands
 * @property {number} first line that it covers
 * @property {number} last
 * @property {string} kind
 * @property {string} half
 */

/** Kinds that can be allowed; the others are mended where they are listed. @type {ReadonlySet<string>} */
const ALLOWABLE = new Set(['marker', 'frame', 'phase-grammar', 'phase-arithmetic', 'plan-id', 'vocabulary']);
/** @type {ReadonlySet<string>} */
const HALVES = new Set(['emit', 'parse', 'quote']);
const FORM = `${ALLOW}(KIND): HALF — WHY`;
const LINE = new RegExp(`^${ALLOW}\\(([\\w-]+)\\):\\s*(\\w+)(?: half)?\\s+(?:—|–|--|-)\\s+(\\S.{9,})$`);
/** What a comment line begins and ends with. */
const MARKS = /^[ \t]*(?:\/\/+|\/\*+|\*+(?!\/)|#+|<!--|--)?[ \t]*|[ \t]*(?:\*\/|-->)?[ \t]*\r?$/g;

/**
 * @param {Document} document @param {(offset: number) => number} lineOf
 * @returns {{allowances: Allowance[], problems: Finding[]}}
 */
export function readAllowances(document, lineOf) {
  /** @type {Allowance[]} */
  const allowances = [];
  /** @type {Finding[]} */
  const problems = [];
  if (!document.text.includes(ALLOW)) return { allowances, problems };
  const lines = document.text.split('\n');
  const own = new Set();
  for (const { start, line, bare } of commentLines(document, lines, lineOf)) {
    own.add(line);
    const [, kind = '', half = ''] = LINE.exec(bare) ?? [];
    const said =
      start !== ''
        ? 'it shares its line with code; it must stand on a line of its own'
        : kind === ''
          ? `it must read ${FORM}, with a reason of ten characters or more`
          : !ALLOWABLE.has(kind)
            ? `"${kind}" cannot be allowed; kinds: ${[...ALLOWABLE].join(', ')}`
            : HALVES.has(half)
              ? ''
              : `"${half}" is no half; halves: ${[...HALVES].join(', ')}`;
    if (said !== '') problems.push(problem(document.path, line, bare, said));
    else allowances.push({ line, first: line, last: line, kind, half });
  }
  for (const allowance of allowances) Object.assign(allowance, coverage(document, lines, allowance.line, own, lineOf));
  return { allowances, problems };
}

/** The comment lines that speak of an allowance, without their marks. @param {Document} document @param {readonly string[]} lines @param {(offset: number) => number} lineOf */
function commentLines(document, lines, lineOf) {
  return document.remarks.flatMap((remark) => {
    if (!remark.text.includes(ALLOW)) return [];
    const first = lineOf(remark.start);
    return remark.text.split('\n').flatMap((text, i) => {
      const bare = text.replace(MARKS, '');
      if (!bare.startsWith(`${ALLOW}(`)) return [];
      const whole = lines[first + i - 1] ?? '';
      const start = whole.replace(MARKS, '') === bare ? '' : whole;
      return [{ start, line: first + i, bare }];
    });
  });
}

/** @param {Document} document @param {readonly string[]} lines @param {number} line @param {ReadonlySet<unknown>} own @param {(offset: number) => number} lineOf */
function coverage(document, lines, line, own, lineOf) {
  const inMarkdown = document.blocks.some((block) => block.type === 'comment' && lineOf(block.start) === line);
  let next = line + 1;
  while (own.has(next) || (inMarkdown && next <= lines.length && (lines[next - 1] ?? '').trim() === '')) next++;
  const block = document.blocks.find((each) => each.type !== 'comment' && lineOf(each.start) === next);
  return { first: next, last: inMarkdown && block ? lineOf(block.end) : next };
}

/**
 * What is left of the findings, what is covered, and the allowances that cover nothing, as findings.
 * @template {Finding} F
 * @param {string} path @param {readonly F[]} findings in order of lines @param {readonly Allowance[]} allowances
 * @returns {{left: F[], covered: F[], stale: Finding[]}}
 */
export function applyAllowances(path, findings, allowances) {
  /** @type {Set<F>} */
  const covered = new Set();
  /** @type {Finding[]} */
  const stale = [];
  for (const { line, first, last, kind, half } of allowances) {
    const hit = findings.find(
      (finding) =>
        finding.kind === kind &&
        finding.half === half &&
        finding.line >= first &&
        finding.line <= last &&
        !covered.has(finding),
    );
    if (hit) covered.add(hit);
    else stale.push(problem(path, line, `${kind}, ${half}`, 'nothing: it covers nothing, take it away'));
  }
  return { left: findings.filter((finding) => !covered.has(finding)), covered: [...covered], stale };
}

/** @param {string} file @param {number} line @param {string} found @param {string} use @returns {Finding} */
function problem(file, line, found, use) {
  return { file, line, kind: 'allowance', half: null, found, use };
}
