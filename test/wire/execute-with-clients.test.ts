import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StampedEvent } from '../../src/core/event.js';
import { claudeClient, clientVariables } from '../rig/claude-client.js';
import { codexClient, codexVariables } from '../rig/codex-client.js';
import { loopbackModel, type Reply, type Turn } from '../rig/loopback-model.js';
import { eventsOf } from '../rig/msd.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const AGENT = fileURLToPath(new URL('../../../examples/agent.js', import.meta.url));

/** An executor asks msd what it owes. */
const OWED: Reply = { calls: [{ name: 'mcp__msd__list_my_commitments', input: { role: 'obligor' } }] };

/** The plan's work as one command of a shell: the example's agent, in the client's hands. */
const WORK = `"${process.execPath}" "${AGENT}" < "$MSD_PROMPT_FILE"`;

interface Client {
  readonly host: string;
  readonly client: ReturnType<typeof claudeClient>;
  readonly variables: (project: TemporaryProject, model: string) => Record<string, string>;
  /** Its own way to run a command in a shell. */
  readonly shell: (command: string) => Reply;
  /** A tool without which it is not at work on a plan. */
  readonly tool: string;
  /** Words of a person's own that the example needs: it starts programs from Node. */
  readonly words: readonly string[];
}

const CLIENTS: readonly Client[] = [
  {
    host: 'claude',
    client: claudeClient(),
    variables: clientVariables,
    shell: (command) => ({ calls: [{ name: 'Bash', input: { command, description: 'Do the plan' } }] }),
    tool: 'Bash',
    words: [],
  },
  {
    host: 'codex',
    client: codexClient(),
    variables: codexVariables,
    shell: (cmd) => ({ calls: [{ name: 'exec_command', input: { cmd, yield_time_ms: 30_000 } }] }),
    tool: 'exec_command',
    // Without the first, its sandbox on Linux makes Node believe that no program can be started. The others: it may write to
    // temporary folders, and there the test's project lies.
    words: ['network_access', 'exclude_slash_tmp', 'exclude_tmpdir_env_var'].flatMap((name) => [
      '-c',
      `sandbox_workspace_write.${name}=true`,
    ]),
  },
];

for (const { host, client, variables, shell, tool, words } of CLIENTS) {
  const options = 'missing' in client ? { skip: client.missing } : {};

  /** The person's own settings: this client is the host's, and it may run the example's agent. */
  const settle = (project: TemporaryProject, more = {}) => {
    const file = join(project.home, '.config/msd/config.json');
    mkdirSync(join(file, '..'), { recursive: true });
    const { bin } = client as { bin: string };
    writeFileSync(file, JSON.stringify({ hosts: { [host]: { command: [bin, ...words], ...more } } }));
  };
  const executing = (turn: Turn) => turn.tools.includes(tool);

  describe(`a real client of ${host}`, () => {
    test('msd execute-phase completes the example phase with it', options, async (t) => {
      const project = temporaryProject(t, { example: true });
      settle(project, { allowedTools: ['Bash'] });
      let owed = 0;
      const model = await loopbackModel(t, (turn) => {
        if (!executing(turn)) return { text: 'ok' };
        if (turn.results.at(-1)?.text.includes('owed_by_me')) owed++;
        const steps = [OWED, shell(WORK)];
        return steps[turn.results.length] ?? { text: 'It is done.' };
      });
      const end = await project.msd(['execute-phase', '03', '--host', host, '--jobs', '2', '--json'], {
        env: variables(project, model.url),
      });
      const events = eventsOf(end) as StampedEvent[];
      const last = events.at(-1) as Extract<StampedEvent, { type: 'run-finished' }>;
      assert.deepEqual([end.code, last.status], [0, 'done'], `${end.stderr}\n${JSON.stringify(last)}`);
      assert.ok(last.plans.length === 7 && last.plans.every((plan) => plan.status === 'done'));
      assert.equal(owed >= 7, true, 'each executor has msd’s tools');
      const usage = events.filter((event) => event.type === 'plan-usage');
      assert.equal(usage.length, 7);
      assert.ok((last.usage?.inputTokens ?? 0) > 0);
      assert.equal(project.git('status', '--porcelain'), '');
      assert.equal(project.git('worktree', 'list').split('\n').length, 1);

      const shown = JSON.parse((await project.msd(['run', 'show', '--json'])).stdout);
      assert.deepEqual([shown.run.host, shown.run.usage], [host, last.usage]);
      assert.match(shown.run.hostVersion, /^\d+\.\d+/);
      assert.match((await project.msd(['run', 'show'])).stdout, new RegExp(`host ${host} \\d.*, used .* tokens in`));
    });

    test(
      'a service that refuses fails the plan with its words, and what it may not do stays undone',
      options,
      async (t) => {
        const project = temporaryProject(t);
        project.plan('03-01-note', { frontmatter: { files_modified: ['note.txt'] } });
        project.commit('a plan');
        settle(project);
        const outside = join(project.root, 'outside.txt');
        const model = await loopbackModel(t, (turn) => {
          if (!executing(turn)) return { text: 'ok' };
          if (turn.results.length === 0) return shell(`echo no > "${outside}"; echo "$?"`);
          throw new Error('no more of this');
        });
        const end = await project.msd(['execute-phase', '03', '--host', host, '--json'], {
          env: variables(project, model.url),
        });
        const last = eventsOf(end).at(-1) as Extract<StampedEvent, { type: 'run-finished' }>;
        assert.deepEqual([end.code, last.plans[0]?.status], [1, 'failed'], end.stdout);
        assert.match(last.plans[0]?.reason ?? '', /^agent-failed: .*no more of this/);
        assert.equal(project.git('status', '--porcelain'), '');
      },
    );
  });
}
