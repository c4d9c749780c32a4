import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openProject } from '../../src/world/project.js';
import { ownIdentity, provenDead } from '../../src/world/process-identity.js';
import { createRunStore } from '../../src/world/store/run-store.js';
import type { StampedEvent } from '../../src/core/event.js';
import { eventsOf } from '../rig/msd.js';
import { must } from '../rig/must.js';
import { scriptedAgent } from '../rig/scripted-agent.js';
import { exampleProject, type TemporaryProject } from '../rig/temporary-project.js';

const PLAN = '03-01-dates';
const ENV = { MSD_EXAMPLE_MODE: `${PLAN}=checkpoint` };
const run = (...plans: string[]) => [
  ...['execute-phase', '03', '--host', 'command', '--agent-command', scriptedAgent(), '--json'],
  ...plans.flatMap((plan) => ['--plan', plan]),
];
const asked = (text: string) =>
  eventsOf({ stdout: text }).find((event) => event.type === 'plan-asked') as
    | Extract<StampedEvent, { type: 'plan-asked' }>
    | undefined;

/** The phase is right: the plan is home, each of its commits once, nobody owes anything, nothing is left over. */
async function isRight(project: TemporaryProject, ...plans: string[]): Promise<void> {
  const end = await project.msd(run(PLAN, ...plans), { env: ENV });
  assert.equal(end.code, 0, end.stdout + end.stderr);
  const subjects = project.git('log', '--format=%s', 'main').split('\n');
  assert.equal(subjects.filter((one) => one.startsWith('feat(03-01)')).length, 2);
  const owed = await project.msd(['obligation', 'list', '--state', 'open,acknowledged', '--json']);
  assert.deepEqual(JSON.parse(owed.stdout), []);
  const handed = await project.msd(['ledger', 'list', '--type', 'HANDOFF', '--count', '--json']);
  assert.deepEqual(JSON.parse(handed.stdout), { count: 1 });
  const questions = await project.msd(['ledger', 'list', '--type', 'QUERY', '--count', '--json']);
  assert.deepEqual(JSON.parse(questions.stdout), { count: 1 });
  assert.equal(project.git('worktree', 'list').trim().split('\n').length, 1);
  assert.equal((await project.msd(['ledger', 'verify'])).code, 0);
}

test('msd is killed between the question and its answer: the answer is taken up', async (t) => {
  const project = exampleProject(t);
  const gate = join(project.home, 'gate');
  mkdirSync(gate);
  writeFileSync(join(gate, `${PLAN}.go`), '');
  const env = { ...ENV, MSD_EXAMPLE_GATE: gate };
  const started = project.startMsd(run(PLAN, '03-02-tags'), { env });
  const { input } = await started.until(/"plan-asked".*}$/m);
  started.kill('SIGKILL');
  await started.end;
  writeFileSync(join(gate, '03-02-tags.go'), '');
  const { next = '' } = asked(input.slice(0, input.lastIndexOf('\n'))) ?? {};
  const code = /--code (\S+)/.exec(next)?.[1] ?? '';
  const id = next.split(' ')[2] ?? '';
  const answered = await project.msd(['answer', id, '--code', code, 'go on']);
  assert.equal(answered.code, 0, answered.stderr);
  await isRight(project, '03-02-tags');
});

test('msd is killed between the hand-off and the start of who goes on: that one is started', async (t) => {
  const project = exampleProject(t);
  const first = await project.msd(run(PLAN), { env: ENV });
  assert.equal(first.code, 5);
  const store = createRunStore(
    must(openProject(project.root)),
    { now: () => new Date() },
    { own: ownIdentity(), provenDead },
  );
  const id = must(store.runs({}))[0]?.id ?? '';
  const [dispatch] = must(store.dispatches(id));
  const question = must(store.talk(dispatch!.id)).questions[0];
  must(store.reply(question!.correlationId, { type: 'RESPONSE', by: 'person', text: 'go on' }));
  const attemptDir = dispatch!.attemptDir.replace(/1$/, '2');
  must(store.handOff(dispatch!.id, { attempt: 2, attemptDir, deadlineMs: 600_000 }));
  store.close();
  await isRight(project);
});
