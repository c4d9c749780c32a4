import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openProject } from '../../src/world/project.js';
import { createLedger } from '../../src/world/store/ledger.js';
import { boundary, NOTICES, runHook } from '../rig/guard.js';
import { TestClock } from '../rig/clock.js';
import { pathWithMsd } from '../rig/path-with-msd.js';
import { must } from '../rig/must.js';
import { owedToThePrimary } from '../rig/owed-notice.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const AFTER_AGENT = { hook_event_name: 'PostToolUse', tool_name: 'Agent', tool_input: {}, tool_response: {} };

/** What a session hears at a boundary; null where the hook said nothing. */
async function heard(payload: unknown, cwd: string, env: Record<string, string>) {
  const end = await runHook(NOTICES, payload, { cwd, env });
  assert.deepEqual([end.code, end.stderr], [0, '']);
  if (end.answer === null) return null;
  const { hookEventName, additionalContext } = end.answer.hookSpecificOutput;
  assert.deepEqual(Object.keys(end.answer), ['hookSpecificOutput']);
  return { event: hookEventName as string, text: additionalContext as string };
}

const pending = async (project: TemporaryProject, ...words: string[]) =>
  JSON.parse((await project.msd(['notices', ...words, '--json'])).stdout).notices.length;

/** A program in msd's place that notes that it was started. */
function watched(t: TestContext) {
  const note = join(temporaryFolder(t), 'started');
  return {
    env: { PATH: pathWithMsd(t, `: > '${note}'; echo '{"notices":[{"text":"x"}]}'`) },
    started: () => existsSync(note),
  };
}

test('a notice reaches the session at its next boundary, once, and has been seen at the one after', async (t) => {
  const project = temporaryProject(t);
  const event = await owedToThePrimary(project);
  const env = { PATH: pathWithMsd(t) };
  const first = await heard(boundary(project.root), project.root, env);
  assert.equal(first?.event, 'UserPromptSubmit');
  assert.ok(first.text.endsWith(`[${event}]`), first.text);
  assert.equal(await pending(project), 1, 'shown is not seen');
  assert.equal(await heard(boundary(project.root, AFTER_AGENT), project.root, env), null);
  assert.equal(await pending(project), 0);
  assert.equal((await project.msd(['ledger', 'verify'])).code, 0);
});

test('on hold nothing is handed over, and after msd resume it is', async (t) => {
  const project = temporaryProject(t);
  const event = await owedToThePrimary(project);
  const env = { PATH: pathWithMsd(t) };
  await project.msd(['hold']);
  assert.equal(await heard(boundary(project.root), project.root, env), null);
  await project.msd(['resume']);
  const told = await heard(boundary(project.root, AFTER_AGENT), project.root, env);
  assert.equal(told?.event, 'PostToolUse');
  assert.ok(told.text.includes(`[${event}]`));
});

test('a token says who reads: a primary hears its own, an executor nothing', async (t) => {
  const project = temporaryProject(t);
  await project.msd(['agent', 'add', 'lead', '--kind', 'primary']);
  await project.msd(['channel', 'create', 'home']);
  await project.msd(['agent', 'add', 'fork', '--home', 'local/home']);
  await project.msd(['channel', 'close', 'home']);
  await project.msd(['message', 'send', '--channel', 'home', '--as', 'fork', '--type', 'STATUS']);
  await project.msd(['channel', 'create', 'own']);
  await project.msd(['channel', 'close', 'own']);
  await project.msd(['message', 'send', '--channel', 'own', '--as', 'lead', '--type', 'STATUS']);
  const ledger = must(createLedger(must(openProject(project.root)), new TestClock(), { create: false }));
  const tokenOf = (agent: string) => must(ledger.issueToken(agent, null));
  const [fork, lead] = [tokenOf('fork'), tokenOf('lead')];
  ledger.close();
  const as = (token: string) =>
    heard(boundary(project.root), project.root, { PATH: pathWithMsd(t), MSD_AGENT_TOKEN: token });
  assert.equal(await as(fork), null);
  assert.equal(await pending(project, '--as', 'fork'), 1, 'nothing is lost');
  assert.match((await as(lead))?.text ?? '', /msd channel close local\/own/);
  assert.equal(await as(lead), null);
  assert.equal(await pending(project, '--as', 'lead'), 0);
});

test('whom nothing is told costs no start of msd', async (t) => {
  const project = temporaryProject(t);
  const { env, started } = watched(t);
  const silent = async (what: string, payload: unknown, cwd = project.root) => {
    assert.equal(await heard(payload, cwd, env), null, what);
    assert.equal(started(), false, what);
  };
  await silent('no ledger', boundary(project.root));
  await project.msd(['channel', 'create', 'home']);
  const outside = temporaryFolder(t);
  await silent('no project', boundary(outside), outside);
  const agent = { agent_id: 'a1', agent_type: 'msd-executor' };
  await silent('an agent within the session', boundary(project.root, { ...AFTER_AGENT, ...agent }));
  await silent('where it would keep an agent from ending', boundary(project.root, { hook_event_name: 'SubagentStop' }));
  await silent("Cursor's event", boundary(project.root, { hook_event_name: 'postToolUse' }));
  await silent('a session that is an option', boundary(project.root, { session_id: '--as' }));
  await silent('no JSON', '{');
  const worktree = project.path('.claude/worktrees/agent-a1');
  project.git('worktree', 'add', '--quiet', '-b', 'worktree-agent-a1', worktree);
  await silent("an agent's worktree", boundary(worktree), worktree);
  const folder = project.path('deep');
  mkdirSync(folder);
  assert.equal((await heard(boundary(folder), folder, env))?.text.endsWith('- x'), true, 'and it would have been seen');
});

test('a broken ledger, a broken msd and none at all: silence', async (t) => {
  const project = temporaryProject(t);
  project.write('.msd/ledger.db', 'no database');
  const silent = async (PATH: string, what: string) =>
    assert.equal(await heard(boundary(project.root), project.root, { PATH }), null, what);
  await silent(pathWithMsd(t), 'a broken ledger');
  for (const script of ['exit 1', 'echo nonsense', 'echo "{}"', 'echo \'{"notices":[{"text":7}]}\''])
    await silent(pathWithMsd(t, script), script);
  await silent(temporaryFolder(t), 'no msd');
  project.write('msd', '#!/bin/sh\necho \'{"notices":[{"text":"of the repository"}]}\'\n');
  chmodSync(project.path('msd'), 0o755);
  await silent('.', 'a path that depends on where the session stands');
});

test('an msd that does not end holds no session up; what it has said is told', async (t) => {
  const project = temporaryProject(t);
  project.write('.msd/ledger.db', '');
  const PATH = pathWithMsd(t, 'echo \'{"notices":[{"text":"said"}]}\'; exec tail -f /dev/null');
  assert.match((await heard(boundary(project.root), project.root, { PATH }))?.text ?? '', /- said$/);
});
