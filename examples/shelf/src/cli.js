import { formatBook, parseList } from './list.js';

/** Runs one command over the text of a list. @returns {string[]} lines to print */
export function run([command = 'list', ...words], text) {
  const books = parseList(text);
  switch (command) {
    case 'list':
      return books.map(formatBook);
    default:
      throw new Error(`shelf: there is no command "${[command, ...words].join(' ')}"`);
  }
}
