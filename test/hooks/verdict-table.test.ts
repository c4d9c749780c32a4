// biome-ignore-all lint/suspicious/noExplicitAny: facts and payloads are of every kind
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { decide, factsAt, ROWS } from '#hooks/lib/decide.js';
import { callOf } from '#root/hooks/msd-agent-isolation-guard.js';
import { callOf as cursorCallOf } from '#root/hooks/msd-cursor-subagent-start.js';
import { claudeCall, cursorStart, fixture, record } from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

interface Case {
  /** The row that decides. */
  readonly row: string;
  readonly what: string;
  /** Prepares the project and gives the payload; a string is one that cannot be read. */
  readonly given: (project: TemporaryProject, t: TestContext) => Promise<unknown> | unknown;
  readonly cursor?: true;
  readonly config?: unknown;
  readonly withoutGit?: true;
}

const linkedWorktree = (project: TemporaryProject, name = 'linked') => {
  const path = join(project.root, '..', name);
  project.git('worktree', 'add', '--quiet', path);
  return path;
};

const agentWorktree = (project: TemporaryProject) => {
  const path = project.path('.claude/worktrees/agent-1');
  project.git('worktree', 'add', '--quiet', path);
  return path;
};

const agentFile = (project: TemporaryProject, front: string) =>
  project.write('.claude/agents/msd-executor.md', `---\nname: msd-executor\n${front}---\nYou execute one plan.\n`);

const skill = (project: TemporaryProject, agent: string, body = '') => {
  project.write(
    '.claude/skills/dispatchit/SKILL.md',
    `---\nname: dispatchit\ncontext: fork\nagent: ${agent}\n---\n${body}\n`,
  );
  return fixture('claude/2.1.332/pre-tool-use-skill', project.root);
};

/** Claude Code's record of an agent that it started, as it lies beside the session's transcript. */
const startedAgent = (t: TestContext, project: TemporaryProject, meta: object, by = 'send-message') => {
  const payload = fixture(`claude/2.1.332/pre-tool-use-${by}`, project.root) as any;
  const transcript = join(temporaryFolder(t), 'session.jsonl');
  const id = by === 'send-message' ? payload.tool_input.to : 'a0d0a709e2aa143ec';
  const file = join(transcript.replace('.jsonl', ''), 'subagents', `agent-${id}.meta.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ agentType: 'msd-executor', ...meta }));
  return { ...payload, transcript_path: transcript };
};

const CASES: readonly Case[] = [
  { row: 'not-a-dispatch', what: 'another tool', given: ({ root }) => claudeCall(root, {}, { tool_name: 'Bash' }) },
  {
    row: 'not-a-dispatch',
    what: 'a to-do tool with a like name',
    given: ({ root }) => ({
      ...fixture('claude/2.1.332/pre-tool-use-agent', root),
      tool_name: 'TaskCreate',
      tool_input: { subject: 'Execute plan 02 of phase 03' },
    }),
  },
  { row: 'not-a-project', what: 'a folder without a project', given: (_, t) => claudeCall(temporaryFolder(t)) },
  {
    row: 'attested-at-start',
    what: 'a workflow script',
    given: ({ root }) => fixture('claude/2.1.332/pre-tool-use-workflow', root),
  },
  { row: 'payload-unreadable', what: 'no JSON', given: () => '{not-json' },
  {
    row: 'payload-unreadable',
    what: 'a call without input',
    given: ({ root }) => ({ ...claudeCall(root), tool_input: 'x' }),
  },
  {
    row: 'not-an-executor',
    what: 'another agent',
    given: ({ root }) => claudeCall(root, { subagent_type: 'Explore' }),
  },
  {
    row: 'symlink-escape',
    what: '.msd leads out of the checkout',
    given: (project, t) => {
      symlinkSync(temporaryFolder(t), project.path('.msd'));
      return claudeCall(project.root);
    },
  },
  {
    row: 'resumed-in-worktree',
    what: 'an executor whose worktree was kept',
    given: (project, t) => startedAgent(t, project, { worktreePath: agentWorktree(project) }),
  },
  {
    row: 'in-recorded-worktree',
    what: 'inside the worktree that the record names',
    given: async (project) => {
      const worktree = linkedWorktree(project);
      await record(project, 'orchestrator-worktree', { worktree });
      return claudeCall(worktree);
    },
  },
  {
    row: 'nested-dispatch',
    what: "from an agent's worktree, although isolation is asked for",
    given: (project) => claudeCall(agentWorktree(project), { isolation: 'worktree' }),
  },
  {
    row: 'nested-dispatch',
    what: "a none does not stretch to an agent's worktree",
    given: async (project) => {
      await record(project, 'none');
      return claudeCall(agentWorktree(project));
    },
  },
  {
    row: 'recorded-none',
    what: 'recorded for this plan',
    given: async (project) => {
      await record(project, 'none');
      return claudeCall(project.root);
    },
  },
  {
    row: 'recorded-none',
    what: 'recorded for the phase',
    given: async (project) => {
      await record(project, 'none', { scope: { plan: null } });
      return claudeCall(project.root);
    },
  },
  {
    row: 'recorded-none',
    what: 'a forked skill whose text names the plan',
    given: async (project) => {
      await record(project, 'none');
      return skill(project, 'msd-executor', '[msd:dispatch phase="03" plan="03-02-hardening"]');
    },
  },
  {
    row: 'not-in-recorded-worktree',
    what: 'from the main checkout, even with isolation',
    given: async (project) => {
      await record(project, 'orchestrator-worktree', { worktree: linkedWorktree(project) });
      return claudeCall(project.root, { isolation: 'worktree' });
    },
  },
  {
    row: 'not-in-recorded-worktree',
    what: 'a record that names the main checkout isolates nothing',
    given: async (project) => {
      await record(project, 'orchestrator-worktree', { worktree: project.root });
      return claudeCall(project.root);
    },
  },
  { row: 'isolated', what: 'the parameter is there', given: ({ root }) => claudeCall(root, { isolation: 'worktree' }) },
  {
    row: 'isolated-by-agent-file',
    what: "the agent's file isolates it",
    given: (project) => {
      agentFile(project, 'isolation: worktree\n');
      return claudeCall(project.root);
    },
  },
  {
    row: 'harness-flag-unknown',
    what: 'a record that asks for another flag',
    given: async (project) => {
      await record(project, 'harness-worktree', { harnessFlag: '--worktree' });
      return claudeCall(project.root, { isolation: 'worktree' });
    },
  },
  {
    row: 'in-linked-worktree',
    what: 'Cursor, in a linked worktree',
    cursor: true,
    given: (project) => cursorStart(linkedWorktree(project)),
  },
  {
    row: 'opted-out',
    what: 'use_worktrees is false',
    config: { workflow: { use_worktrees: false } },
    given: ({ root }) => claudeCall(root),
  },
  { row: 'not-a-repository', what: 'no git repository', withoutGit: true, given: ({ root }) => claudeCall(root) },
  {
    row: 'config-unreadable',
    what: 'the config is no JSON',
    given: (project) => {
      project.write('.planning/config.json', '{"workflow":');
      return claudeCall(project.root);
    },
  },
  {
    row: 'config-unreadable',
    what: 'use_worktrees is a text',
    config: { workflow: { use_worktrees: 'false' } },
    given: ({ root }) => claudeCall(root),
  },
  { row: 'isolation-conflict', what: 'another value', given: ({ root }) => claudeCall(root, { isolation: 'remote' }) },
  {
    row: 'isolation-missing',
    what: 'a strict project',
    config: { msd: { guard: { strict: true } } },
    given: ({ root }) => claudeCall(root),
  },
  { row: 'isolation-added', what: 'no record', given: ({ root }) => claudeCall(root) },
  {
    row: 'isolation-added',
    what: 'recorded as harness-worktree',
    given: async (project) => {
      await record(project, 'harness-worktree');
      return claudeCall(project.root);
    },
  },
  {
    row: 'not-a-linked-worktree',
    what: 'Cursor, in the main checkout',
    cursor: true,
    given: ({ root }) => cursorStart(root),
  },
  {
    row: 'host-cannot-isolate',
    what: 'Codex',
    given: ({ root }) => fixture('codex/0.171.0/pre-tool-use-spawn-agent', root),
  },
  {
    row: 'skill-not-isolated',
    what: 'a skill that forks into an executor',
    given: (project) => skill(project, 'msd-executor'),
  },
  {
    row: 'resume-not-isolated',
    what: 'an executor whose worktree is gone',
    given: (project, t) => startedAgent(t, project, { worktreeCleanlyRemoved: true }),
  },
  {
    row: 'resume-not-isolated',
    what: 'the same by its name',
    given: (project, t) => startedAgent(t, project, { name: 'bob', worktreeCleanlyRemoved: true }, 'send-message-name'),
  },
];

const stdin = (payload: unknown) => ({
  text: typeof payload === 'string' ? payload : JSON.stringify(payload),
  problem: null,
});

async function factsOf(one: Case, t: TestContext) {
  const { config, withoutGit } = one;
  const project = temporaryProject(t, {
    ...(config === undefined ? {} : { config }),
    ...(withoutGit ? { withoutGit } : {}),
  });
  const payload = await one.given(project, t);
  const env = { HOME: project.home, CLAUDE_PROJECT_DIR: project.root };
  const call = one.cursor ? cursorCallOf(stdin(payload), env) : callOf(stdin(payload), env);
  // What cannot be read is judged by where the process is; here, the project that its environment names.
  const dirs = one.row === 'payload-unreadable' ? [project.root] : call.dirs;
  return factsAt(call, dirs[0] ?? '');
}

test('each row decides what it is there for, and without it another would', async (t) => {
  const without = new Map(ROWS.map((row) => [row.id, ROWS.filter((other) => other !== row)]));
  const needed = new Set<string>();
  for (const one of CASES)
    await t.test(`${one.row}: ${one.what}`, async (t) => {
      const facts = await factsOf(one, t);
      assert.equal(decide(facts).id, one.row);
      assert.notEqual(verdictBy(facts, without.get(one.row) ?? []), `${one.row} ${verdictOf(one.row)}`);
      needed.add(one.row);
    });
  const { id } = decide({});
  assert.equal(id, 'guard-fault');
  needed.add(id);
  assert.deepEqual(
    ROWS.map((row) => row.id).filter((row) => !needed.has(row)),
    [],
    'rows that no case needs',
  );
});

/** The row that decides by this table, with its verdict; without `not-a-project` facts are asked for that nothing can give. */
function verdictBy(facts: any, rows: typeof ROWS): string {
  try {
    const row = decide(facts, rows);
    return `${row.id} ${row.verdict}`;
  } catch {
    return 'guard-fault deny';
  }
}

const verdictOf = (id: string) => ROWS.find((row) => row.id === id)?.verdict;

test('codes are a closed list, one for each row', () => {
  const codes = ROWS.map((row) => row.code);
  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual([...codes].sort(), [...CODES].sort());
  for (const row of ROWS) {
    const speaks = row.verdict === 'deny' || row.verdict === 'repair';
    assert.equal(row.what !== '' && row.next !== '', speaks, row.id);
  }
});

/** A promise to callers: adding one is a change for them, taking one away breaks them. */
const CODES = [
  'not-a-dispatch',
  'not-a-project',
  'attested-at-start',
  'payload-unreadable',
  'not-an-executor',
  'symlink-escape',
  'resumed-in-worktree',
  'in-recorded-worktree',
  'nested-dispatch',
  'recorded-none',
  'not-in-recorded-worktree',
  'isolated',
  'isolated-by-agent-file',
  'harness-flag-unknown',
  'in-linked-worktree',
  'opted-out',
  'not-a-repository',
  'config-unreadable',
  'isolation-conflict',
  'isolation-missing',
  'isolation-added',
  'not-a-linked-worktree',
  'host-cannot-isolate',
  'skill-not-isolated',
  'resume-not-isolated',
  'guard-fault',
];
