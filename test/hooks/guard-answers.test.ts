// biome-ignore-all lint/suspicious/noExplicitAny: an answer is what is to be checked
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import test from 'node:test';
import { HOST_NAMES } from '../../src/world/hosts/registry.js';
import { cleanEnvironment } from '../rig/environment.js';
import { claudeCall, CURSOR_GUARD, cursorStart, fixture, GUARD, HOOKS, record, runHook } from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { temporaryProject } from '../rig/temporary-project.js';

/** The code that an answer's words begin with. */
const codeIn = (text: string) => /^msd \[([a-z-]+)\]/.exec(text)?.[1];

const REFUSED = 'host-cannot-isolate';

test('each host is answered in its own shape, and nothing else is said', async (t) => {
  const { root } = temporaryProject(t);
  for (const [name, read] of Object.entries({
    'codex/0.171.0/pre-tool-use-spawn-agent': nestedReason,
    'copilot/1.0.102/pre-tool-use-claude-config': nestedReason,
    'copilot/1.0.102/pre-tool-use-camel': (answer: any) => {
      assert.deepEqual(Object.keys(answer), ['permissionDecision', 'permissionDecisionReason']);
      assert.equal(answer.permissionDecision, 'deny');
      return answer.permissionDecisionReason;
    },
    'gemini/0.61.0/before-tool-invoke-agent': plainReason,
    'opencode/1.18.33/tool-execute-before-task': plainReason,
  })) {
    const end = await runHook(GUARD, fixture(name, root), { cwd: root });
    assert.equal(end.code, 0, name);
    assert.equal(end.stderr, '', name);
    const reason = read(end.answer);
    assert.equal(codeIn(reason), REFUSED, name);
    assert.match(reason, new RegExp(`Next: run in a terminal: msd execute-phase 03 --host ${runnerOf(name)}\\.$`));
  }
});

/** A refusal sends nobody to a host that `msd execute-phase` does not have. */
const runnerOf = (fixtureName: string) => HOST_NAMES.find((name) => fixtureName.startsWith(`${name}/`)) ?? 'claude';

/** Claude's shape and no key more: Codex lets a call through whose answer holds an unknown key. */
function nestedReason(answer: any): string {
  assert.deepEqual(Object.keys(answer), ['hookSpecificOutput']);
  const { hookEventName, permissionDecision, permissionDecisionReason, ...rest } = answer.hookSpecificOutput;
  assert.deepEqual([hookEventName, permissionDecision, rest], ['PreToolUse', 'deny', {}]);
  return permissionDecisionReason;
}

function plainReason(answer: any): string {
  assert.deepEqual([Object.keys(answer), answer.decision], [['decision', 'reason'], 'deny']);
  return answer.reason;
}

test('Cursor is refused in its words, by both of its hooks, and gets an object where nothing is to be said', async (t) => {
  const { root } = temporaryProject(t);
  const start = await runHook(CURSOR_GUARD, cursorStart(root), { cwd: root });
  assert.deepEqual([start.code, Object.keys(start.answer)], [0, ['permission', 'user_message']]);
  const tool = await runHook(GUARD, fixture('cursor/1.0.32/pre-tool-use-task', root), { cwd: root });
  assert.deepEqual([tool.code, Object.keys(tool.answer)], [0, ['permission', 'user_message', 'agent_message']]);
  for (const { answer } of [start, tool]) {
    assert.equal(answer.permission, 'deny');
    assert.equal(codeIn(answer.user_message), 'not-a-linked-worktree');
    assert.match(answer.user_message, new RegExp(`--host ${runnerOf('cursor/')}\\.$`));
  }
  for (const [hook, payload] of [
    [CURSOR_GUARD, cursorStart(root, { subagent_type: 'explore' })],
    [CURSOR_GUARD, cursorStart(root, { workspace_roots: [] })],
    [GUARD, { ...fixture('cursor/1.0.32/pre-tool-use-task', root), tool_name: 'Shell' }],
  ] as const)
    assert.equal((await runHook(hook, payload, { cwd: root })).stdout, '{}');
});

test('a call that lacks the parameter is repaired: the whole input, the parameter, and no decision', async (t) => {
  const { root } = temporaryProject(t);
  for (const lacking of [{}, { isolation: '' }, { isolation: null }]) {
    const call = claudeCall(root, { ...lacking, run_in_background: false, model: 'opus' });
    const { answer } = await runHook(GUARD, call, { cwd: root });
    const { additionalContext, ...output } = answer.hookSpecificOutput;
    const updatedInput = { ...(call['tool_input'] as object), isolation: 'worktree' };
    assert.deepEqual(
      { ...answer, hookSpecificOutput: output },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } },
    );
    assert.equal(codeIn(additionalContext), 'isolation-added');
  }
});

test('any other value is refused and quoted; a strict project refuses a missing one too', async (t) => {
  const { root } = temporaryProject(t);
  for (const isolation of ['none', true, 'Worktree', ' worktree ', 'remote', 0, ['worktree'], { a: 1 }]) {
    const { answer } = await runHook(GUARD, claudeCall(root, { isolation }), { cwd: root });
    const reason = nestedReason(answer);
    assert.equal(codeIn(reason), 'isolation-conflict', String(isolation));
    assert.ok(reason.includes(JSON.stringify(isolation).trim()), reason);
    assert.match(reason, /Next: repeat this call with isolation: "worktree"\.$/);
  }
  const strict = temporaryProject(t, { config: { msd: { guard: { strict: true } } } });
  const { answer } = await runHook(GUARD, claudeCall(strict.root), { cwd: strict.root });
  assert.equal(codeIn(nestedReason(answer)), 'isolation-missing');
  assert.equal(
    (await runHook(GUARD, claudeCall(strict.root, { isolation: 'worktree' }), { cwd: strict.root })).stdout,
    '',
  );
});

test('what is allowed on Claude Code, and what is none of ours, is answered by silence', async (t) => {
  const project = temporaryProject(t);
  const { root } = project;
  const silent = [
    claudeCall(root, { isolation: 'worktree' }),
    claudeCall(root, { subagent_type: 'Explore' }),
    claudeCall(root, {}, { tool_name: 'Bash' }),
    claudeCall(temporaryFolder(t)),
    fixture('claude/2.1.332/pre-tool-use-workflow', root),
    fixture('claude/2.1.332/pre-tool-use-skill', root),
    fixture('claude/2.1.332/pre-tool-use-send-message', root),
    fixture('codex/0.171.0/pre-tool-use-bash', root),
  ];
  await record(project, 'none', { scope: { plan: '03-05-docs' } });
  silent.push(claudeCall(root, { prompt: '[msd:dispatch phase="3" plan="03-05-docs"]' }));
  for (const payload of silent) {
    const end = await runHook(GUARD, payload, { cwd: root });
    assert.deepEqual([end.code, end.stdout, end.stderr], [0, '', ''], JSON.stringify(payload));
  }
  assert.equal(project.git('status', '--porcelain'), '', 'a guard writes nothing');
});

test('a payload that cannot be read is refused in a project, whatever is wrong with it, and passed over elsewhere', async (t) => {
  const { root } = temporaryProject(t);
  const outside = temporaryFolder(t);
  const whole = JSON.stringify(claudeCall(root));
  const broken: (string | Buffer)[] = [
    '',
    ' ',
    '{not-json',
    '42',
    '[]',
    'null',
    '"x"',
    whole.slice(0, -2),
    whole + whole,
    '{}',
    '{"tool_name":7}',
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
    Buffer.from(whole, 'utf16le'),
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    '{"tool_name":"Agent"}',
    '{"tool_name":"Agent","tool_input":"x"}',
    '{"tool_name":"Agent","tool_input":[]}',
  ];
  for (const payload of broken) {
    const what = JSON.stringify(payload.toString('latin1' as never)).slice(0, 60);
    const inside = await runHook(GUARD, payload, { cwd: root });
    assert.deepEqual([inside.code, inside.stderr], [0, ''], what);
    assert.equal(codeIn(nestedReason(inside.answer)), 'payload-unreadable', what);
    assert.equal((await runHook(GUARD, payload, { cwd: outside })).stdout, '', what);
  }
  const byEnvironment = await runHook(GUARD, '{', { cwd: outside, env: { CLAUDE_PROJECT_DIR: root } });
  assert.equal(codeIn(nestedReason(byEnvironment.answer)), 'payload-unreadable');
  const cursor = await runHook(CURSOR_GUARD, '{', { cwd: outside, env: { CURSOR_PROJECT_DIR: root } });
  assert.equal(codeIn(cursor.answer.user_message), 'payload-unreadable');
  const asCursor = await runHook(GUARD, '{', { cwd: root, env: { CURSOR_VERSION: '1' } });
  assert.equal(asCursor.answer.permission, 'deny');
  assert.equal((await runHook(CURSOR_GUARD, '{', { cwd: outside })).stdout, '{}');
});

test('a byte order mark before a payload does not count', async (t) => {
  const { root } = temporaryProject(t);
  const { answer } = await runHook(GUARD, `\uFEFF${JSON.stringify(claudeCall(root))}`, { cwd: root });
  assert.equal(answer.hookSpecificOutput.updatedInput.isolation, 'worktree');
  const cursor = await runHook(CURSOR_GUARD, `\uFEFF${JSON.stringify(cursorStart(root))}`, { cwd: root });
  assert.equal(codeIn(cursor.answer.user_message), 'not-a-linked-worktree');
});

test('an input that cannot be written again is refused, not let through', async (t) => {
  const { root } = temporaryProject(t);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const payload = JSON.stringify(claudeCall(root)).replace('"description":', `"deep":${deep},"description":`);
  const { answer, code } = await runHook(GUARD, payload, { cwd: root });
  assert.equal(code, 0);
  const output = answer.hookSpecificOutput;
  assert.ok(output.permissionDecision === 'deny' || output.updatedInput.isolation === 'worktree');
});

test('a payload of 50 MB and a sender that never closes are refused in a project, not waited for', async (t) => {
  const { root } = temporaryProject(t);
  const large = await runHook(GUARD, JSON.stringify(claudeCall(root, { prompt: 'x'.repeat(50 << 20) })), { cwd: root });
  assert.equal(codeIn(nestedReason(large.answer)), 'payload-unreadable');
  for (const [hook, sent] of [
    [GUARD, ''],
    [GUARD, '{"tool_name":'],
    [CURSOR_GUARD, ''],
  ] as const) {
    const child = spawn(process.execPath, [`${HOOKS}${hook}`], { cwd: root, env: cleanEnvironment(root) });
    t.after(() => child.kill('SIGKILL'));
    child.stdin.on('error', () => {}).write(sent);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    assert.equal(await new Promise((settle) => child.on('close', settle)), 0);
    assert.match(said, /payload-unreadable.*timeout/);
  }
});

test('half characters, in a prompt and in the values that are quoted, stay JSON', async (t) => {
  const { root } = temporaryProject(t);
  for (const isolation of [undefined, '\ud800', '\udc00\ud800']) {
    const end = await runHook(GUARD, claudeCall(root, { prompt: 'a\ud800b', isolation }), { cwd: root });
    assert.deepEqual([end.code, end.stderr], [0, '']);
    assert.ok(end.answer.hookSpecificOutput);
  }
});
