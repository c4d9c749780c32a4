import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { ISOLATION_VALUES } from '../../src/core/isolation/vocabulary.js';

/** A shell `case` list in Markdown is a copy of the vocabulary too: found by looking, and held to the owner (ADR 0004). */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Lists of a `case` branch that name a value of the vocabulary: what each names besides, in order. */
function caseLists(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/^[ \t]*\(?[ \t]*("?[\w-]+"?(?:[ \t]*\|[ \t]*"?[\w-]+"?)+)[ \t]*\)/gm)]
    .map((match) => (match[1] ?? '').split('|').map((word) => word.trim().replaceAll('"', '')))
    .filter((words) => words.some((word) => (ISOLATION_VALUES as readonly string[]).includes(word)));
}

const complete = (words: readonly string[]) => [...words].sort().join() === [...ISOLATION_VALUES].sort().join();

test('a list is seen, and an incomplete or longer one is told from the vocabulary', () => {
  const seen = (line: string) => caseLists(`case "$X" in\n${line} ;;\nesac\n`);
  assert.deepEqual(seen('  harness-worktree|orchestrator-worktree|none)').map(complete), [true]);
  assert.deepEqual(seen('"none" | "harness-worktree")').map(complete), [false]);
  assert.deepEqual(seen('none|harness-worktree|orchestrator-worktree|remote)').map(complete), [false]);
  assert.deepEqual(seen('yes|no)'), []);
});

test('every list in Markdown holds the whole vocabulary', () => {
  const folders = ['workflows', 'references', 'agents', 'commands', 'docs'];
  const files = folders.flatMap((folder) => {
    try {
      return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
  const markdown = files.filter((file) => file.endsWith('.md'));
  assert.ok(markdown.length > 3, 'there is Markdown to look at');
  for (const file of markdown)
    for (const words of caseLists(readFileSync(join(ROOT, file), 'utf8')))
      assert.ok(complete(words), `${file}: ${words.join('|')}`);
});
