import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { msd } from '../rig/msd.js';

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/planning', import.meta.url));
const WILD = join(FIXTURES, 'wild');
/** What the command says of each phase, read by a person once; `msd plan index PHASE` in `wild/` shows it anew. */
const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, 'wild.json'), 'utf8')) as Record<string, unknown>;

/** What matters of an index: who is what, and what is told. */
function essence(json: string): unknown {
  const { phase, plans, waves, overlaps, problems } = JSON.parse(json);
  return {
    phase,
    plans: plans.map((plan: Record<string, unknown>) => ({
      id: plan['id'],
      dependsOn: plan['dependsOn'],
      status: plan['status'],
      stuck: plan['stuck'],
      blockedBy: plan['blockedBy'],
      runnable: plan['runnable'],
      filesModified: plan['filesModified'],
      filesKnown: plan['filesKnown'],
      taskCount: plan['taskCount'],
    })),
    waves,
    overlaps,
    problems: problems.map((one: Record<string, unknown>) => `${one['code']} ${one['plan']} ${one['line']}`),
  };
}

for (const query of ['1', '2.1', '03', 'M11-search'])
  test(`a tree as people leave them: phase ${query}`, async () => {
    const end = await msd(['plan', 'index', query, '--json'], { cwd: WILD });
    assert.deepEqual(essence(end.stdout), EXPECTED[query]);
  });

test('a tree as people leave them: its phases', async () => {
  const { stdout } = await msd(['phase', 'list'], { cwd: WILD });
  assert.equal(
    stdout,
    `01-base        2/2 complete, 0 runnable
02.1-inserted  0/3 complete, 2 runnable, 1 error
03-wild        0/7 complete, 0 runnable, 3 errors
M11-search     0/2 complete, 1 runnable
`,
  );
});
