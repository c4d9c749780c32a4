// @ts-check
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyAllowances, readAllowances } from './allow.js';
import { dispatchIdentity } from './dispatch-identity.js';
import { isolationProducers, producerSites } from './isolation-producers.js';
import { isolationVocabulary } from './isolation-vocabulary.js';
import { phaseToken } from './phase-token.js';
import { OWNERS } from './places.js';
import { planId } from './plan-id.js';
import { languageByContent, scan } from './scan.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./kinds.js').Finding} Finding */
/** @typedef {import('./scan.js').Document} Document */
/**
 * What is said of one file.
 * @typedef {object} Verdict
 * @property {Finding[]} findings
 * @property {{file: string, line: number, kind: string, half: string | null}[]} allowed covered by a sanctioned exemption
 * @property {Kind[]} owned what it holds as the owner
 * @property {string[]} producers whose decisions it records
 */

/** Every rule that judges a file by itself. */
const RULES = [dispatchIdentity, phaseToken, planId, isolationVocabulary, isolationProducers];

/** What counts where one line is found twice: a string that becomes a pattern is a pattern. */
const STRENGTH = { none: 0, quote: 1, emit: 2, parse: 3 };

/** @typedef {Finding & {offset: number, compare: typeof RULES[number]['compare']}} Located */

/**
 * Takes a file apart and asks the rules.
 * @param {import('./walk.js').Entry} entry @param {string} text
 * @param {import('./candidates.js').Signs | null} signs kinds to look for; null: all
 * @param {boolean} house owners may own, producers are listed
 * @returns {Verdict}
 */
export function judge({ path, language }, text, signs, house) {
  const document = scan(path, text, languageByContent(language, text), signs?.fold ?? true);
  const lineOf = lineCounter(text);
  /** @type {Map<string, Located>} */
  const byPlace = new Map();
  /** @type {Set<Kind>} */
  const owned = new Set();
  for (const rule of RULES) {
    if (signs !== null && !rule.kinds.some((kind) => signs.kinds.has(kind))) continue;
    for (const { offset, kind, half, found, use } of rule.check(document)) {
      const line = lineOf(offset);
      const place = `${kind} ${line}`;
      if (house && OWNERS[kind]?.includes(path)) owned.add(kind);
      else if (STRENGTH[half] > STRENGTH[byPlace.get(place)?.half ?? 'none'])
        byPlace.set(place, { file: path, line, kind, half, found, use, offset, compare: rule.compare });
    }
  }
  const located = [...byPlace.values()].sort((a, b) => a.line - b.line);
  if (!house && located.length > 0 && isShipped(document))
    return { findings: [], allowed: [], owned: [], producers: [] };

  const { allowances, problems } = readAllowances(document, lineOf);
  const { left, covered, stale } = applyAllowances(path, located, allowances);
  const differing = covered.flatMap((each) => quotationFault(each, document));
  return {
    findings: [...left.map(plain), ...stale, ...problems, ...differing],
    allowed: covered.map(({ file, line, kind, half }) => ({ file, line, kind, half })),
    owned: [...owned],
    producers: house ? producerSites(document).map(({ producer }) => producer) : [],
  };
}

/** @param {Located} located @returns {Finding} */
function plain({ file, line, kind, half, found, use }) {
  return { file, line, kind, half, found, use };
}

/** An allowed quotation that says something else than its source. @param {Located} located @param {Document} document @returns {Finding[]} */
function quotationFault({ file, line, kind, half, offset, compare }, document) {
  const said = half === 'quote' ? compare(kind, document.text.slice(offset, offset + 600)) : null;
  const found = document.text.slice(offset, offset + 80);
  return said === null ? [] : [{ file, line, kind: 'quotation', half, found, use: `what its source says: ${said}` }];
}

/** A hook of msd, as installed: byte for byte the one that this msd ships. @param {Document} document */
function isShipped(document) {
  const owners = Object.values(OWNERS).flat();
  const owner = owners.find((path) => path.startsWith('hooks/') && basename(path) === basename(document.path));
  if (owner === undefined) return false;
  const own = fileURLToPath(import.meta.resolve(`#hooks/${owner.slice('hooks/'.length)}`));
  return readFileSync(own, 'utf8') === document.text;
}

/** Line numbers, from 1, of offsets. @param {string} text @returns {(offset: number) => number} */
function lineCounter(text) {
  /** @type {number[]} */
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
