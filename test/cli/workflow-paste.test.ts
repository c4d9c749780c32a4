import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pastedText, pasteWorkflow } from '../../src/cli/workflow-paste.js';
import { ok } from '../../src/core/result.js';
import { readWorkflow } from '../../src/core/workflow/read-workflow.js';
import { findWorkflow, workflowLibrary } from '../../src/world/workflow-files.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const library = workflowLibrary(null);
const shipped = findWorkflow(library, 'execute-phase');
assert.ok(shipped.ok);
// The shipped program, and a block with every field of a plan that a workflow may substitute.
const text = shipped.value.text.replace(
  '### Dispatch',
  `### Everything

\`\`\`sh step=everything for-each="plan in index.plans"
msd-note note --title={{plan.title}} -- {{plan.id}} {{plan.objective}} {{plan.file}} {{plan.agentHint}} {{plan.filesModified}} {{index.phase.name}} {{index.phase.dir}}
printf '%s' {{plan.title}} > printed
\`\`\`

### Dispatch`,
);
const loaded = readWorkflow('execute-phase', { file: 'w.md', text }, library.reference);
assert.ok(loaded.ok, JSON.stringify(loaded));
const workflow = loaded.value;

const HOSTILE = [
  '$(touch pwned)',
  '"; touch pwned; #',
  "'; touch pwned; '",
  'a\ntouch pwned\nb',
  '`touch pwned`',
  `${'x'.repeat(5000)}$(touch pwned)`,
  '\u0003\u0004touch pwned\r',
  '-n',
  '\\',
];
const SHELLS = ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync);

async function paste(hostile: string) {
  const plan = {
    id: hostile === '-n' ? 'x' : hostile,
    title: hostile,
    objective: hostile,
    file: hostile,
    agentHint: hostile,
    filesModified: [hostile],
    status: 'incomplete',
  };
  const index = { phase: { token: '03', name: hostile, dir: hostile }, plans: [{ ...plan, id: 'other' }, plan] };
  const asked: string[] = [];
  const steps = await pasteWorkflow(workflow, {
    inputs: new Map([['phase', '3']]),
    plan: plan.id,
    ask: async (words) => {
      asked.push(words.slice(0, 2).join(' '));
      const json = words[0] === 'plan' ? index : { reason: 'x', decidedBy: { producer: 'capability-gate' } };
      return ok({ json, text: null, exitCode: 0 });
    },
  });
  assert.ok(steps.ok, JSON.stringify(steps));
  assert.deepEqual(asked, ['plan index', 'isolation resolve']);
  return { plan, steps: steps.value, text: pastedText(workflow, steps.value, 'head') };
}

for (const shell of SHELLS)
  test(`${shell}: pasted blocks hand every value over as it is, and run nothing of it`, async (t) => {
    const folder = temporaryFolder(t);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['msd', 'msd-note'])
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\0' "$@" '' >> "$LOG"\n`, { mode: 0o755 });
    for (const hostile of HOSTILE) {
      const { plan, text: pasted } = await paste(hostile);
      const log = join(folder, 'log');
      rmSync(log, { force: true });
      const args = shell.endsWith('bash') ? ['--norc', '--noprofile'] : [];
      execFileSync(shell, args, { cwd: folder, input: pasted, env: { PATH: `${bin}:/usr/bin:/bin`, LOG: log } });
      assert.equal(existsSync(join(folder, 'pwned')), false, hostile);
      const calls = readFileSync(log, 'utf8')
        .split('\0\0')
        .slice(0, -1)
        .map((call) => call.split('\0'));
      assert.deepEqual(calls, [
        ['recover', '--phase', '3', '--json'],
        ['plan', 'index', '3', '--json'],
        ['isolation', 'resolve', '--phase', '3', '--plan', plan.id, '--json'],
        ['isolation', 'record', '--phase', '3', '--plan', plan.id, '--producer', 'capability-gate', '--json'],
        [
          ...['note', `--title=${hostile}`, '--', plan.id, hostile, hostile, hostile],
          ...[JSON.stringify([hostile]), hostile, hostile],
        ],
        ['dispatch', 'prompt', '--phase', '03', '--plan', plan.id],
      ]);
      assert.equal(readFileSync(join(folder, 'printed'), 'utf8'), hostile);
    }
  });

test('nothing that a terminal acts on is printed, and no line is longer than a terminal takes', async () => {
  for (const hostile of HOSTILE) {
    const { text: pasted } = await paste(hostile);
    assert.doesNotMatch(pasted, /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    for (const line of pasted.split('\n')) assert.ok(Buffer.byteLength(line) < 4000);
  }
});

test("what needs the agent's answer comes after it, as comments; what is not run says why", async () => {
  const { steps, text: pasted } = await paste('quiet');
  assert.deepEqual(
    steps.map(({ id, state }) => [id, state]),
    [
      ['recover', 'ready'],
      ['index', 'ready'],
      ['facts', 'ready'],
      ['submodule', 'skipped'],
      ['gate', 'ready'],
      ['everything', 'ready'],
      ['dispatch', 'ready'],
      ['home', 'needs-answer'],
      ['land', 'needs-answer'],
    ],
  );
  const after = pasted.slice(pasted.indexOf('# home'));
  assert.match(after, /^# msd plan home --phase "\$MSD_IN_1" --plan "\$MSD_IN_2" --json$/m);
  assert.ok(after.split('\n').every((line) => line === '' || line.startsWith('# ')));
  assert.match(pasted, /# not run: facts\.decidedBy\.producer == 'per-plan-submodules'/);
});

test('a plan has to be named, and be there', async () => {
  const options = {
    inputs: new Map([['phase', '3']]),
    ask: async () => ok({ json: { phase: { token: '03' }, plans: [{ id: 'a' }] }, text: null, exitCode: 0 }),
  };
  const none = await pasteWorkflow(workflow, { ...options, plan: null });
  assert.ok(!none.ok && none.error.reason === 'usage' && none.error.message.includes('one of: a'));
  const other = await pasteWorkflow(workflow, { ...options, plan: 'A' });
  assert.deepEqual(other, { ok: false, error: { reason: 'plan-not-found', phase: '3', plan: 'A', known: ['a'] } });
});
