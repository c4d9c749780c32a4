// @ts-check
import { character } from './scan-js.js';

/** The few calls and members whose result is known from their arguments. @typedef {import('./fold.js').Value} Value */

/** Elements of a list that is made of lists: one that doubles itself ends here. */
const LIST_LIMIT = 1000;

/**
 * @param {string} name of the function @param {Value[]} args @param {number} start where the call stands
 * @returns {Value}
 */
export function callNamed(name, args, start) {
  const first = args[0] ?? null;
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
  const unchanged = ['toString', 'trim', 'valueOf', 'normalize'].includes(name);
  return value?.type === 'text' && unchanged ? value : null;
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
