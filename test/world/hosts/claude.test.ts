import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { claudeProgress, claudeVerdict } from '../../../src/world/hosts/claude-stream.js';
import { chooseHost } from '../../../src/world/hosts/registry.js';
import { LOST } from '../../../src/world/processes/attempt-files.js';
import type { AttemptEnd } from '../../../src/world/processes/port.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** What the real client printed, by version, cut to the fields that say something. */
const RECORDED = join(dirname(fileURLToPath(import.meta.resolve('#root/package.json'))), 'test/fixtures/hosts');
const NOW = new Date('2026-11-30T12:00:00.000Z');
const exited = (exitCode: number): AttemptEnd => ({ ...LOST, kind: 'exited', exitCode, detail: null });

for (const version of readdirSync(RECORDED).filter((name) => name.startsWith('claude-'))) {
  const recorded = (name: string) => readFileSync(join(RECORDED, version, `${name}.jsonl`), 'utf8');

  test(`${version}: progress is what it does, in one line each`, () => {
    const lines = recorded('done')
      .split('\n')
      .map(claudeProgress)
      .filter((line) => line !== null);
    assert.deepEqual(lines, [
      'I write the file.',
      'Write /project/new.txt',
      'Bash git add new.txt && git commit -m done',
      'Bash curl http://x',
      'All done.',
    ]);
    assert.match(
      recorded('rate-limited').split('\n').map(claudeProgress).join('\n'),
      /waits for its service \(rate_limit\)/,
    );
  });

  test(`${version}: a good end, a service that is down and a refusal are told apart`, () => {
    const verdict = (name: string, code: number) => claudeVerdict(exited(code), recorded(name), NOW);
    assert.deepEqual(verdict('done', 0), { kind: 'ended' });
    assert.equal(verdict('rate-limited', 1).kind, 'host-unavailable');
    assert.equal(verdict('overloaded', 1).kind, 'host-unavailable');
    assert.equal(verdict('unauthorized', 1).kind, 'failed');
  });
}

test('ends that the client does not speak of are taken from the process', () => {
  assert.deepEqual(claudeVerdict({ ...LOST, kind: 'timeout' }, '', NOW), { kind: 'ended' });
  assert.deepEqual(claudeVerdict(exited(0), '…cut off"}\n', NOW), { kind: 'ended' });
  assert.deepEqual(claudeVerdict(exited(1), 'Invalid API key\n', NOW), { kind: 'ended' });
  assert.equal(claudeVerdict(exited(1), 'connect ECONNREFUSED 127.0.0.1:1\n', NOW).kind, 'host-unavailable');
});

test('when it says how long to wait, that is heard', () => {
  const said = (result: string) =>
    claudeVerdict(exited(1), JSON.stringify({ type: 'result', is_error: true, result }), NOW);
  const seconds = NOW.getTime() / 1000 + 90;
  assert.deepEqual(said(`usage limit reached|${seconds}`), {
    kind: 'host-unavailable',
    detail: `usage limit reached|${seconds}`,
    retryAfterMs: 90_000,
  });
  const verdict = said('rate_limit: retry after 30');
  assert.equal(verdict.kind === 'host-unavailable' && verdict.retryAfterMs, 30_000);
});

test('progress of hostile lines is clean, short or nothing', () => {
  const text = 'a\u001b[2Jb\u202e'.repeat(200);
  const line = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
  const shown = claudeProgress(line) ?? '';
  assert.ok(shown.length <= 200);
  assert.ok(!shown.includes('\u001b') && !shown.includes('\u202e'));
  for (const odd of [
    '',
    '{',
    '{}',
    '[]',
    'null',
    '{"type":"assistant","message":{"content":"text"}}',
    '{"type":"assistant"}',
  ])
    assert.ok(claudeProgress(odd) === null || odd === '[]' || odd === 'null', odd);
});

test('the client is started headless, with edits accepted and a list of tools, the prompt on its input', async (t) => {
  const root = temporaryFolder(t);
  const program = join(root, 'claude');
  writeFileSync(program, `#!${process.execPath}\nconsole.log('2.1.332 (Claude Code)')\n`);
  chmodSync(program, 0o755);
  const found = await chooseHost({ name: 'claude', command: null, env: { PATH: root } }, { root });
  assert.ok(found.ok, JSON.stringify(found));
  assert.equal(found.value.version, '2.1.332');
  assert.equal(found.value.isolation, 'orchestrator-worktree');
  const { argv, promptOnStdin } = found.value.invocation({
    worktree: root,
    promptFile: 'p',
    attemptDir: 'a',
    answerDir: 'a/answer',
  });
  assert.equal(argv[0], program);
  assert.equal(promptOnStdin, true);
  assert.match(
    argv.join(' '),
    / -p --output-format stream-json --verbose --mcp-config {.*} --add-dir a\/answer --permission-mode acceptEdits --allowedTools /,
  );
  assert.doesNotMatch(argv.join(' '), /bypassPermissions|dangerously/);
  const { command, args, env } = JSON.parse(argv[argv.indexOf('--mcp-config') + 1] ?? '').mcpServers.msd;
  assert.deepEqual([command, args.length, args.at(-1)], [process.execPath, 2, 'mcp']);
  assert.ok(existsSync(args[0]), args[0]);
  assert.deepEqual(env, { MSD_AGENT_TOKEN: `\${MSD_AGENT_TOKEN}` }, 'named, not written');
  assert.ok(argv.at(-1)?.split(',').includes('mcp__msd'), argv.at(-1));
  const own = await chooseHost(
    { name: 'claude', command: ['./claude', '--model', 'x'], env: {} },
    { root, hosts: { claude: { allowedTools: ['Bash(npm test:*)'], permissionMode: 'plan' } } },
  );
  assert.ok(own.ok);
  const words = own.value.invocation({ worktree: root, promptFile: 'p', attemptDir: 'a', answerDir: 'a/answer' }).argv;
  assert.deepEqual(words.slice(1, 4), ['--model', 'x', '-p']);
  assert.deepEqual(words.slice(-4, -1), ['--permission-mode', 'plan', '--allowedTools']);
  assert.match(words.at(-1) ?? '', /^Read,.*,Bash\(npm test:\*\)$/);
  const set = await chooseHost(
    { name: 'claude', command: null, env: {} },
    { root, hosts: { claude: { command: ['./claude', '--fast'] } } },
  );
  assert.ok(set.ok);
  assert.deepEqual(
    set.value.invocation({ worktree: root, promptFile: 'p', attemptDir: 'a', answerDir: 'a/answer' }).argv.slice(0, 2),
    [program, '--fast'],
  );
});
