import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBook, parseList } from '../src/list.js';

test('a line becomes a book, notes and empty lines do not', () => {
  assert.deepEqual(parseList('# note\n\n2026-01-30 | The Summer Book | Tove Jansson | novel, island\n'), [
    { finished: '2026-01-30', title: 'The Summer Book', author: 'Tove Jansson', tags: ['novel', 'island'] },
  ]);
});

test('a book in words', () => {
  assert.equal(formatBook({ title: 'Cosmicomics', author: 'Italo Calvino' }), 'Cosmicomics, by Italo Calvino');
});
