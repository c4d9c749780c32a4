// biome-ignore-all lint/suspicious/noExplicitAny: facts are of every kind
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { decide, factsAt, ROWS } from '#hooks/lib/decide.js';
import { callOf } from '#root/hooks/msd-agent-isolation-guard.js';
import { callOf as cursorCallOf } from '#root/hooks/msd-cursor-subagent-start.js';
import { temporaryProject } from '../rig/temporary-project.js';
import { VERDICT_CASES, type VerdictCase } from '../rig/verdict-cases.js';

const stdin = (payload: unknown) => ({
  text: typeof payload === 'string' ? payload : JSON.stringify(payload),
  problem: null,
});

async function factsOf(one: VerdictCase, t: TestContext) {
  const { config, withoutGit } = one;
  const project = temporaryProject(t, {
    ...(config === undefined ? {} : { config }),
    ...(withoutGit ? { withoutGit } : {}),
  });
  const payload = await one.given(project, t);
  const env = { HOME: project.home, CLAUDE_PROJECT_DIR: project.root };
  const call = one.cursor ? cursorCallOf(stdin(payload), env) : callOf(stdin(payload), env);
  // What cannot be read is judged by where the process is; here, the project that its environment names.
  const dirs = one.row === 'payload-unreadable' ? [project.root] : call.dirs;
  return factsAt(call, dirs[0] ?? '');
}

type Rows = typeof ROWS;

/** The table with one row taken away, or one condition of one row, or one value of one condition. */
const MUTANTS: ReadonlyMap<string, Rows> = new Map(
  ROWS.flatMap((row, at): [string, Rows][] => [
    [`without ${row.code}`, ROWS.toSpliced(at, 1)],
    ...Object.entries(row.when).flatMap(([fact, value]): [string, Rows][] => {
      const { [fact]: _, ...fewer } = row.when;
      const values = Array.isArray(value) ? value : [];
      return [
        [`${row.code} without ${fact}`, ROWS.with(at, { ...row, when: fewer })],
        ...values.map((one): [string, Rows] => {
          const when = { ...row.when, [fact]: values.filter((other) => other !== one) };
          return [`${row.code} without ${fact} ${one}`, ROWS.with(at, { ...row, when })];
        }),
      ];
    }),
  ]),
);

test('each row decides what it is there for; without it, or a condition of it, some call is judged otherwise', async (t) => {
  const noticed = new Set<string>();
  const notice = (facts: any, code: string) => {
    for (const [name, rows] of MUTANTS) if (decidedBy(facts, rows) !== code) noticed.add(name);
  };
  for (const one of VERDICT_CASES)
    await t.test(`${one.row}: ${one.what}`, async (t) => {
      const facts = await factsOf(one, t);
      assert.equal(decide(facts).code, one.row);
      notice(facts, one.row);
    });
  assert.equal(decide({}).code, 'guard-fault');
  notice({}, 'guard-fault');
  assert.deepEqual(
    [...MUTANTS.keys()].filter((name) => !noticed.has(name)),
    [],
  );
});

/** The row that decides by this table, '' where it asks for what nothing can give. */
function decidedBy(facts: any, rows: Rows): string {
  try {
    return decide(facts, rows)?.code ?? '';
  } catch {
    return '';
  }
}

test('codes are a closed list, one for each row', () => {
  const codes = ROWS.map((row) => row.code);
  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual([...codes].sort(), [...CODES].sort());
  for (const row of ROWS) {
    const speaks = row.verdict === 'deny' || row.verdict === 'repair';
    assert.equal(row.what !== '' && row.next !== '', speaks, row.code);
  }
});

/** A promise to callers: adding one is a change for them, taking one away breaks them. */
const CODES = [
  'not-a-dispatch',
  'not-a-project',
  'attested-at-start',
  'payload-unreadable',
  'not-an-executor',
  'symlink-escape',
  'resumed-in-worktree',
  'in-recorded-worktree',
  'nested-dispatch',
  'recorded-none',
  'not-in-recorded-worktree',
  'isolated',
  'isolated-by-agent-file',
  'harness-flag-unknown',
  'in-linked-worktree',
  'opted-out',
  'not-a-repository',
  'config-unreadable',
  'isolation-conflict',
  'isolation-missing',
  'isolation-added',
  'not-a-linked-worktree',
  'host-cannot-isolate',
  'skill-not-isolated',
  'resume-not-isolated',
  'guard-fault',
];
