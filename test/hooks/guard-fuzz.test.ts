// biome-ignore-all lint/suspicious/noExplicitAny: what is read here may be anything
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { judge } from '#hooks/lib/decide.js';
import type { DecisionRecord, GuardedCall } from '#hooks/lib/types.js';
import { answerTo, callOf } from '#root/hooks/msd-agent-isolation-guard.js';
import { answerTo as cursorAnswerTo, callOf as cursorCallOf } from '#root/hooks/msd-cursor-subagent-start.js';
import { claudeCall, CURSOR_GUARD, cursorStart, fixture, GUARD, MARKER, record, runHook } from '../rig/guard.js';
import { Random } from '../rig/random.js';
import { temporaryProject } from '../rig/temporary-project.js';

/** How many cases of each kind; the whole run is `MSD_FUZZ=200000`. `MSD_FUZZ_SEED` repeats one. */
const COUNT = Number(process.env['MSD_FUZZ'] ?? 1500);
const SEED = Number(process.env['MSD_FUZZ_SEED'] ?? 20261130);

const ENV = {};
const HOUR = 3_600_000;

/** Places of one project from which calls are made, and the record of another that is copied about. */
async function places(t: TestContext) {
  const project = temporaryProject(t);
  const linked = join(project.root, '..', 'linked');
  project.git('worktree', 'add', '--quiet', linked);
  const agents = project.path('.claude/worktrees/agent-1');
  project.git('worktree', 'add', '--quiet', agents);
  const sub = project.path('src/deep');
  mkdirSync(sub, { recursive: true });
  await record(project, 'none');
  const sentinel = project.path('.msd/dispatch-isolation-sentinel.json');
  const [genuine] = JSON.parse(readFileSync(sentinel, 'utf8')).decisions as [DecisionRecord];
  return { project, linked, agents, sub, sentinel, genuine };
}

type Places = Awaited<ReturnType<typeof places>>;

const TEXTS = [
  'x',
  '',
  ' ',
  '03',
  '3',
  '03-02-hardening',
  'worktree',
  'none',
  'harness-worktree',
  'orchestrator-worktree',
  '\u0000',
  '\ud800',
  '\u202e',
  '"',
  ']',
  '[msd:dispatch',
  '[msd:dispatch phase="03"',
  '[msd:dispatch phase="03" plan="03-02-hardening"]',
  '[msd:dispatch phase="04" plan="04-01-x"]',
  'Execute plan 02 of phase 03-auth.',
  'Execute plan 02 of phase 9.',
  '{phase_number}',
  'a'.repeat(300),
  '../..',
  '/etc/passwd',
  '$(touch x)',
  '🙂',
  'é',
  '1e309',
  '__proto__',
  'constructor',
] as const;

function value(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 7 : 10);
  if (kind < 4) return random.pick(TEXTS);
  if (kind === 4) return random.pick([0, 1, -1, 1.5, 1e21, 42]);
  if (kind === 5) return random.pick([true, false, null]);
  if (kind === 6) return undefined;
  if (kind === 7) return Array.from({ length: random.below(4) }, () => value(random, depth + 1));
  const keys = random.pick([['a'], ['tool_name', 'cwd'], ['phase', 'plan', 'run'], ['__proto__'], []]);
  return Object.fromEntries(keys.map((key) => [key, value(random, depth + 1)]));
}

/** Puts other values for some fields of an object, or leaves them out. */
function bent(random: Random, object: Record<string, unknown>, probability: number): Record<string, unknown> {
  const entries = Object.entries(object).map(([key, was]) => [key, random.chance(probability) ? value(random) : was]);
  return Object.fromEntries(entries);
}

/** A payload for a guard: nearly right, or hardly. */
function payload(random: Random, where: Places, cursor: boolean): Record<string, unknown> {
  const cwd = random.pick([where.project.root, where.sub, where.linked, where.agents]);
  const text = random.chance(0.5) ? MARKER : random.pick(TEXTS);
  const agent = random.chance(0.5)
    ? 'msd-executor'
    : random.pick(['msd:msd-executor', 'MSD-Executor', 'Explore', '', null, 7]);
  if (cursor) {
    const start = cursorStart(cwd, {
      task: text,
      subagent_type: agent,
      workspace_roots: [cwd, ...(random.chance(0.2) ? [where.project.root] : [])],
    });
    return random.chance(0.5) ? start : bent(random, start, 0.15);
  }
  const hosts = [
    'codex/0.171.0/pre-tool-use-spawn-agent',
    'copilot/1.0.102/pre-tool-use-camel',
    'gemini/0.61.0/before-tool-invoke-agent',
    'cursor/1.0.32/pre-tool-use-task',
  ];
  const isolation = random.pick([undefined, undefined, 'worktree', 'none', '', null, true, 'Worktree', 'remote']);
  const call = random.chance(0.7)
    ? claudeCall(
        cwd,
        { prompt: text, subagent_type: agent, ...(isolation === undefined ? {} : { isolation }) },
        { cwd },
      )
    : fixture(random.pick(hosts), cwd);
  if (random.chance(0.5)) return call;
  const input = call['tool_input'] as Record<string, unknown> | undefined;
  return bent(random, input === undefined ? call : { ...call, tool_input: bent(random, input, 0.2) }, 0.1);
}

/** A record: genuine with other scopes and ages, or bent. */
function oneRecord(random: Random, genuine: DecisionRecord): unknown {
  const age = random.pick([0, 60_000, 11 * 60_000, 2 * HOUR, 25 * HOUR, -HOUR]);
  const at = Date.now() - age;
  const made = {
    ...genuine,
    isolation: random.pick(['none', 'none', 'harness-worktree', 'orchestrator-worktree', 'worktree', '']),
    harnessFlag: random.pick([null, 'isolation="worktree"', '--worktree']),
    worktree: random.pick([null, null, '/nonexistent', 'x']),
    scope: {
      run: random.pick([null, 'r-1']),
      phase: random.pick(['03', '3', '04', '03A', 'x']),
      plan: random.pick([null, '03-02-hardening', '04-01-x', '02']),
    },
    recordedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + 24 * HOUR).toISOString(),
    store: random.chance(0.8) ? genuine.store : random.pick([null, { path: '/x', inode: '1' }]),
  };
  return random.chance(0.7) ? made : bent(random, made, 0.2);
}

function sentinelText(random: Random, genuine: DecisionRecord): string | null {
  if (random.chance(0.15)) return null;
  if (random.chance(0.1))
    return random.pick([
      '',
      '{',
      '[]',
      'null',
      '"none"',
      '{"version":1}',
      '{"version":1,"decisions":{}}',
      '{"version":9,"decisions":[]}',
    ]);
  const decisions = Array.from({ length: random.below(4) }, () => oneRecord(random, genuine));
  return JSON.stringify({ version: 1, decisions });
}

/** Whether this text holds a `none` that may be used, told without the guard's own reader: all fields right, at home, in time. */
function holdsUsableNone(text: string | null, genuine: DecisionRecord): boolean {
  let decisions: any[];
  try {
    decisions = JSON.parse(text ?? '').decisions ?? [];
  } catch {
    return false;
  }
  if (!Array.isArray(decisions)) return false;
  return decisions.some((one) => {
    const age = Date.now() - Date.parse(one?.recordedAt);
    const life = one?.scope?.plan === null || one?.scope?.plan === undefined ? 10 * 60_000 : 24 * HOUR;
    const home = one?.store?.path === genuine.store?.path && one?.store?.inode === genuine.store?.inode;
    return (
      one?.isolation === 'none' && home && age > -10_000 && age < life + 10_000 && typeof one?.scope?.phase === 'string'
    );
  });
}

/** Whether the call, as it stands, is an executor's by every reading: what a guard must never wave through. */
const isExecutors = (call: GuardedCall) =>
  call.kind === 'dispatch' && /(^|:)msd-executor$/i.test(String(call.agentType).trim());

for (const cursor of [false, true]) {
  const name = cursor ? 'Cursor' : 'Claude-shaped';
  test(`${name}: no payload and no record crash the guard, and none lets an executor go on whose isolation nobody verified`, async (t) => {
    const where = await places(t);
    const random = new Random(SEED);
    const seen: Record<string, number> = {};
    for (let i = 0; i < COUNT; i++) {
      const text = sentinelText(random, where.genuine);
      if (text === null) rmSync(where.sentinel, { force: true });
      else writeFileSync(where.sentinel, text);
      const sent = JSON.stringify(payload(random, where, cursor));
      const stdin = { text: sent, problem: null };
      const call = cursor ? cursorCallOf(stdin, ENV) : callOf(stdin, ENV);
      if (call.kind === 'other') continue;
      const { row, reason, facts } = judge(call);
      seen[row.code] = (seen[row.code] ?? 0) + 1;
      const told = `case ${i} of seed ${SEED}: ${row.code}\n${sent}\n${text}`;
      assert.ok(reason.length <= 600, told);
      JSON.stringify(cursor ? cursorAnswerTo({ row, reason }) : answerTo(call, { row, reason }));
      if (!isExecutors(call) || facts.project !== 'found' || row.verdict === 'deny' || row.verdict === 'repair')
        continue;
      const linked = call.dirs.every((dir) => dir === where.linked || dir === where.agents);
      const verified =
        (call.host === 'claude' && call.isolation === 'worktree') ||
        (call.host === 'cursor' && linked) ||
        holdsUsableNone(text, where.genuine);
      assert.ok(verified, told);
      assert.notEqual(row.verdict, 'silent', told);
    }
    t.diagnostic(`${COUNT} cases: ${JSON.stringify(seen)}`);
  });
}

test('what is allowed is never refused', async (t) => {
  const where = await places(t);
  const random = new Random(SEED + 1);
  const optedOut = temporaryProject(t, { config: { workflow: { use_worktrees: false } } });
  const withoutGit = temporaryProject(t, { withoutGit: true });
  const verdicts = { allow: 0, repair: 0, silent: 0 };
  for (let i = 0; i < Math.max(500, COUNT / 10); i++) {
    const plan = `0${1 + random.below(8)}-0${1 + random.below(9)}-${random.pick(['schema', 'hardening', 'ui', 'döcs'])}`;
    const phase = random.pick([plan.slice(0, 2), plan.slice(1, 2), `0${plan.slice(0, 2)}`]);
    const at = new Date(Date.now() - random.below(9 * 60_000));
    const none = {
      ...where.genuine,
      scope: { run: null, phase, plan: random.chance(0.5) ? plan : null },
      recordedAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + 24 * HOUR).toISOString(),
    };
    const prompt = `[msd:dispatch phase="${plan.slice(0, 2)}" plan="${plan}"]\nExecute plan ${plan.slice(3, 5)} of phase ${plan.slice(0, 2)}-auth.`;
    const agent = { subagent_type: random.pick(['msd-executor', 'msd:msd-executor', 'msd:agents:msd-executor']) };
    const expected = random.pick([
      () => [claudeCall(where.project.root, { ...agent, prompt, isolation: 'worktree' }), 'allow', []],
      () => [claudeCall(where.sub, { ...agent, prompt }), 'repair', []],
      () => [claudeCall(where.project.root, { ...agent, prompt }), 'allow', [none]],
      () => [claudeCall(where.linked, { ...agent, prompt: prompt.split('\n')[1] }), 'allow', [none]],
      () => [claudeCall(optedOut.root, { ...agent, prompt }), 'allow', []],
      () => [claudeCall(withoutGit.root, { ...agent, prompt }), 'allow', []],
      () => [claudeCall(where.project.root, { prompt, subagent_type: 'Explore' }), 'silent', []],
      () => [cursorStart(where.linked, { ...agent, task: prompt }), 'allow', []],
      () => [cursorStart(where.project.root, { ...agent, task: prompt }), 'allow', [none]],
    ] as const)();
    const [sent, verdict, decisions] = expected as [Record<string, unknown>, keyof typeof verdicts, object[]];
    writeFileSync(where.sentinel, JSON.stringify({ version: 1, decisions }));
    const stdin = { text: JSON.stringify(sent), problem: null };
    const call = 'task' in sent ? cursorCallOf(stdin, ENV) : callOf(stdin, ENV);
    const { row, reason } = judge(call);
    assert.equal(
      row.verdict,
      verdict,
      `case ${i} of seed ${SEED}: ${row.code} ${reason}\n${stdin.text}\n${JSON.stringify(decisions)}`,
    );
    verdicts[verdict]++;
  }
  t.diagnostic(JSON.stringify(verdicts));
});

test('bytes that are no payload never crash a guard, as a process, and are refused in a project', async (t) => {
  const { root } = temporaryProject(t);
  const random = new Random(SEED + 2);
  const whole = Buffer.from(JSON.stringify(claudeCall(root)));
  for (let i = 0; i < 16; i++) {
    const torn = Buffer.from(whole.subarray(0, random.below(whole.length - 1)));
    if (torn.length > 0) torn[random.below(torn.length)] = random.below(256);
    for (const hook of [GUARD, CURSOR_GUARD]) {
      const end = await runHook(hook, torn, { cwd: root });
      assert.deepEqual([end.code, end.stderr], [0, ''], torn.toString('latin1'));
      assert.match(end.stdout, /"deny"/, torn.toString('latin1'));
    }
  }
});
