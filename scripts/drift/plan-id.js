// @ts-check
import { skeleton } from './regex.js';
import { offsetOf } from './scan.js';
import { HOLE, PLAN_SUFFIX } from './sources.js';

/** @typedef {import('./kinds.js').Found} Found */

const USE = 'src/core/phase/plan-name.ts (in a workflow: the ids that `msd plan index` prints)';
const FILE = `${PLAN_SUFFIX}.md`;
/** The suffix alone or behind something that varies: what is put behind an id or cut from a file name. */
const CUT_OR_PUT = new RegExp(`(?:^|[${HOLE}*})])-${PLAN_SUFFIX}(?:\\.md)?$`);
const CUT_IN_SHELL = new RegExp(`[%#/].*${PLAN_SUFFIX}(?:\\\\?\\.md)?`);
const NAMED_IN_SHELL = new RegExp(`-${PLAN_SUFFIX}\\\\?\\.md`);

/** Plan ids made from file names, or file names from plan ids, outside their owner. */
export const planId = {
  id: 'plan-id',
  /** @type {readonly import('./kinds.js').Kind[]} */
  kinds: ['plan-id'],

  /** @param {import('./scan.js').Document} document @returns {Found[]} */
  check(document) {
    /** @type {Found[]} */
    const found = [];
    for (const text of document.texts) {
      if (text.language !== 'js' || text.half === 'quote') continue;
      const hit = text.form === 'regex' ? skeleton(text.text).includes(FILE) : CUT_OR_PUT.test(text.text);
      if (!hit) continue;
      const offset = offsetOf(text, 0);
      const put = text.form === 'text' && (!text.text.startsWith('-') || isAdded(document.text, offset));
      found.push({ offset, kind: 'plan-id', half: put ? 'emit' : 'parse', found: text.text, use: USE });
    }
    const half = document.manual ? 'quote' : 'parse';
    for (const { script } of document.shells) {
      for (const { text, start } of script.expansions) {
        if (CUT_IN_SHELL.test(text)) found.push({ offset: start, kind: 'plan-id', half, found: text, use: USE });
      }
      for (const { words, start } of script.commands) {
        const text = words.map((word) => word.text).join(' ');
        if (!/^(?:basename|sed|cut|awk|perl|grep|find|ls|for)\b/.test(text) || !NAMED_IN_SHELL.test(text)) continue;
        found.push({ offset: start, kind: 'plan-id', half, found: text, use: USE });
      }
    }
    return found;
  },

  /** @returns {string | null} */
  compare() {
    return null;
  },
};

/** Whether a literal is put behind something. @param {string} text @param {number} offset */
function isAdded(text, offset) {
  return text
    .slice(Math.max(0, offset - 80), offset)
    .trimEnd()
    .endsWith('+');
}
