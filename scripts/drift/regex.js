// @ts-check
import { character } from './scan-js.js';
import { HOLE } from './sources.js';

/**
 * What a regular expression says, from its source: what it matches as text (`skeleton`), and its parts as atoms.
 * One reader for both, so that a format is recognised however its pattern is spelled.
 */

/**
 * @typedef {object} Atom
 * @property {'text' | 'digits' | 'letter' | 'any' | 'group' | 'or'} type
 * @property {string} text the character of a text atom; for classes every character named in it
 * @property {number} min
 * @property {number} max
 * @property {Atom[]} items of a group
 */

const CLASS_DIGITS = /^(?:0-9|\\d|[0-9]-[0-9]|\\p\{Nd?\}|:digit:)$/;
const CLASS_LETTER = /^(?:a-z|A-Z|a-zA-Z|A-Za-z|\\p\{L[ul]?\}|:alpha:|:upper:|:lower:)$/;
const QUANTIFIER = /(?:([*+?])|\{(\d*)(,?)(\d*)\})[?+]?/y;
const GROUP_HEAD = /\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]+:)|/y;
const DEPTH_LIMIT = 50;
const LENGTH_LIMIT = 4000;

/** @param {string} whole source, of which the first 4000 characters count @returns {Atom[]} */
export function parseRegex(whole) {
  const source = whole.slice(0, LENGTH_LIMIT);
  let at = 0;
  /** @param {number} depth @returns {Atom[]} */
  const sequence = (depth) => {
    /** @type {Atom[]} */
    const items = [];
    while (at < source.length) {
      const c = /** @type {string} */ (source[at]);
      if (c === ')') {
        if (depth > 0) return items;
        at++;
        continue;
      }
      /** @type {Atom | null} */
      let atom = null;
      if (c === '(') {
        GROUP_HEAD.lastIndex = ++at;
        at += GROUP_HEAD.exec(source)?.[0].length ?? 0;
        const inner = depth < DEPTH_LIMIT ? sequence(depth + 1) : [];
        at++;
        atom = make('group', '', inner);
      } else if (c === '[') {
        atom = readClass();
      } else if (c === '\\') {
        atom = readEscape();
      } else if (c === '|') {
        at++;
        items.push(make('or', '|'));
        continue;
      } else {
        at++;
        if (c === '^' || c === '$') continue;
        atom = c === '.' || c === HOLE ? make('any', '') : make('text', c);
      }
      if (atom === null) continue;
      quantify(atom);
      items.push(atom);
    }
    return items;
  };

  /** @returns {Atom} */
  const readClass = () => {
    let end = at + 1;
    while (end < source.length && (source[end] !== ']' || end === at + 1)) {
      const named = source.startsWith('[:', end) ? source.indexOf(':]', end) : -1;
      end = named > 0 ? named + 2 : end + (source[end] === '\\' ? 2 : 1);
    }
    const inner = source.slice(at + 1, end);
    at = Math.min(end + 1, source.length);
    const plain = inner.replace(/^\[(:\w+:)$/, '$1');
    if (CLASS_DIGITS.test(plain)) return make('digits', inner);
    if (CLASS_LETTER.test(plain)) return make('letter', inner);
    if (/^\s+$/.test(inner) || /^(?:\\[stnrfv])+$/.test(inner)) return make('text', ' ');
    const characters = [...new Set([...unescaped(inner)].map((c) => c.toLowerCase()))];
    if (characters.length === 1) return make('text', [...unescaped(inner)][0] ?? '');
    return make('any', inner.startsWith('^') ? '' : unescaped(inner));
  };

  /** @returns {Atom | null} */
  const readEscape = () => {
    const rest = source.slice(at, at + 10);
    const property = /^\\p\{[^}]{0,30}\}/i.exec(source.slice(at, at + 36));
    if (property) {
      at += property[0].length;
      return make(CLASS_DIGITS.test(property[0]) ? 'digits' : CLASS_LETTER.test(property[0]) ? 'letter' : 'any', '');
    }
    const coded = /^\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(rest);
    if (coded) {
      at += coded[0].length;
      return make('text', character(Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '', 16)));
    }
    const c = source[at + 1] ?? '';
    at += 2;
    if (c === 'b' || c === 'B' || c === '') return null;
    if (c === 'd') return make('digits', '\\d');
    if ('stnrfv'.includes(c)) return make('text', ' ');
    return 'wWSDkc'.includes(c) || (c >= '0' && c <= '9') ? make('any', '') : make('text', c);
  };

  /** @param {Atom} atom */
  const quantify = (atom) => {
    QUANTIFIER.lastIndex = at;
    const found = QUANTIFIER.exec(source);
    if (!found || found[2] === '') return;
    at += found[0].length;
    const [, sign, low, comma, high] = found;
    atom.min = sign ? (sign === '+' ? 1 : 0) : Number(low);
    atom.max = sign
      ? sign === '?'
        ? 1
        : Infinity
      : comma === ''
        ? Number(low)
        : high === ''
          ? Infinity
          : Number(high);
  };

  return sequence(0);
}

/** @param {Atom['type']} type @param {string} text @param {Atom[]} [items] @returns {Atom} */
function make(type, text, items = []) {
  return { type, text, min: 1, max: 1, items };
}

/** @param {string} inner of a character class */
function unescaped(inner) {
  return inner.replace(/\\(?:u\{?([0-9a-f]{4,6})\}?|x([0-9a-f]{2})|([^]))/gi, (_all, four, two, c) =>
    c === undefined ? character(Number.parseInt(four ?? two, 16)) : c === 'd' ? '0' : c === 's' ? ' ' : c,
  );
}

/** The text that a pattern matches, with `HOLE` for whatever varies. @param {string} source */
export function skeleton(source) {
  return spell(parseRegex(source));
}

/** @param {Atom[]} atoms @returns {string} */
function spell(atoms) {
  let text = '';
  for (const atom of atoms) {
    if (atom.type === 'group') text += spell(atom.items);
    else if (atom.type === 'or' || atom.type === 'text') text += atom.text;
    else text += HOLE;
  }
  return text;
}

// ---------------------------------------------------------------- the shape of a phase

/**
 * How much of the phase grammar a pattern holds. `letter`: digits with an optional letter; `dotted`: with a group of a dot
 * and digits; `repeated`: any number of such groups.
 * @typedef {{letter: boolean, dotted: boolean, repeated: boolean}} Shape
 */

/** @param {string} source of a pattern @returns {Shape | null} null: nothing that could be a phase */
export function phaseShape(source) {
  return inSequence(parseRegex(source));
}

/** @param {readonly Atom[]} items @returns {Shape | null} */
function inSequence(items) {
  /** @type {Shape | null} */
  let best = null;
  for (let i = 0; i < items.length; i++) {
    const atom = /** @type {Atom} */ (items[i]);
    // Digits behind a dot that must be there belong to a version or a decimal number.
    const continued = isDot(items[i - 1]) && (items[i - 1]?.min ?? 0) > 0 && isDigits(items[i - 2]);
    const shape =
      isDigits(atom) && !continued ? behindDigits(items, i + 1) : atom.type === 'group' ? inSequence(atom.items) : null;
    if (shape !== null && weight(shape) > weight(best)) best = shape;
  }
  return best;
}

/** @param {Shape | null} shape */
function weight(shape) {
  return shape === null ? -1 : Number(shape.letter) + Number(shape.dotted) + Number(shape.repeated);
}

/** What follows a run of digits. @param {readonly Atom[]} items @param {number} from @returns {Shape | null} */
function behindDigits(items, from) {
  let next = from;
  const letter = isLetter(items[next]);
  if (letter) next++;
  const tail = items[next];
  const grouped = tail?.type === 'group' && isDotDigits(tail);
  const inline = letter && isDot(tail) && isDigits(items[next + 1]);
  if (!letter && !grouped) return null;
  return { letter, dotted: grouped || inline, repeated: grouped && (tail.max > 1 || unwrapped(tail).max > 1) };
}

/** A group that holds nothing but one atom, as that atom. @param {Atom} atom @returns {Atom} */
function unwrapped(atom) {
  const only = atom.type === 'group' && atom.items.length === 1 ? atom.items[0] : undefined;
  if (only === undefined) return atom;
  const inner = unwrapped(only);
  return { ...inner, min: Math.min(atom.min, inner.min), max: Math.max(atom.max, inner.max) };
}

/** @param {Atom | undefined} atom */
function isDigits(atom) {
  return atom !== undefined && unwrapped(atom).type === 'digits';
}

/** One optional letter. @param {Atom | undefined} atom */
function isLetter(atom) {
  if (atom === undefined) return false;
  const inner = unwrapped(atom);
  return inner.type === 'letter' && inner.max <= 1;
}

/** @param {Atom | undefined} atom */
function isDot(atom) {
  return (
    atom !== undefined &&
    ((atom.type === 'text' && atom.text === '.') || (atom.type === 'any' && atom.text.includes('.')))
  );
}

/** A group of a dot and digits, with more groups of it inside or not. @param {Atom} atom @returns {boolean} */
function isDotDigits(atom) {
  const items = atom.items.filter((item) => item.type !== 'or');
  const [dot, digits] = items;
  if (isDot(dot) && isDigits(digits)) return true;
  return items.length === 1 && items[0]?.type === 'group' && isDotDigits(items[0]);
}
