import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StampedEvent } from '../../src/core/event.js';
import { openProject } from '../../src/world/project.js';
import { createLedger } from '../../src/world/store/ledger.js';
import { claudeClient, clientVariables, runClaude } from '../rig/claude-client.js';
import { TestClock } from '../rig/clock.js';
import { MARKER } from '../rig/guard.js';
import { loopbackModel, type Reply, type Turn } from '../rig/loopback-model.js';
import { eventsOf, MSD_BIN } from '../rig/msd.js';
import { must } from '../rig/must.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const client = claudeClient();
const EXECUTOR = fileURLToPath(new URL('../../../agents/msd-executor.md', import.meta.url));
const options = 'missing' in client ? { skip: client.missing } : {};

const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
const tool = (name: string, input: object = {}): Reply => call(`mcp__msd__${name}`, input);
const shell = (command: string): Reply => call('Bash', { command, description: 'As the plan says' });

/** What a tool of msd answered, the newest answer last. */
// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is JSON
const told = (turn: Turn): any => JSON.parse(turn.results.at(-1)?.text ?? 'null');

/** Channel and correlation of what the executor owes, as the tool named them. */
function owed(turn: Turn): { readonly channel: string; readonly correlation: string } {
  const listed = turn.results.map(({ text }) => text).find((text) => text.includes('owed_by_me')) ?? '{}';
  const [mine] = JSON.parse(listed).owed_by_me;
  return { channel: mine.channel, correlation: mine.correlationId };
}

/** Runs one plan under the real client: one step after another, then the end of its turn. */
async function execute(t: TestContext, steps: readonly ((turn: Turn) => Reply)[]) {
  const project = temporaryProject(t);
  project.plan('03-01-note', { frontmatter: { files_modified: ['note.txt'] } });
  project.commit('a plan');
  const turns: Turn[] = [];
  const model = await loopbackModel(t, (turn) => {
    if (!turn.tools.includes('Bash')) return { text: 'ok' };
    turns.push(turn);
    return steps[turns.length - 1]?.(turn) ?? { text: 'I have stopped.' };
  });
  const end = await project.msd(
    [
      'execute-phase',
      '03',
      '--host',
      'claude',
      '--agent-command',
      JSON.stringify((client as { bin: string }).bin),
      '--json',
    ],
    { env: clientVariables(project, model.url) },
  );
  const last = eventsOf(end).at(-1) as Extract<StampedEvent, { type: 'run-finished' }>;
  return { project, turns, end, plan: last.plans[0] };
}

/** Messages of the executor itself, in order. */
async function spoken(project: TemporaryProject): Promise<readonly string[]> {
  const listed = JSON.parse((await project.msd(['ledger', 'list', '--json'])).stdout);
  return listed
    .filter((entry: { kind: string; via?: string }) => entry.kind === 'message' && entry.via === 'agent')
    .map((entry: { type: string; sender: string }) => `${entry.type} ${entry.sender.replace(/@.*/, '')}`);
}

test('an executor reports and finishes by msd’s tools, and the run completes by that answer', options, async (t) => {
  const { project, turns, end, plan } = await execute(t, [
    () => tool('list_my_commitments', { role: 'obligor' }),
    (turn) => tool('send_message', { ...owed(turn), type: 'STATUS', content: 'begun' }),
    () => call('Write', { file_path: 'note.txt', content: 'a note\n' }),
    () => shell('git add note.txt && git commit -m "feat(03-01): a note"'),
    (turn) => tool('send_message', { ...owed(turn), type: 'DONE', content: 'one file' }),
  ]);
  assert.deepEqual(
    turns.at(-1)?.results.map(({ isError }) => isError),
    [false, false, false, false, false],
    JSON.stringify(turns.at(-1)?.results),
  );
  assert.equal(told(turns.at(-1) as Turn).commitment.after, 'fulfilled');
  assert.deepEqual([end.code, plan?.status, plan?.commits.length], [0, 'done', 2], end.stdout);
  assert.deepEqual(await spoken(project), ['STATUS 03-01-note#1', 'DONE 03-01-note#1']);
  const [settled] = JSON.parse((await project.msd(['obligation', 'list', '--state', 'fulfilled', '--json'])).stdout);
  const done = JSON.parse((await project.msd(['ledger', 'show', settled.resolvedBy, '--json'])).stdout);
  assert.deepEqual([done.type, done.via, done.content], ['DONE', 'agent', 'one file']);
});

test('what it says by tool counts, not that its process ended well', options, async (t) => {
  const { project, end, plan } = await execute(t, [
    () => tool('list_my_commitments', { role: 'obligor' }),
    (turn) => tool('send_message', { ...owed(turn), type: 'DECLINE', content: 'the note exists already' }),
  ]);
  assert.deepEqual([end.code, plan?.status, plan?.reason], [1, 'failed', 'agent-declined: the note exists already']);
  assert.deepEqual(await spoken(project), ['DECLINE 03-01-note#1']);
});

/** How a session is told of msd's tools. */
const SERVER = JSON.stringify({ mcpServers: { msd: { command: process.execPath, args: [MSD_BIN, 'mcp'] } } });

test(
  'inside a session the executor has the tools too, and speaks as whom the session’s token names',
  options,
  async (t) => {
    const project = temporaryProject(t);
    project.plan('03-02-hardening');
    cpSync(EXECUTOR, join(project.root, '.claude/agents/msd-executor.md'));
    project.commit('a plan');
    for (const words of [
      ['agent', 'add', 'lead'],
      ['agent', 'add', 'worker'],
      ['channel', 'create', 'work'],
      [
        'message',
        'send',
        '--channel',
        'work',
        '--as',
        'lead',
        '--to',
        'worker',
        '--type',
        'COMMAND',
        '--correlation',
        'c-1',
      ],
    ])
      assert.equal((await project.msd(words)).code, 0, words.join(' '));
    const ledger = must(createLedger(must(openProject(project.root)), new TestClock(), { create: false }));
    t.after(() => ledger.close());
    const steps = [
      () => tool('list_my_commitments', { role: 'obligor' }),
      (turn: Turn) => tool('send_message', { ...owed(turn), type: 'STATUS' }),
      (turn: Turn) => tool('send_message', { ...owed(turn), type: 'DONE' }),
    ];
    let done = 0;
    const end = await runClaude(t, project, (client as { bin: string }).bin, {
      steps: [
        () =>
          call('Agent', {
            description: 'Execute plan 02',
            prompt: `${MARKER}\nExecute plan 02 of phase 03-auth.`,
            subagent_type: 'msd-executor',
            run_in_background: false,
          }),
      ],
      agent: (turn) => steps[done++]?.(turn) ?? { text: 'reported' },
      args: ['--mcp-config', SERVER],
      env: { MSD_AGENT_TOKEN: must(ledger.issueToken('worker', null)) },
    });
    assert.equal(end.code, 0);
    assert.deepEqual(
      [must(ledger.obligation('c-1')).commitment.state, await spoken(project)],
      ['fulfilled', ['STATUS worker', 'DONE worker']],
    );
  },
);
