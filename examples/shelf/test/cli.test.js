import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../src/cli.js';

const BOOKS = '2026-02-17 | Cosmicomics | Italo Calvino | stories\n';

test('list names every book', () => {
  assert.deepEqual(run(['list'], BOOKS), ['Cosmicomics, by Italo Calvino']);
});

test('a command that is not there is named', () => {
  assert.throws(() => run(['sort', 'up'], BOOKS), /there is no command "sort up"/);
});
