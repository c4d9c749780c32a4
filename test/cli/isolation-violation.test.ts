import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTEST, runHook } from '../rig/guard.js';
import { eventsOf } from '../rig/msd.js';
import { scriptedAgent } from '../rig/scripted-agent.js';
import { exampleProject } from '../rig/temporary-project.js';

test('an executor that started in the main checkout stops the next gate and the run, until a person has seen to it', async (t) => {
  const project = exampleProject(t);
  const started = {
    session_id: 's1',
    transcript_path: `${project.home}/s1.jsonl`,
    cwd: project.root,
    agent_id: 'a1',
    agent_type: 'msd-executor',
    hook_event_name: 'SubagentStart',
  };
  assert.equal((await runHook(ATTEST, started, { cwd: project.root })).code, 0);

  const args = ['execute-phase', '03', '--plan', '03-02-tags', '--agent-command', scriptedAgent(), '--json'];
  const stopped = await project.msd(args);
  assert.equal(stopped.code, 5, stopped.stderr);
  const events = eventsOf(stopped);
  const last = events.at(-1);
  assert.ok(last?.type === 'run-finished' && last.status === 'needs-person');
  assert.match(last.plans.find((plan) => plan.id === '03-02-tags')?.reason ?? '', /^isolation-violation/);
  assert.ok(!events.some((event) => event.type === 'plan-started'));
  assert.match((await project.msd(['run', 'show'])).stdout, /isolation violation: msd-executor a1/);

  assert.equal((await project.msd(['guard', 'violations', '--settle'])).code, 0);
  const again = await project.msd(args);
  assert.equal(again.code, 0, again.stderr);
});
