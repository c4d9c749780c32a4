import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type {
  BaseFact,
  HostFacts,
  IsolationFacts,
  PlanFacts,
  RepositoryFact,
} from '../../../src/core/isolation/facts.js';
import { resolveIsolation } from '../../../src/core/isolation/resolve.js';
import { hostOfEnvironment, MSD_ITSELF, SESSION_HOSTS, sessionHost } from '../../../src/core/isolation/session-host.js';
import { usualReason } from '../../../src/core/isolation/decision.js';
import {
  ISOLATION_REASONS,
  ISOLATION_VALUES,
  PRODUCERS,
  type Producer,
} from '../../../src/core/isolation/vocabulary.js';

const CLAUDE = sessionHost('claude')!;
const facts = (more: Partial<IsolationFacts> = {}): IsolationFacts => ({
  host: CLAUDE,
  optedOut: false,
  repository: 'ready',
  base: 'same',
  plan: null,
  ...more,
});
const answer = (more: Partial<IsolationFacts>) => {
  const { isolation, reason, decidedBy } = resolveIsolation(facts(more));
  return [isolation, reason, decidedBy.producer];
};
const touching = (files: readonly string[] | null): PlanFacts => ({ files, submodules: ['libs/core'] });

test('isolation stands where nothing forbids it, in the way of the host', () => {
  const harness = ['harness-worktree', 'host-makes-worktree', 'capability-gate'];
  const orchestrator = ['orchestrator-worktree', 'msd-makes-worktree', 'capability-gate'];
  assert.deepEqual(answer({}), harness);
  assert.equal(resolveIsolation(facts()).harnessFlag, 'isolation="worktree"');
  assert.deepEqual(answer({ host: MSD_ITSELF, base: 'not-asked' }), orchestrator);
  assert.equal(resolveIsolation(facts({ host: MSD_ITSELF })).harnessFlag, null);
});

test('each fact that forbids isolation has its reason and its producer', () => {
  const cases: readonly (readonly [Partial<IsolationFacts>, string, Producer])[] = [
    [{ optedOut: true }, 'opted-out', 'capability-gate'],
    [{ repository: 'none' }, 'not-a-repository', 'capability-gate'],
    [{ repository: 'several' }, 'several-repositories', 'capability-gate'],
    [{ repository: 'no-commits' }, 'no-commits', 'capability-gate'],
    [{ host: sessionHost('gemini')! }, 'host-cannot-isolate', 'capability-gate'],
    [{ host: { ...CLAUDE, harnessFlag: null } }, 'harness-flag-unknown', 'capability-gate'],
    [{ base: 'differs' }, 'base-differs', 'base-check'],
    [{ base: 'unknown' }, 'base-unknown', 'base-check'],
    [{ plan: touching(['libs/core/a.ts']) }, 'plan-touches-submodule', 'per-plan-submodules'],
    [{ plan: touching(null) }, 'plan-files-unknown', 'per-plan-submodules'],
    [{ plan: touching([]) }, 'plan-files-unknown', 'per-plan-submodules'],
    [{ host: MSD_ITSELF, plan: touching(['*.c']) }, 'plan-touches-submodule', 'per-plan-submodules'],
  ];
  for (const [more, reason, producer] of cases) assert.deepEqual(answer(more), ['none', reason, producer], reason);
});

test('a question that git did not answer forbids nothing: the strict value stands, and says so', () => {
  assert.deepEqual(answer({ repository: 'unknown', base: 'not-asked' }), [
    'harness-worktree',
    'git-unverified',
    'capability-gate',
  ]);
});

test('a plan beside the submodules, and one in a project without any, are isolated', () => {
  assert.equal(answer({ plan: touching(['src/a.ts', 'libs/corex/a.ts']) })[0], 'harness-worktree');
  assert.equal(answer({ plan: { files: null, submodules: [] } })[0], 'harness-worktree');
});

test('whatever the facts: a value of the vocabulary, a flag for the harness only, never isolation against an opt-out', () => {
  const all = fc.record({
    host: fc.constantFrom<HostFacts>(...SESSION_HOSTS, { ...CLAUDE, harnessFlag: null }),
    optedOut: fc.boolean(),
    repository: fc.constantFrom<RepositoryFact>('ready', 'no-commits', 'none', 'several', 'unknown'),
    base: fc.constantFrom<BaseFact>('not-asked', 'same', 'differs', 'unknown'),
    plan: fc.option(fc.record({ files: fc.option(fc.array(fc.string())), submodules: fc.array(fc.string()) })),
  });
  fc.assert(
    fc.property(all, (given) => {
      const decision = resolveIsolation(given);
      assert.ok(ISOLATION_VALUES.includes(decision.isolation));
      assert.ok(ISOLATION_REASONS.includes(decision.reason));
      assert.equal(decision.decidedBy.kind, 'resolver');
      assert.equal(decision.harnessFlag !== null, decision.isolation === 'harness-worktree');
      if (given.optedOut || given.repository === 'none') assert.equal(decision.isolation, 'none');
      assert.deepEqual(resolveIsolation(given), decision);
    }),
  );
});

test('every producer has a usual reason for every value', () => {
  for (const producer of Object.keys(PRODUCERS) as Producer[])
    for (const isolation of ISOLATION_VALUES) assert.ok(ISOLATION_REASONS.includes(usualReason(producer, isolation)));
  assert.equal(usualReason('per-plan-submodules', 'none'), 'plan-touches-submodule');
  assert.equal(usualReason('person', 'none'), 'by-hand');
});

test('the host of a session is told from its marks, not from a person’s settings', () => {
  assert.equal(hostOfEnvironment({ CLAUDECODE: '1', PATH: '/bin' }), 'claude');
  assert.equal(hostOfEnvironment({ CURSOR_AGENT: '1', CLAUDE_PROJECT_DIR: '/p' }), 'cursor');
  assert.equal(hostOfEnvironment({ CODEX_SANDBOX: 'seatbelt', CODEX_HOME: '/c' }), 'codex');
  assert.equal(hostOfEnvironment({ COPILOT_CLI: '1' }), 'copilot');
  for (const plain of [
    {},
    { CODEX_HOME: '/c' },
    { CURSOR_TRACE_ID: 'x' },
    { CLAUDECODE: '' },
    { CLAUDECODE: undefined },
  ])
    assert.equal(hostOfEnvironment(plain), null);
  assert.equal(sessionHost('nobody'), null);
});
