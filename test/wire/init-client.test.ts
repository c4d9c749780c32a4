import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type ClaudeSession, claudeClient, runClaude } from '../rig/claude-client.js';
import { codexClient, codexVariables } from '../rig/codex-client.js';
import { cleanEnvironment } from '../rig/environment.js';
import { MARKER } from '../rig/guard.js';
import { loopbackModel } from '../rig/loopback-model.js';
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

const codex = codexClient();

/** One session of a real Codex that starts an executor. @returns what came back to the model */
async function runCodex(t: TestContext, project: TemporaryProject, dir: string): Promise<readonly string[]> {
  let results: readonly string[] = [];
  const spawnAgent = 'collaboration__spawn_agent';
  const model = await loopbackModel(t, (turn) => {
    if (!turn.tools.includes(spawnAgent)) return { text: 'ok' };
    results = turn.results.map(({ text }) => text);
    const input = { message: dispatch.prompt, task_name: 'plan_02', fork_turns: 'none' };
    return results.length === 0 ? { calls: [{ name: spawnAgent, input }] } : { text: 'done' };
  });
  const variables = codexVariables(project, model.url);
  const config = join(project.home, '.codex/config.toml');
  appendFileSync(config, `[projects."${project.root}"]\ntrust_level = "trusted"\n`);
  // A person accepts the hook once, in the client itself; here nobody is at its terminal.
  const flags = [
    '--dangerously-bypass-hook-trust',
    '--dangerously-bypass-approvals-and-sandbox',
    '--enable',
    'multi_agent_v2',
  ];
  const child = spawn((codex as { bin: string }).bin, ['exec', '--json', ...flags, 'Start the executor.'], {
    cwd: dir,
    env: cleanEnvironment(project.home, variables),
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  await new Promise((settle) => child.on('close', settle));
  return results;
}

test(
  'Codex, set up by msd init alone, is refused with the command that works, from any folder',
  'missing' in codex ? { skip: codex.missing } : {},
  async (t) => {
    const project = await setUp(t);
    mkdirSync(project.path('src/deep'), { recursive: true });
    for (const dir of [project.root, project.path('src/deep')]) {
      const [answer = 'no answer', ...more] = await runCodex(t, project, dir);
      assert.match(
        answer,
        /blocked by PreToolUse hook: msd \[host-cannot-isolate\].*msd execute-phase 03 --host codex/,
      );
      assert.deepEqual(more, []);
    }
  },
);
