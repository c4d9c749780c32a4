import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDispatchIdentity } from '#hooks/lib/dispatch-identity.js';
import { scriptedAgent } from '../rig/scripted-agent.js';
import { exampleProject } from '../rig/temporary-project.js';

test('every prompt an agent got begins with the marker and reads back to the phase and the id of the index', async (t) => {
  const project = exampleProject(t);
  const chosen = ['03-01-dates', '03-02-tags', '03-05-pace'];
  const end = await project.msd(['execute-phase', '03', '--agent-command', scriptedAgent(), '--plan', ...chosen]);
  assert.equal(end.code, 0, end.stderr);
  const index = JSON.parse((await project.msd(['plan', 'index', '03', '--json'])).stdout);
  const runs = project.path('.msd', 'runs');
  const prompts = readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('prompt.md'));
  const read = prompts.map((path) => {
    const text = readFileSync(join(runs, path), 'utf8');
    assert.equal(text[0], '[');
    return parseDispatchIdentity(text);
  });
  const ids = index.plans.map((plan: { id: string }) => plan.id).filter((id: string) => chosen.includes(id));
  assert.deepEqual(read.map((identity) => identity.plan).sort(), ids);
  for (const identity of read) {
    assert.deepEqual(
      { phase: identity.phase, source: identity.source, ambiguous: identity.ambiguous },
      { phase: '03', source: 'marker', ambiguous: false },
    );
  }
});
