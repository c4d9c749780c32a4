import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlanBody } from '../../../src/core/phase/plan-body.js';
import { findUndeclared } from '../../../src/core/phase/undeclared-paths.js';

const bodyOf = (text: string) => readPlanBody(text, 0, 1);
const undeclaredIn = (text: string, declared: readonly string[] = []) =>
  findUndeclared(text, 0, 1, bodyOf(text), declared);

test('tasks, checkpoints, heading and objective', () => {
  const body = bodyOf(`# The title #

<objective>
First line
goes on.

Second paragraph.
</objective>
<tasks>
<task type="auto">
  <name>one</name>
</task>
  <task type="checkpoint:human-verify" gate="blocking">
</task><task type='checkpoint:decision'>
</task>
</tasks>
`);
  assert.deepEqual(body, {
    heading: 'The title',
    objective: 'First line goes on.',
    taskCount: 3,
    checkpoints: [
      { type: 'human-verify', gate: 'blocking', task: 2, line: 13 },
      { type: 'decision', gate: null, task: 3, line: 14 },
    ],
    skipped: [],
  });
});

test('headings of tasks count where there are no tags', () => {
  assert.equal(bodyOf('## Task 1: a\n### Task 2\n## Tasks\n# Task 3\n').taskCount, 2);
  assert.equal(bodyOf('## Task 1\n<task>\n</task>\n').taskCount, 1);
});

test('what stands in code blocks and comments is an example', () => {
  const example = '# No title\n<objective>No</objective>\n<task type="checkpoint:decision">\n## Task 9\nsrc/no.ts\n';
  for (const [open, close] of [
    ['```', '```'],
    ['~~~', '~~~'],
    ['````md\n```', '````'],
    ['  ```xml', '  ```'],
    ['<!--', '-->'],
    ['<!-- note', 'end -->'],
  ] as const) {
    const text = `${open}\n${example}${close}\n\n# Title\n<task>\n`;
    const body = bodyOf(text);
    assert.deepEqual([body.heading, body.objective, body.taskCount, body.checkpoints], ['Title', null, 1, []], open);
    assert.equal(undeclaredIn(text), null, open);
  }
});

test('inline code with three ticks opens no block, and a block that is never closed goes on to the end', () => {
  assert.equal(bodyOf('```x``` is code\n<task>\n').taskCount, 1);
  assert.equal(bodyOf('```\n<task>\n').taskCount, 0);
});

test('tags in prose are no tasks', () => {
  assert.equal(bodyOf('Write a `<task>` here, or <task type="auto">.\n<taskbar>\n<tasks>\n').taskCount, 0);
});

test('paths that the text names and nobody declared are found with their line', () => {
  const text =
    'Edit `src/props.ts`, see\n(src/deep/er.test.tsx) and ./lib/x.py:12.\nNot and/or, http://a.b/c.html, @src/inc.md, .planning/STATE.md, 1/2, a//b.c.\n';
  assert.deepEqual(undeclaredIn(text), { paths: ['src/props.ts', 'src/deep/er.test.tsx', 'lib/x.py'], line: 1 });
  assert.deepEqual(undeclaredIn(text, ['src/', 'lib/x.py']), null);
  assert.deepEqual(undeclaredIn(text, ['src/props.ts', 'src/**/*.tsx']), { paths: ['lib/x.py'], line: 2 });
});

test('what is only to be read is not worked on', () => {
  assert.equal(undeclaredIn('<context>\nsrc/a.ts\n</context>\n<verification>\nsrc/b.ts\n</verification>\n'), null);
  assert.deepEqual(undeclaredIn('<context>\nsrc/a.ts\n</context>\n<files>src/c.ts</files>\n')?.paths, ['src/c.ts']);
});

test('two megabytes of anything', () => {
  const size = 2 * 1024 * 1024;
  for (const unit of [
    'a',
    'a/',
    '/',
    'a.',
    './',
    '(',
    '[',
    '<a',
    '---\n',
    '`',
    '```\n',
    '~~~\n',
    '<!--',
    '<task ',
    '<task>\n',
    '# ',
    '<objective>',
    ' ',
    'a/b.c ',
    'a/b.',
    '@',
    '-->',
    '\n',
  ]) {
    const text = unit.repeat(size / unit.length);
    assert.ok(bodyOf(text).checkpoints.length <= 1000, unit);
    undeclaredIn(text);
  }
});
