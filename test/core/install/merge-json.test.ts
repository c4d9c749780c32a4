// biome-ignore-all lint/suspicious/noExplicitAny: a settings file may hold anything
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJsonText } from '../../../src/core/install/json-text.js';
import { hasStrays, type JsonSpec, knownOf, mergeJson, stripJson } from '../../../src/core/install/merge-json.js';
import { claudeSettings } from '../../../src/core/install/host-shapes.js';
import { undoJson } from '../../../src/core/install/undo-file.js';
import { keep, undoExactly } from '../../../src/core/install/undo-parts.js';

const hook = (name: string) => ({
  type: 'command',
  command: 'node',
  args: [`\${CLAUDE_PROJECT_DIR}/.claude/hooks/msd/${name}.js`],
});
const SPEC: JsonSpec = {
  shape: claudeSettings,
  strict: 'skipped',
  wanted: [
    { kind: 'entry', path: ['hooks', 'PreToolUse'], value: { matcher: 'Agent', hooks: [hook('msd-a')] } },
    { kind: 'entry', path: ['hooks', 'PreToolUse'], value: { matcher: 'Edit', hooks: [hook('msd-b')] } },
    { kind: 'entry', path: ['hooks', 'SubagentStart'], value: { hooks: [hook('msd-c')] } },
    { kind: 'put', path: ['worktree', 'baseRef'], value: 'head' },
  ],
};

/** A value as somebody might write it down: any layout, comments, commas before an end. */
const layout = fc.record({
  eol: fc.constantFrom('\n', '\r\n', ''),
  gap: fc.constantFrom('', ' ', '  ', '\t'),
  comment: fc.constantFrom('', '/* a, "b": {} */', '/**/'),
  trailing: fc.boolean(),
  mark: fc.boolean(),
  end: fc.constantFrom('', '\n', '\n\n'),
});

type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

function print(value: unknown, how: Layout, depth = 0): string {
  const { eol, gap, comment, trailing } = how;
  const [inner, outer] = [eol + gap.repeat(depth + 1), eol + gap.repeat(depth)];
  const items = Array.isArray(value)
    ? value.map((item) => print(item, how, depth + 1))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(
          ([name, item]) => `${JSON.stringify(name)}${gap}:${comment}${gap}${print(item, how, depth + 1)}`,
        )
      : null;
  if (items === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${comment}${close}`;
  const line = eol === '' ? '' : '// line';
  return `${open}${inner}${items.join(`,${comment === '' ? '' : line}${inner}`)}${trailing ? ',' : ''}${comment === '' ? '' : line}${outer}${close}`;
}

const entry = fc.oneof(
  fc.constant({ matcher: 'Bash', hooks: [{ type: 'command', command: './x' }] }),
  fc.constant({ hooks: [] }),
  fc.jsonValue({ maxDepth: 1 }),
);
const settings = fc.record(
  {
    model: fc.string(),
    hooks: fc.dictionary(
      fc.constantFrom('PreToolUse', 'SubagentStart', 'Stop', 'Foo'),
      fc.array(entry, { maxLength: 3 }),
    ),
    worktree: fc.oneof(fc.constant({}), fc.constant({ baseRef: 'fresh' }), fc.constant({ other: [1] })),
    env: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);
const texts = fc
  .record({
    value: fc.oneof({ weight: 8, arbitrary: settings }, { weight: 1, arbitrary: fc.constant({}) }),
    how: layout,
  })
  .map(({ value, how }) => `${how.mark ? '\uFEFF' : ''}${print(value, how)}${how.end}`);

const jsonOf = (text: string): any => {
  const read = readJsonText(text);
  assert.ok(read.ok, `it does not parse: ${JSON.stringify(text)}`);
  return JSON.parse(JSON.stringify(read.value.value));
};

test('whatever the file and its layout: it only grows, holds what is wanted, and comes back byte for byte', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const before = jsonOf(text);
      const merged = mergeJson(text, SPEC);
      assert.ok(merged.ok, JSON.stringify(merged));
      const after = jsonOf(merged.value.text);
      assert.ok(
        merged.value.parts.every(({ was }) => was === ''),
        'something was replaced',
      );
      assert.deepEqual(after.hooks.PreToolUse.slice(-2), [SPEC.wanted[0]!.value, SPEC.wanted[1]!.value]);
      assert.deepEqual(after.hooks.SubagentStart.at(-1), SPEC.wanted[2]!.value);
      assert.deepEqual(after.hooks.PreToolUse.slice(0, -2), before.hooks?.PreToolUse ?? []);
      assert.equal(after.worktree.baseRef, before.worktree?.baseRef ?? 'head');
      assert.deepEqual([after.model, after.env], [before.model, before.env]);
      const again = mergeJson(merged.value.text, SPEC);
      assert.ok(again.ok && again.value.parts.length === 0 && !hasStrays(merged.value.text, SPEC, []));
      assert.equal(undoExactly(merged.value.text, merged.value.parts), text);
      const record = {
        path: 'x',
        created: false,
        parts: keep(merged.value.parts, merged.value.text),
        ...knownOf(text, SPEC),
      };
      assert.deepEqual(undoJson(merged.value.text, record, SPEC), { text });
    }),
    { numRuns: 400 },
  );
});

test('taken out entry by entry, the file means what it meant, and keeps its comments', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const merged = mergeJson(text, SPEC);
      assert.ok(merged.ok);
      const bare = stripJson(merged.value.text, SPEC, knownOf(text, SPEC));
      const [was, is] = [jsonOf(text), jsonOf(bare)];
      assert.deepEqual(is, was);
      const comments = (all: string) => all.match(/\/\/ line|\/\* a, "b": \{\} \*\/|\/\*\*\//g) ?? [];
      assert.deepEqual(comments(bare), comments(text));
    }),
    { numRuns: 300 },
  );
});
