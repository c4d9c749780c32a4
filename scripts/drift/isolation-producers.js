// @ts-check
import { HOLE, PRODUCER_OPTION as OPTION, PRODUCERS } from './sources.js';

/** @typedef {import('./kinds.js').Found} Found */
/** @typedef {import('./scan.js').Document} Document */
/** Where a producer records a decision. @typedef {{producer: string, offset: number}} Site */

const OWNER = 'PRODUCERS of src/core/isolation/vocabulary.ts';
const KEY = 'producer';

/** Who records decisions: each names itself, and by a name of the closed list. */
export const isolationProducers = {
  id: 'isolation-producers',
  /** @type {readonly import('./kinds.js').Kind[]} */
  kinds: ['producer'],

  /** @param {Document} document @returns {Found[]} */
  check(document) {
    /** @type {Found[]} */
    const found = [];
    /** @param {number} offset @param {string} what @param {string} use */
    const report = (offset, what, use) => found.push({ offset, kind: 'producer', half: 'emit', found: what, use });
    for (const { offset, producer } of producers(document)) {
      if (producer === null) {
        if (!document.manual) report(offset, 'a decision without its producer', `${OPTION} NAME, of ${OWNER}`);
      } else if (producer.includes(HOLE) || /[{}$]/.test(producer)) {
        report(offset, producer, `the name itself, so that the list can be compared with what is found`);
      } else if (!PRODUCERS.includes(producer)) {
        report(offset, producer, `a name of ${OWNER} (${PRODUCERS.join(', ')}), or a new one there`);
      }
    }
    return found;
  },

  /** @returns {string | null} */
  compare() {
    return null;
  },
};

/** The places of a file that record decisions of a known producer. @param {Document} document @returns {Site[]} */
export function producerSites(document) {
  if (document.manual) return [];
  return producers(document).flatMap(({ offset, producer, records }) =>
    records && producer !== null && PRODUCERS.includes(producer) ? [{ offset, producer }] : [],
  );
}

/** @param {Document} document @returns {{offset: number, producer: string | null, records: boolean}[]} */
function producers(document) {
  return [...inShells(document), ...inCode(document)];
}

/** The verb that records, with its option. @param {Document} document */
function inShells(document) {
  return document.shells.flatMap(({ script }) =>
    script.commands.flatMap(({ words, start }) => {
      const texts = words.map((word) => word.text);
      const verb = texts.findIndex((text, i) => text === 'isolation' && texts[i + 1] === 'record');
      if (verb < 1 || texts.includes('--help')) return [];
      const option = texts.findIndex((text) => text === OPTION || text.startsWith(`${OPTION}=`));
      const value = texts[option]?.slice(OPTION.length + 1) || texts[option + 1] || HOLE;
      return [{ offset: start, producer: option < 0 ? null : value, records: true }];
    }),
  );
}

/** A field or variable `producer` with a name, and the option with its value. @param {Document} document */
function inCode(document) {
  /** @type {{offset: number, producer: string | null, records: boolean}[]} */
  const places = [];
  if (document.path.endsWith('.json')) return places;
  for (const { tokens } of document.code) {
    for (let i = 2; i < tokens.length; i++) {
      const token = tokens[i];
      // A template without a hole is a string in other quotes.
      const template =
        token?.type === 'chunk' && tokens[i - 1]?.type === 'template' && tokens[i + 1]?.type === 'template-end';
      if (token === undefined || (token.type !== 'string' && !template)) continue;
      const quote = template ? i - 1 : i;
      const [before, sign] = [tokens[quote - 2], tokens[quote - 1]?.value ?? ''];
      const field = before?.value === KEY && (sign === ':' || sign === '=');
      const option = before?.type === 'string' && before.value === OPTION && sign === ',';
      // A default of a parameter.
      const typed = sign === '=' && tokens[quote - 3]?.value === ':' && tokens[quote - 4]?.value === KEY;
      // A default of an option.
      const fallback =
        sign === '?' && before?.value === '?' && tokens[quote - 4]?.value === '=' && tokens[quote - 5]?.value === KEY;
      if (field || option || typed || fallback)
        places.push({ offset: token.start, producer: token.value, records: true });
    }
  }
  return places;
}
