import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromJSONSchema } from 'zod';
import { schemaText } from '../../src/cli/schema-text.js';
import { ACCEPTED, readConfigValue } from '../../src/core/config.js';
import { CONFIG_KEYS } from '../../src/core/config-keys.js';
import { configSchema } from '../../src/core/config-schema.js';
import { unknownKeys } from '../../src/core/config-unknown.js';

const ROOT = new URL('../../../', import.meta.url);

test('the published schema is the one that the sources make', () => {
  assert.equal(readFileSync(new URL('schema/config.schema.json', ROOT), 'utf8'), schemaText());
});

test('every setting has words, and is in the schema with them', () => {
  const text = schemaText();
  for (const { key, what } of CONFIG_KEYS) {
    assert.ok(ACCEPTED[key], `${key}: what it takes`);
    assert.ok(text.includes(JSON.stringify(what).slice(1, -1)), `${key}: its words`);
  }
});

test('what is told as standard is what msd takes where nothing is said', () => {
  const raw: Record<string, Record<string, unknown>> = {};
  for (const { key, standard } of CONFIG_KEYS.filter(
    (one) => one.standard !== null && one.key !== 'msd.guard.strict',
  )) {
    const [section = '', name = ''] = key.split('.');
    raw[section] = { ...raw[section], [name]: standard };
  }
  assert.deepEqual(readConfigValue(raw), readConfigValue(undefined));
  assert.equal(readConfigValue(undefined).config.guardStrict, false);
});

const VALUES = fc.oneof(
  fc.constantFrom<unknown>(true, false, null, 0, 1, 3, 256, 257, 1.5, '', 'x', '2h', '10m', '1.5h', 'warn', 'kill'),
  fc.constantFrom<unknown>('ask', 'declared', 'fail', [], ['a'], ['a', 1], [''], {}, { claude: {} }, { claude: [] }),
  fc.constantFrom<unknown>({ claude: { command: ['x'] } }, { claude: { command: [] } }, { claude: { other: 1 } }),
  fc.constantFrom<unknown>({ claude: { permissionMode: 'x' } }, { claude: { allowedTools: ['Read', 'Edit'] } }),
);

test('the schema and msd take the same values', () => {
  const schema = fromJSONSchema(configSchema() as Parameters<typeof fromJSONSchema>[0]);
  const keys = CONFIG_KEYS.map(({ key }) => key);
  fc.assert(
    fc.property(
      fc.constantFrom(...keys, 'msd', 'msd.guard', 'worktrees', 'git', 'parallelization'),
      VALUES,
      (key, value) => {
        let raw: unknown = value;
        for (const part of key.split('.').reverse()) raw = { [part]: raw };
        const ours = readConfigValue(raw).problems.length === 0 && unknownKeys(raw).length === 0;
        assert.equal(schema.safeParse(raw).success, ours, JSON.stringify(raw));
      },
    ),
    { numRuns: 600 },
  );
});

test("GSD's own keys are no mistakes, a slip in writing one of msd's is", () => {
  const theirs = {
    ...{
      mode: 'yolo',
      granularity: 'fine',
      model_profile: 'quality',
      project_code: 'X',
      hooks: {},
      gates: {},
      safety: {},
    },
    ...{ agent_skills: {}, features: {}, ship: {}, models: {}, context: null, runtime: 'codex', worktree: 'x', mds: 1 },
    workflow: { research: true, plan_check: false, use_worktrees: true, verifier: true, code_review: true },
    planning: { commit_docs: true, search_gitignored: false, sub_repos: [] },
    git: { branching_strategy: 'none', base_branch: 'main', protected_branches: [], create_tag: true },
    parallelization: { enabled: true, plan_level: true, min_plans_for_parallel: 2, max_concurrent_agents: 3 },
  };
  assert.deepEqual(
    unknownKeys(theirs).map(({ path, meant }) => [path.join('.'), meant]),
    [['worktree', 'worktrees']],
  );
  const slips = {
    $schema: './config.schema.json',
    workflow: { useWorktrees: false, 'use-worktrees': true },
    parallelization: { max_concurrent_agent: 3 },
    msd: { job: 1, plan_timeout: '2h', anything: 1, guard: { strickt: true } },
    MSD: {},
    worktrees: { directory: 'x' },
  };
  assert.deepEqual(
    unknownKeys(slips).map(({ path, meant }) => [path.join('.'), meant]),
    [
      ['workflow.useWorktrees', 'workflow.use_worktrees'],
      ['workflow.use-worktrees', 'workflow.use_worktrees'],
      ['parallelization.max_concurrent_agent', 'parallelization.max_concurrent_agents'],
      ['msd.job', 'msd.jobs'],
      ['msd.plan_timeout', 'msd.planTimeout'],
      ['msd.anything', null],
      ['msd.guard.strickt', 'msd.guard.strict'],
      ['MSD', 'msd'],
      ['worktrees.directory', null],
    ],
  );
});

test('of a value inside a list or of alternatives, the place itself is named', () => {
  const { problems } = readConfigValue({
    parallelization: { max_concurrent_agents: '5' },
    msd: { executors: ['a', 3], guard: 1 },
  });
  assert.deepEqual(problems, [
    { key: 'parallelization.max_concurrent_agents', found: '"5"', accepted: 'a whole number from 1 to 256' },
    { key: 'msd.executors.1', found: '3', accepted: 'a text' },
    { key: 'msd.guard', found: '1', accepted: 'an object' },
  ]);
});
