import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readStarts, sessionsIn } from '#hooks/lib/attestation.js';
import { claudeClient } from '../rig/claude-client.js';
import { git } from '../rig/git.js';
import { obedientModel } from '../rig/obedient-model.js';
import { clientEnvironment, PLUGIN, runPlugin } from '../rig/plugin-client.js';
import { receivedFromMsd } from '../rig/received.js';
import type { Reply } from '../rig/loopback-model.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { writePlaces } from '../rig/write-call.js';
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

// In a worktree of its own making Claude Code 2.1.332 refuses the shared checkout itself, before any hook is asked.
test(
  'a session that msd started writes into the checkout: refused, and the path that is meant is written',
  options,
  async (t) => {
    const { project, ours } = writePlaces(t);
    const refusals: string[] = [];
    const write = (file_path: string): Reply => ({
      calls: [{ name: 'Write', input: { file_path, content: 'new\n' } }],
    });
    const end = await runPlugin(t, project, bin, {
      prompt: 'MAIN-SESSION',
      cwd: ours,
      script: ({ tools, results }) => {
        if (!tools.includes('Bash') || results.length > 1) return { text: 'ok' };
        const [first] = results;
        if (first === undefined) return write(project.path('new.txt'));
        refusals.push(first.text);
        return write(/Next: write (.*)\./.exec(first.text)?.[1] ?? '');
      },
    });
    assert.equal(end.code, 0, end.stderr);
    assert.match(refusals[0] ?? '', /msd \[write-outside\]: you work in /);
    assert.equal(existsSync(project.path('new.txt')), false);
    assert.equal(readFileSync(join(ours, 'new.txt'), 'utf8'), 'new\n');
  },
);

test(
  'a clone as it is: valid, installed from a marketplace, and the guards work without anything built',
  options,
  async (t) => {
    const clone = join(temporaryFolder(t), 'msd');
    for (const part of [
      '.claude-plugin',
      'agents',
      'commands',
      'hooks',
      'workflows',
      'references',
      'bin',
      'README.md',
      'LICENSE',
    ])
      cpSync(join(PLUGIN, part), join(clone, part), { recursive: true });
    const project = temporaryProject(t);
    project.plan('03-02-hardening');
    project.commit('plans');
    const env = clientEnvironment(t, project, 'http://127.0.0.1:9', false);
    const claude = (...args: readonly string[]) => {
      const done = spawnSync(bin, args, { cwd: project.root, env, encoding: 'utf8' });
      assert.equal(done.status, 0, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
      return done.stdout;
    };
    assert.match(claude('plugin', 'validate', clone), /Validation passed/);
    claude('plugin', 'marketplace', 'add', clone);
    claude('plugin', 'install', 'msd@msd', '--scope', 'project');

    const prompt = '[msd:dispatch phase="03" plan="03-02-hardening"]\nExecute plan 02 of phase 03-auth.';
    const call = { subagent_type: 'msd:msd-executor', description: 'Execute 02', prompt, run_in_background: false };
    let place = '';
    const end = await runPlugin(t, project, bin, {
      prompt: '/msd:execute-phase 03',
      plugin: null,
      msdOnPath: false,
      script: (turn) => {
        const said = turn.results.at(-1)?.text ?? '';
        if (!turn.tools.includes('Bash')) return { text: 'ok' };
        if (turn.said.some((text) => text.startsWith('[msd:dispatch '))) {
          place ||= /^AT (.*)$/m.exec(said)?.[1] ?? '';
          return place ? { text: 'stopped' } : { calls: [{ name: 'Bash', input: { command: 'echo "AT $PWD"' } }] };
        }
        if (turn.results.length === 0)
          return { calls: [{ name: 'Bash', input: { command: 'msd dispatch next --phase 03' } }] };
        return turn.results.length === 1 ? { calls: [{ name: 'Agent', input: call }] } : { text: 'end' };
      },
    });
    const page = end.turns.flatMap((turn) => turn.said).find((text) => text.startsWith('Run phase `03`'));
    assert.match(page ?? '', /If `msd` is not found, stop and tell the person/);
    assert.match(
      end.turns
        .flatMap((turn) => turn.results)
        .map((result) => result.text)
        .join('\n'),
      /msd: (?:command )?not found|command not found: msd/,
    );
    assert.ok(place.startsWith(join(project.root, '.claude/worktrees/agent-')), `it ran in ${place}`);
    assert.equal(existsSync(join(clone, 'dist')), false);
  },
);
