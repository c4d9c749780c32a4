import assert from 'node:assert/strict';
import test from 'node:test';
import { claudeClient, MAIN } from '../rig/claude-client.js';
import { MARKER } from '../rig/guard.js';
import type { Reply, Turn } from '../rig/loopback-model.js';
import { owedToThePrimary } from '../rig/owed-notice.js';
import { runPlugin } from '../rig/plugin-client.js';
import { temporaryProject } from '../rig/temporary-project.js';

const client = claudeClient();
const options = 'missing' in client ? { skip: client.missing } : {};

const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
const bash = (command: string): Reply => call('Bash', { command, description: 'As told' });
const dispatch = call('Agent', {
  ...{ description: 'Execute plan 02', prompt: `${MARKER}\nExecute plan 02 of phase 03-auth.` },
  ...{ subagent_type: 'msd:msd-executor', isolation: 'worktree', run_in_background: false },
});

/** Has another channel opened by an executor that may not close it. */
const ANOTHER = [
  ...['channel create there', 'agent add other --home local/home', 'channel close there'],
  ...['message send --channel there --as other --type STATUS', 'agent end other'],
];

const isMain = ({ said, tools }: Turn) => tools.includes('Bash') && said.some((text) => text.includes(MAIN));
const isExecutor = ({ said, tools }: Turn) => tools.includes('Bash') && said.some((text) => text.includes(MARKER));
const hears = ({ said }: Turn, event: string) => said.filter((text) => text.includes(`[${event}]`)).length;

test(
  'an orchestrating session hears of a notice at its next boundary, once; its executor of none',
  options,
  async (t) => {
    const project = temporaryProject(t);
    project.plan('03-02-hardening');
    project.commit('a plan');
    const first = await owedToThePrimary(project);
    const steps = [bash(ANOTHER.map((words) => `msd ${words}`).join(' && ')), dispatch, dispatch];
    let at = 0;
    const end = await runPlugin(t, project, (client as { bin: string }).bin, {
      prompt: MAIN,
      script: (turn) => {
        if (isMain(turn)) return steps[at++] ?? { text: 'done' };
        return isExecutor(turn) && turn.results.length === 0 ? bash('pwd') : { text: 'reported' };
      },
    });
    assert.equal(end.code, 0, end.stderr);
    const events = JSON.parse((await project.msd(['ledger', 'list', '--json'])).stdout);
    assert.ok(events.length > 0);
    const main = end.turns.filter(isMain);
    assert.equal(main.length, 4, 'three calls and the end');
    const second =
      /\[((?!msd)[\w-]+)\]$/m.exec(main[2]?.said.find((text) => /local\/there/.test(text)) ?? '')?.[1] ?? '';
    assert.notEqual(second, '', JSON.stringify(main[2]?.said));
    assert.deepEqual(
      main.map((turn) => [hears(turn, first), hears(turn, second)]),
      [
        [1, 0],
        [1, 0],
        [1, 1],
        [1, 1],
      ],
      'at the prompt; after the first call of an agent; and nothing more',
    );
    const executors = end.turns.filter((turn) => isExecutor(turn) && !isMain(turn));
    assert.equal(executors.length, 4, 'two executors, two turns each');
    for (const { said, results } of executors)
      assert.doesNotMatch([...said, ...results.map(({ text }) => text)].join('\n'), /msd notices|msd channel|local\//);
    assert.deepEqual(
      JSON.parse((await project.msd(['notices', '--json'])).stdout).notices,
      [],
      'seen at the last call',
    );
  },
);
