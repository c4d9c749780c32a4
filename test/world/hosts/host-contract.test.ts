import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, test, type TestContext } from 'node:test';
import type { Usage } from '../../../src/core/run/usage.js';
import { chooseHost } from '../../../src/world/hosts/registry.js';
import type { Host, HostVerdict } from '../../../src/world/hosts/port.js';
import { TestAttempt } from '../../rig/attempt.js';
import { fakeClient, type FakeClient, recorded, startedWith } from '../../rig/fake-client.js';
import { claudeClient } from '../../rig/claude-client.js';
import { codexClient } from '../../rig/codex-client.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** What one host promises, with what its client really printed. */
interface Contract {
  readonly host: string;
  readonly program: string;
  /** The folder of recordings. */
  readonly version: string;
  /** What it prints for `--version`, and what is read from that. */
  readonly says: readonly [text: string, version: string];
  readonly progress: readonly string[];
  readonly usage: Usage;
  readonly denied: readonly string[];
  /** Words that every start has, in this order. */
  readonly words: RegExp;
  /** A newer client's list of flags, and what its start then has and has not. */
  readonly newer: { readonly flags: string; readonly has: RegExp; readonly lacks: RegExp };
}

const CONTRACTS: readonly Contract[] = [
  {
    host: 'claude',
    program: 'claude',
    version: 'claude-2.1.332',
    says: ['2.1.332 (Claude Code)', '2.1.332'],
    progress: [
      'I write the file.',
      'Write /project/new.txt',
      'Bash git add new.txt && git commit -m done',
      'Bash curl http://x',
      'All done.',
    ],
    usage: { inputTokens: 30, cachedTokens: 0, outputTokens: 30, usd: 0.00072 },
    denied: ['Bash'],
    words:
      /^-p --output-format stream-json --verbose --mcp-config .* --add-dir .* --permission-mode acceptEdits --allowedTools \S/,
    newer: {
      flags: '--output-format --verbose --permission-mode --allowed-tools',
      has: /--permission-mode acceptEdits --allowed-tools Read,/,
      lacks: /--mcp-config|--add-dir|--allowedTools/,
    },
  },
  {
    host: 'codex',
    program: 'codex',
    version: 'codex-0.171.0',
    says: ['codex-cli 0.171.0', '0.171.0'],
    progress: [
      'I run it.',
      'echo hi > new.txt',
      'I run it.',
      'git add new.txt && git commit -qm done',
      'I run it.',
      'exit 3',
      'All done.',
    ],
    usage: { inputTokens: 40, cachedTokens: 0, outputTokens: 40, usd: null },
    denied: [],
    words: /^exec --json --cd .+ --sandbox workspace-write (--add-dir .+ )+--config mcp_servers\.msd=\{command=.*\} -$/,
    newer: {
      flags: '--experimental-json --sandbox --color',
      has: /^exec --experimental-json --sandbox workspace-write -$/,
      lacks: /--cd|--config|--add-dir/,
    },
  },
  {
    host: 'cursor',
    program: 'cursor-agent',
    version: 'cursor-documented',
    says: ['2026.09.10-abc123', '2026.09.10-abc123'],
    progress: [
      'I write the file.',
      'write /project/new.txt',
      'shell git add new.txt && git commit -m done',
      'shell curl http://x',
      'someTool',
      'All done.',
    ],
    usage: { inputTokens: 30, cachedTokens: 10, outputTokens: 30, usd: null },
    denied: ['shell'],
    words: /^-p --force --output-format stream-json --trust --workspace .+ --sandbox enabled$/,
    newer: {
      flags: '--print --yolo --output-format',
      has: /^-p --yolo --output-format stream-json$/,
      lacks: /--trust/,
    },
  },
];

/** The real clients of this machine; Cursor's needs its maker's servers. */
const REAL: Readonly<Record<string, ReturnType<typeof claudeClient>>> = {
  claude: claudeClient(),
  codex: codexClient(),
  cursor: { missing: 'cursor-agent needs its maker’s servers: the contract is kept by its documentation, not run' },
};

const ENDS = { done: 0, 'rate-limited': 1, overloaded: 1, unauthorized: 1 } as const;

for (const contract of CONTRACTS)
  describe(`host ${contract.host}`, () => {
    const set = (t: TestContext, more: Partial<FakeClient> = {}) => {
      const folder = join(temporaryFolder(t), 'bin');
      const bin = fakeClient(folder, {
        name: contract.program,
        version: contract.says[0],
        help: recorded(contract.version, 'flags.txt'),
        stream: '',
        exitCode: 0,
        ...more,
      });
      return { folder, bin };
    };
    const find = async (folder: string, more = {}): Promise<Host> => {
      const choice = { name: contract.host, command: null, env: { PATH: folder } };
      const found = await chooseHost(choice, { root: folder, ...more });
      assert.ok(found.ok, JSON.stringify(found));
      return found.value;
    };
    const placeIn = (dir: string) => {
      const answerDir = join(dir, 'answer');
      return { worktree: dir, promptFile: join(dir, 'prompt.md'), attemptDir: dir, answerDir };
    };

    /** Runs the client as a run does, under a supervisor. */
    async function run(
      t: TestContext,
      host: Host,
    ): Promise<{ attempt: TestAttempt; verdict: HostVerdict; log: string }> {
      const attempt = new TestAttempt(t, '');
      const { argv, env, promptOnStdin } = host.invocation(placeIn(attempt.root));
      Object.assign(attempt.spec, {
        argv,
        promptOnStdin,
        env: { ...attempt.spec.env, ...env, MSD_AGENT_TOKEN: 'secret' },
      });
      const end = await attempt.run();
      const log = attempt.lines.join('\n');
      return { attempt, verdict: host.verdict(end, log), log };
    }

    test('it is found, asked for its version, and started in the worktree with the prompt on its input', async (t) => {
      const { folder, bin } = set(t, { stream: recorded(contract.version, 'done.jsonl') });
      const host = await find(folder);
      assert.deepEqual(
        [host.name, host.version, host.isolation],
        [contract.host, contract.says[1], 'orchestrator-worktree'],
      );
      const { attempt, verdict, log } = await run(t, host);
      const started = startedWith(folder);
      assert.equal(host.invocation(placeIn(attempt.root)).argv[0], bin);
      assert.deepEqual([started.cwd, started.input, started.token], [attempt.root, 'do it\n', 'secret']);
      assert.match(started.args.join(' '), contract.words);
      assert.doesNotMatch(started.args.join(' '), /secret|bypass|dangerously|full-access|approve-mcps/i);
      assert.deepEqual(verdict, { kind: 'ended' });
      assert.deepEqual(host.report(log), { usage: contract.usage, denied: contract.denied });
      assert.deepEqual(
        attempt.lines.map(host.progress).filter((line) => line !== null),
        contract.progress,
      );
    });

    test('a service that limits the rate or is down is told from a refusal; nothing was used then', async (t) => {
      for (const [name, exitCode] of Object.entries(ENDS)) {
        if (name === 'done') continue;
        const { folder } = set(t, { stream: recorded(contract.version, `${name}.jsonl`), exitCode });
        const { verdict } = await run(t, await find(folder));
        const failed = name === 'unauthorized' ? /^(failed|ended)$/ : /^host-unavailable$/;
        assert.match(verdict.kind, failed, `${name}: ${JSON.stringify(verdict)}`);
      }
    });

    test('a client that does not take its arguments fails with its own words', async (t) => {
      const { folder } = set(t, { stream: "error: unexpected argument '--json' found\n", exitCode: 2 });
      const { verdict } = await run(t, await find(folder));
      assert.ok(verdict.kind === 'failed' && /did not take its arguments: error: unexpected/.test(verdict.detail));
    });

    test('a newer client with other flags is started with those it has', async (t) => {
      const { folder } = set(t, { help: contract.newer.flags });
      await run(t, await find(folder));
      const words = startedWith(folder).args.join(' ');
      assert.match(words, contract.newer.has);
      assert.doesNotMatch(words, contract.newer.lacks);
    });

    test('one that says nothing of itself is started as documented', async (t) => {
      const { folder } = set(t, { help: 'no such thing', version: 'none' });
      const host = await find(folder);
      assert.equal(host.version, null);
      await run(t, host);
      assert.match(startedWith(folder).args.join(' '), contract.words);
    });

    test('it is stopped with all that it started', async (t) => {
      const { folder } = set(t, { stream: 'up\n', stays: true });
      const host = await find(folder);
      const attempt = new TestAttempt(t, '');
      Object.assign(attempt.spec, { argv: host.invocation(placeIn(attempt.root)).argv });
      const running = await attempt.start();
      await attempt.line(/up/);
      await running.stop('stopped');
      const end = await running.end;
      assert.deepEqual([end.kind, host.verdict(end, 'up\n')], ['stopped', { kind: 'ended' }]);
    });

    test('words of one’s own come first, and where it is missing that is said before anything is started', async (t) => {
      const { folder, bin } = set(t);
      const host = await find(folder, { hosts: { [contract.host]: { command: [bin, '--model', 'x'] } } });
      assert.deepEqual(host.invocation(placeIn(folder)).argv.slice(0, 3), [bin, '--model', 'x']);
      const empty = join(folder, 'empty');
      mkdirSync(empty);
      const choice = { name: contract.host, command: null, env: { PATH: empty } };
      const missing = await chooseHost(choice, { root: folder });
      assert.ok(!missing.ok && missing.error.reason === 'host-missing');
      assert.deepEqual([missing.error.host, missing.error.program], [contract.host, contract.program]);
      assert.equal(existsSync(join(folder, 'started.json')), false);
    });

    test('hostile lines are clean, short or nothing, and add up to nothing', (t) => {
      const { folder } = set(t);
      return find(folder).then((host) => {
        const text = 'a\u001b[2Jb\u202e'.repeat(200);
        const lines = [
          ...['', '{', '{}', '[]', 'null', '{"type":null}', '{"type":"item.completed","item":7}', text],
          ...['assistant', 'item.completed', 'item.started', 'tool_call', 'error', 'result', 'turn.completed'].flatMap(
            (type) => [
              JSON.stringify({
                type,
                subtype: 'started',
                message: text,
                item: { type: 'agent_message', text },
                tool_call: { x: 3 },
              }),
              JSON.stringify({
                type,
                message: { content: [null, { type: 'text', text }] },
                item: { type: 'file_change', changes: [null] },
              }),
              JSON.stringify({
                type,
                usage: { input_tokens: -1, inputTokens: 'x', output_tokens: 'many' },
                tool_call: null,
                item: null,
              }),
            ],
          ),
        ];
        for (const line of lines) {
          const shown = host.progress(line) ?? '';
          assert.ok(shown.length <= 200 && !/[\u001b\u202e]/.test(shown), line);
        }
        const { usage } = host.report(lines.join('\n'));
        assert.ok(usage === null || Object.values(usage).every((n) => n === null || n === 0), JSON.stringify(usage));
      });
    });

    const real = REAL[contract.host] ?? { missing: 'unknown' };
    test(
      'the real client lists every flag that it is started with',
      'missing' in real ? { skip: real.missing } : {},
      async (t) => {
        const root = temporaryFolder(t);
        const choice = {
          name: contract.host,
          command: [(real as { bin: string }).bin],
          env: { ...process.env, HOME: root },
        };
        const found = await chooseHost(choice, { root });
        assert.ok(found.ok && found.value.version !== null, JSON.stringify(found));
        const known = recorded(contract.version, 'flags.txt').split('\n');
        const used = found.value.invocation(placeIn(root)).argv.filter((word) => word.startsWith('--'));
        assert.deepEqual(
          used.filter((flag) => !known.includes(flag)),
          [],
        );
        assert.ok(used.length > 3, used.join(' '));
      },
    );
  });
