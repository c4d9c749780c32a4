import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '../../src/core/result.js';
import { readWorkflow } from '../../src/core/workflow/read-workflow.js';
import { type WalkPorts, walkSteps } from '../../src/engine/walk-steps.js';

const TEXT = `---
workflow: w
inputs:
  phase: phase
---
# W
\`\`\`sh step=index
msd plan index {{phase}} --json
\`\`\`
\`\`\`sh step=gate for-each="plan in index.plans" if="plan.status == 'incomplete'"
msd isolation record --phase {{index.phase.token}} --plan {{plan.id}} --json
\`\`\`
\`\`\`prompt step=go agent=msd-executor for-each="plan in index.plans" if="plan.status == 'incomplete'"
{{marker}}
{{sentence}}
{{plan.title}}
\`\`\`
\`\`\`sh step=note for-each="plan in index.plans" if="go.ok and gate.isolation == 'none'"
printf '%s' {{go.ok}} | cat
\`\`\`
\`\`\`sh step=land
msd run land --phase {{index.phase.token}} --json
\`\`\`
`;

function read(text = TEXT) {
  const found = readWorkflow('w', { file: 'w.md', text }, () => null);
  assert.ok(found.ok, JSON.stringify(found));
  return found.value;
}

const plan = (id: string, more: object = {}) => ({ id, title: `Plan ${id}`, status: 'incomplete', ...more });

/** Ports that write down what they are asked, and answer as told. */
function ports(plans: readonly object[], more: Partial<WalkPorts> = {}) {
  const asked: string[] = [];
  const walk: WalkPorts = {
    verb: async (words) => {
      asked.push(words.join(' '));
      const json: unknown =
        words[0] === 'plan'
          ? { phase: { token: '03' }, plans }
          : words[0] === 'isolation'
            ? { isolation: words.includes('p2') ? 'none' : 'orchestrator-worktree' }
            : { landed: true };
      return ok({ json, text: null, exitCode: 0 });
    },
    shell: async ({ script, env }) => {
      asked.push(`${script} ${JSON.stringify(env)}`);
      return ok({ exitCode: 0, stdout: 'said\n\n', stderrTail: '' });
    },
    dispatch: async ({ item, step }) => {
      asked.push(`${step.agent} ${(item as { id: string }).id}`);
      return ok({ ok: true });
    },
    ...more,
  };
  return { asked, walk };
}

const INPUTS = new Map([['phase', '3']]);

test('each step runs once, in order, with the values of those before it', async () => {
  const { asked, walk } = ports([plan('p1'), plan('p2'), plan('p3', { status: 'complete' })]);
  const walked = await walkSteps(read(), INPUTS, walk);
  assert.deepEqual(asked, [
    'plan index 3 --json',
    'isolation record --phase 03 --plan p1 --json',
    'msd-executor p1',
    'isolation record --phase 03 --plan p2 --json',
    'msd-executor p2',
    `printf '%s' "$MSD_IN_1" | cat {"MSD_IN_1":"true"}`,
    'run land --phase 03 --json',
  ]);
  assert.ok(walked.ok);
  assert.deepEqual([...walked.value.results.keys()], ['index', 'land']);
  assert.deepEqual(
    walked.value.items.map(({ outcome }) => outcome.ok && [...outcome.results]),
    [
      [
        ['gate', { isolation: 'orchestrator-worktree' }],
        ['go', { ok: true }],
        ['note', null],
      ],
      [
        ['gate', { isolation: 'none' }],
        ['go', { ok: true }],
        ['note', 'said'],
      ],
    ],
  );
});

test('the schedule decides order and parallelism, and an item asked for twice runs once', async () => {
  const { asked, walk } = ports([plan('p1'), plan('p2')], {
    schedule: async (run, runItem) => {
      assert.deepEqual(
        run.items.map((item) => (item as { id: string }).id),
        ['p1', 'p2'],
      );
      assert.deepEqual(run.scope.get('phase'), '3');
      await Promise.all([runItem(run.items[1]), runItem(run.items[0]), runItem(run.items[1])]);
      return ok(null);
    },
  });
  assert.ok((await walkSteps(read(), INPUTS, walk)).ok);
  assert.equal(asked.filter((line) => line === 'msd-executor p2').length, 1);
  assert.ok(asked.indexOf('isolation record --phase 03 --plan p2 --json') < asked.indexOf('msd-executor p1'));
});

test("an item's failure ends its own pipeline only", async () => {
  const { asked, walk } = ports([plan('p1'), plan('p2')], {
    dispatch: async ({ item }) =>
      (item as { id: string }).id === 'p1' ? fail({ reason: 'run-not-found', query: 'p1' }) : ok({ ok: true }),
  });
  const walked = await walkSteps(read(), INPUTS, walk);
  assert.ok(walked.ok);
  assert.deepEqual(
    walked.value.items.map(({ outcome }) => (outcome.ok ? 'ok' : [outcome.step.id, outcome.error.reason])),
    [['go', 'run-not-found'], 'ok'],
  );
  assert.equal(asked.at(-1), 'run land --phase 03 --json');
});

test('an answer of "no" outside a pipeline ends the walk', async () => {
  const { asked, walk } = ports([], { verb: async () => ok({ json: null, text: 'cycle', exitCode: 4 }) });
  const walked = await walkSteps(read(), INPUTS, walk);
  assert.deepEqual(walked, {
    ok: false,
    error: {
      reason: 'step-failed',
      workflow: 'w',
      step: 'index',
      line: 7,
      exitCode: 4,
      detail: 'msd plan index: cycle',
    },
  });
  assert.deepEqual(asked, []);
});

test('a placeholder without a value stops the run before anything is dispatched', async () => {
  for (const bad of [plan('p2', { title: null }), plan('--json', {}), plan('p2', { title: undefined })]) {
    const { asked, walk } = ports([plan('p1'), bad]);
    const text = TEXT.replace('--plan {{plan.id}}', '{{plan.id}}');
    const walked = await walkSteps(read(text), INPUTS, walk);
    assert.ok(!walked.ok && walked.error.reason === 'step-failed', JSON.stringify(walked));
    assert.deepEqual(asked, ['plan index 3 --json']);
  }
});

test('what an external program prints is parsed where the step says JSON, else a failure with its line', async () => {
  const text = `---\nworkflow: w\n---\n# W\n\`\`\`sh step=a result=json\necho 1 | cat\n\`\`\`\n`;
  const said = (stdout: string, exitCode: number | null = 0) =>
    ports([], { shell: async () => ok({ exitCode, stdout, stderrTail: 'why\n' }) }).walk;
  const walked = await walkSteps(read(text), new Map(), said(' {"a":[1]}\n'));
  assert.deepEqual(walked.ok && walked.value.results.get('a'), { a: [1] });
  for (const [walk, detail] of [
    [said('{"a":'), /not one JSON document/],
    [said('x', 3), /^why$/],
    [said('x', null), /^why$/],
    [said('x'.repeat(1024 * 1024 + 1)), /printed more than/],
  ] as const) {
    const failed = await walkSteps(read(text), new Map(), walk);
    assert.ok(!failed.ok && failed.error.reason === 'step-failed' && failed.error.line === 5);
    assert.match(failed.error.detail, detail);
  }
});

test('nothing is begun after an abort', async () => {
  const stop = new AbortController();
  const { asked, walk } = ports([plan('p1'), plan('p2')], {
    signal: stop.signal,
    dispatch: async () => {
      stop.abort();
      return ok({ ok: true });
    },
  });
  const walked = await walkSteps(read(), INPUTS, walk);
  assert.deepEqual(walked, { ok: false, error: { reason: 'interrupted', run: null } });
  assert.deepEqual(asked, ['plan index 3 --json', 'isolation record --phase 03 --plan p1 --json']);
});
