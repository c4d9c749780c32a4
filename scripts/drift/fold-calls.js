// @ts-check
import { character } from './scan-js.js';

/** The few calls and members whose result is known from their arguments. @typedef {import('./fold.js').Value} Value */

/** Elements of a list that is made of lists: one that doubles itself ends here. */
const LIST_LIMIT = 1000;
/** Longest text that is worked on. */
const TEXT_LIMIT = 1000;

/**
 * @param {string} name of the function @param {Value[]} args @param {number} start where the call stands
 * @returns {Value}
 */
export function callNamed(name, args, start) {
  const first = args[0] ?? null;
  if (name === 'atob') return unpacked(first, start);
  if (name === 'RegExp' && (first?.type === 'text' || first?.type === 'regex')) return { ...first, type: 'regex' };
  if (name === 'String' && first?.type === 'text') return first;
  if (name !== 'String.fromCharCode') return null;
  const text = args.map((arg) => (arg?.type === 'number' ? character(arg.number) : '')).join('');
  return { type: 'text', text, spans: [{ at: 0, from: start, moves: false }] };
}

/**
 * @param {Value} value @param {string} name @param {Value[]} args @param {string} hole
 * @returns {Value}
 */
export function callMethod(value, name, args, hole) {
  const first = args[0] ?? null;
  if (value?.type === 'list' && name === 'join') {
    const glue = first === null ? ',' : first.type === 'text' ? first.text : hole;
    return joined(value.items, args.length === 0 ? ',' : glue, hole);
  }
  if (value?.type === 'list' && name === 'reverse') return { type: 'list', items: [...value.items].reverse() };
  if (value?.type === 'list' && name === 'concat') {
    const more = args.flatMap((arg) => (arg?.type === 'list' ? arg.items : [arg]));
    return { type: 'list', items: [...value.items, ...more].slice(0, LIST_LIMIT) };
  }
  if (value?.type === 'text' && name === 'concat') return joined([value, ...args], '', hole);
  if (value?.type === 'text' && value.text.length <= TEXT_LIMIT) {
    const changed = rewritten(value.text, name, args);
    if (Array.isArray(changed))
      return { type: 'list', items: changed.slice(0, LIST_LIMIT).map((text) => moved(text, value)) };
    if (changed !== null) return moved(changed, value);
  }
  const unchanged = ['toString', 'trim', 'valueOf', 'normalize'].includes(name);
  return value?.type === 'text' && unchanged ? value : null;
}

/**
 * What a text's own methods make of it, where all that they are given is known.
 * @param {string} text @param {string} name @param {Value[]} args
 * @returns {string | string[] | null}
 */
function rewritten(text, name, args) {
  const given = args.map((arg) => (arg?.type === 'text' ? arg.text : arg?.type === 'number' ? arg.number : undefined));
  const [one, other] = given;
  if (name === 'split' && typeof one === 'string') return text.split(one);
  if (name === 'toLowerCase' || name === 'toUpperCase') return text[name]();
  if ((name === 'slice' || name === 'substring') && given.every((each) => typeof each === 'number'))
    return text[name](Number(one ?? 0), other === undefined ? undefined : Number(other));
  if ((name !== 'replace' && name !== 'replaceAll') || typeof other !== 'string') return null;
  const found = args[0];
  if (typeof one === 'string') return name === 'replace' ? text.replace(one, other) : text.replaceAll(one, other);
  // A class, or a few letters: other patterns may take long, or match nothing that matters.
  const simple = found?.type === 'regex' && /^(?:\[[^\]\\]{1,20}\]|\\?[^\\()[\]{}*+?|^$]{1,20})\+?$/.test(found.text);
  return simple ? text.replace(new RegExp(found.text, 'g'), other) : null;
}

/** Text that was kept as base64. @param {Value} value @param {number} start @returns {Value} */
function unpacked(value, start) {
  if (value?.type !== 'text') return null;
  const text = Buffer.from(value.text.slice(0, TEXT_LIMIT), 'base64').toString('latin1');
  return { type: 'text', text, spans: [{ at: 0, from: start, moves: false }] };
}

/** @param {string} text @param {{spans: import('./fold.js').Span[]}} value whose place it keeps @returns {Value} */
function moved(text, { spans }) {
  return { type: 'text', text, spans: [{ at: 0, from: spans[0]?.from ?? 0, moves: false }] };
}

/** @param {Value} value @param {string} name @returns {Value} */
export function member(value, name) {
  if (value?.type === 'object') return value.fields.get(name) ?? null;
  if (value?.type === 'regex' && name === 'source') return { ...value, type: 'text' };
  return null;
}

/** @param {Value[]} items @param {string} glue @param {string} hole @returns {Value} */
function joined(items, glue, hole) {
  let text = '';
  /** @type {import('./fold.js').Span[]} */
  const spans = [];
  items.forEach((item, i) => {
    if (i > 0) text += glue;
    if (item?.type !== 'text') text += item?.type === 'number' ? String(item.number) : hole;
    else {
      for (const span of item.spans) spans.push({ ...span, at: text.length + span.at });
      text += item.text;
    }
  });
  return { type: 'text', text, spans };
}
