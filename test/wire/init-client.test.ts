import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type ClaudeSession, claudeClient, runClaude } from '../rig/claude-client.js';
import { MARKER } from '../rig/guard.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const client = claudeClient();
const options = 'missing' in client ? { skip: client.missing } : {};

const dispatch = {
  description: 'Execute plan 02',
  prompt: `${MARKER}\nExecute plan 02 of phase 03-auth.`,
  subagent_type: 'msd-executor',
  run_in_background: false,
};

/** A project that was set up by nothing but `msd init --yes`. */
async function setUp(t: TestContext): Promise<TemporaryProject> {
  const project = temporaryProject(t);
  project.plan('03-02-hardening');
  const end = await project.msd(['init', '--yes']);
  assert.equal(end.code, 0, end.stderr);
  project.commit('set up');
  return project;
}

const run = (t: TestContext, project: TemporaryProject, session: ClaudeSession) =>
  runClaude(t, project, (client as { bin: string }).bin, { bare: true, ...session });

const call = { calls: [{ name: 'Agent', input: dispatch }] };

test(
  'set up by msd init alone: a dispatch that lost its flag ends isolated, from the commit that is checked out',
  options,
  async (t) => {
    const project = await setUp(t);
    // With a remote, and without the setting, Claude Code would begin at the remote's branch.
    const origin = join(project.home, 'origin.git');
    project.git('clone', '--quiet', '--bare', project.root, origin);
    project.git('remote', 'add', 'origin', origin);
    project.git('fetch', '--quiet', 'origin');
    project.git('remote', 'set-head', 'origin', 'main');
    project.write('later.txt', 'later\n');
    project.commit('after the remote');
    const seen: string[] = [];
    const end = await run(t, project, {
      steps: [() => call],
      agent(turn) {
        const last = turn.results.at(-1)?.text;
        if (last === undefined)
          return { calls: [{ name: 'Bash', input: { command: 'echo "AT $PWD"; ls', description: 'Look' } }] };
        seen.push(last);
        return { text: 'reported' };
      },
    });
    assert.match(end.said, /msd \[isolation-added\]/);
    assert.equal(seen.length, 1);
    assert.match(seen[0]!, /AT .*\.claude\/worktrees\/agent-/);
    assert.match(seen[0]!, /later\.txt/);
    assert.doesNotMatch(project.git('status', '--porcelain', '--untracked-files=all'), /\.claude\/worktrees/);
  },
);

test('the guard that init put there blocks where it fails: a broken hook starts no agent', options, async (t) => {
  const project = await setUp(t);
  project.write('.claude/hooks/msd/msd-agent-isolation-guard.js', 'throw new Error("broken");\n');
  const end = await run(t, project, { steps: [() => call] });
  assert.deepEqual(end.ranIn, []);
  assert.deepEqual(
    end.results.map((result) => result.isError),
    [true],
  );
});

test('taken out again, nothing of msd is asked any more', options, async (t) => {
  const project = await setUp(t);
  assert.equal((await project.msd(['init', '--remove'])).code, 0);
  mkdirSync(project.path('.claude/agents'), { recursive: true });
  project.write(
    '.claude/agents/msd-executor.md',
    '---\nname: msd-executor\ndescription: Executes one plan.\n---\nYou execute.\n',
  );
  const end = await run(t, project, { steps: [() => call] });
  assert.deepEqual(end.ranIn, [project.root]);
});
