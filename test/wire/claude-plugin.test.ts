import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readStarts, sessionsIn } from '#hooks/lib/attestation.js';
import { claudeClient } from '../rig/claude-client.js';
import { git } from '../rig/git.js';
import { obedientModel } from '../rig/obedient-model.js';
import { runPlugin } from '../rig/plugin-client.js';
import { receivedFromMsd } from '../rig/received.js';
import { temporaryProject, type TemporaryProject } from '../rig/temporary-project.js';

const client = claudeClient();
const options = 'missing' in client ? { skip: client.missing } : {};
const bin = (client as { bin: string }).bin;

/** All that models may be given by msd to run a phase (DESIGN §12), in bytes. */
const MOST = 12 * 1024;

/** Commits the plan's file and its summary where it is, and writes down where that was. */
const work = (plan: string): string => {
  const summary = `.planning/phases/03-auth/${plan}-SUMMARY.md`;
  return [
    `pwd > ${plan}.txt && git add ${plan}.txt && git commit -qm 'feat: ${plan}'`,
    `printf -- '---\\nphase: 03\\nplan: x\\nstatus: complete\\n---\\nDone.\\n' > ${summary}`,
    `git add ${summary} && git commit -qm 'docs: ${plan}'`,
  ].join('\n');
};

/** Three plans that do not wait for each other; the third touches a submodule, so it cannot work in a worktree. */
function threePlans(t: TestContext): TemporaryProject {
  const project = temporaryProject(t);
  for (const plan of ['03-01-one', '03-02-two'])
    project.plan(plan, { frontmatter: { files_modified: [`${plan}.txt`] } });
  project.plan('03-03-three', { frontmatter: { files_modified: ['03-03-three.txt', 'libs/core/x'] } });
  project.write('libs/core/inner.txt', 'inner\n');
  const inner = project.path('libs/core');
  git(inner, 'init', '--quiet', '--template=', '-b', 'main');
  git(inner, 'add', '--all');
  git(inner, 'commit', '--quiet', '-m', 'inner');
  project.commit('plans');
  return project;
}

const workedIn = (project: TemporaryProject, plan: string) => project.read(`${plan}.txt`).trimEnd();

for (const background of [false, true])
  test(
    `a phase by the slash command, agents in the ${background ? 'background' : 'foreground'}: one lost its flag, one is degraded for a submodule`,
    options,
    async (t) => {
      const project = threePlans(t);
      const script = obedientModel('03', work, { dropsFlag: ['03-02-two'], background });
      const end = await runPlugin(t, project, bin, { prompt: '/msd:execute-phase 03', script });
      assert.equal(end.code, 0, end.stderr);
      assert.match(end.stdout, /finished: phase 03 done/);

      for (const plan of ['03-01-one', '03-02-two'])
        assert.ok(workedIn(project, plan).startsWith(join(project.root, '.claude/worktrees/agent-')), plan);
      assert.equal(workedIn(project, '03-03-three'), project.root);
      assert.match(end.turns.flatMap((turn) => turn.said).join('\n'), /msd \[isolation-added\]/);
      const starts = sessionsIn(project.path('.msd')).flatMap((one) => readStarts(project.path('.msd'), one));
      assert.deepEqual(starts.map((start) => start.code).sort(), ['isolated', 'isolated', 'recorded-none']);

      const subjects = project.git('log', '--format=%s').split('\n');
      for (const plan of ['03-01-one', '03-02-two', '03-03-three']) {
        assert.equal(subjects.filter((subject) => subject === `feat: ${plan}`).length, 1, plan);
        assert.equal(subjects.filter((subject) => subject === `docs: ${plan}`).length, 1, plan);
      }
      assert.equal(project.git('status', '--porcelain'), '');
      assert.equal(project.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main');
      assert.equal(project.git('worktree', 'list').split('\n').length, 1);

      assert.equal((await project.msd(['ledger', 'verify'])).code, 0);
      const owed = JSON.parse((await project.msd(['obligation', 'list', '--json'])).stdout) as { state: string }[];
      assert.deepEqual(
        owed.map((one) => one.state),
        ['fulfilled', 'fulfilled', 'fulfilled'],
      );

      const received = receivedFromMsd(end.turns);
      assert.equal(received.length, 4, 'the main session and three executors');
      for (const one of received) t.diagnostic(JSON.stringify(one));
      const all = received.flatMap((one) => Object.values(one)).reduce((sum, size) => sum + size, 0);
      t.diagnostic(`${all} bytes in all`);
      for (const kind of ['agent file', 'prompt', 'task'] as const)
        assert.equal(received.filter((one) => one[kind] > 0).length, 3, kind);
      assert.ok(all <= MOST, `${all} bytes were given to models; ${MOST} at most`);
    },
  );
