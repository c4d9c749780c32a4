// biome-ignore-all lint/suspicious/noExplicitAny: payloads are of every kind
// house-allow long-file: one list of cases, looked up by its rows
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { claudeCall, cursorStart, fixture, record } from './guard.js';
import { temporaryFolder } from './temp-folder.js';
import type { TemporaryProject } from './temporary-project.js';

/** One call, and the row of the table that decides it. */
export interface VerdictCase {
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

const SPAWN = 'codex/0.171.0/pre-tool-use-spawn-agent';

const withInput = (payload: Record<string, any>, more: object) => ({
  ...payload,
  tool_input: { ...payload['tool_input'], ...more },
});

export const VERDICT_CASES: readonly VerdictCase[] = [
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

  // The same where one thing more is said, that must not count here, or must.
  {
    row: 'resume-not-isolated',
    what: "from an agent's worktree",
    given: (project, t) => ({ ...startedAgent(t, project, {}), cwd: agentWorktree(project) }),
  },
  {
    row: 'nested-dispatch',
    what: "a forked skill, from an agent's worktree",
    given: (project) => ({ ...skill(project, 'msd-executor'), cwd: agentWorktree(project) }),
  },
  {
    row: 'skill-not-isolated',
    what: 'a skill with a parameter that it does not have',
    given: (project) => withInput(skill(project, 'msd-executor'), { isolation: 'worktree' }),
  },
  {
    row: 'skill-not-isolated',
    what: 'a skill with another value for it',
    given: (project) => withInput(skill(project, 'msd-executor'), { isolation: 'remote' }),
  },
  {
    row: 'skill-not-isolated',
    what: 'a skill in a strict project',
    config: { msd: { guard: { strict: true } } },
    given: (project) => skill(project, 'msd-executor'),
  },
  {
    row: 'host-cannot-isolate',
    what: 'Codex, with a parameter that it does not have',
    given: ({ root }) => withInput(fixture(SPAWN, root), { isolation: 'worktree' }),
  },
  {
    row: 'host-cannot-isolate',
    what: 'Codex, with another value for it',
    given: ({ root }) => withInput(fixture(SPAWN, root), { isolation: 'remote' }),
  },
  {
    row: 'host-cannot-isolate',
    what: 'Codex in a strict project',
    config: { msd: { guard: { strict: true } } },
    given: ({ root }) => fixture(SPAWN, root),
  },
  {
    row: 'host-cannot-isolate',
    what: 'Codex, and a record that asks for a flag',
    given: async (project) => {
      await record(project, 'harness-worktree', { harnessFlag: '--worktree' });
      return fixture(SPAWN, project.root);
    },
  },
  {
    row: 'isolated',
    what: 'as recorded',
    given: async (project) => {
      await record(project, 'harness-worktree');
      return claudeCall(project.root, { isolation: 'worktree' });
    },
  },
  {
    row: 'isolated',
    what: 'although what is recorded is of another phase',
    given: async (project) => {
      await record(project, 'none', { scope: { phase: '02', plan: '02-04-cleanup' } });
      return claudeCall(project.root, { isolation: 'worktree' });
    },
  },
  {
    row: 'isolated-by-agent-file',
    what: 'as recorded',
    given: async (project) => {
      agentFile(project, 'isolation: worktree\n');
      await record(project, 'harness-worktree');
      return claudeCall(project.root);
    },
  },
  {
    row: 'isolated-by-agent-file',
    what: 'although what is recorded has lapsed',
    given: async (project) => {
      agentFile(project, 'isolation: "worktree" # as always\n');
      await record(project, 'none', { ageMs: 25 * 3_600_000 });
      return claudeCall(project.root);
    },
  },
  {
    row: 'harness-flag-unknown',
    what: "whatever the agent's file says",
    given: async (project) => {
      agentFile(project, 'isolation: worktree\n');
      await record(project, 'harness-worktree', { harnessFlag: '--worktree' });
      return claudeCall(project.root);
    },
  },
  {
    row: 'isolation-conflict',
    what: "whatever the agent's file says",
    given: (project) => {
      agentFile(project, 'isolation: worktree\n');
      return claudeCall(project.root, { isolation: 'remote' });
    },
  },
  {
    row: 'isolation-added',
    what: "an agent's file that isolates another agent",
    given: (project) => {
      agentFile(project, 'isolation: none\n');
      project.write('.claude/agents/other.md', '---\nname: msd-executor\nisolation: worktree\n---\n');
      return claudeCall(project.root);
    },
  },
  {
    row: 'isolation-added',
    what: 'Claude Code in a linked worktree',
    given: (project) => claudeCall(linkedWorktree(project)),
  },
  {
    row: 'isolation-added',
    what: 'a record stands above the config that opts out',
    config: { workflow: { use_worktrees: false } },
    given: async (project) => {
      await record(project, 'harness-worktree');
      return claudeCall(project.root);
    },
  },
  {
    row: 'isolation-added',
    what: 'a record stands, also where there is no repository',
    withoutGit: true,
    given: async (project) => {
      await record(project, 'harness-worktree');
      return claudeCall(project.root);
    },
  },
  {
    row: 'opted-out',
    what: 'although what is recorded is of another plan',
    config: { workflow: { use_worktrees: false } },
    given: async (project) => {
      await record(project, 'harness-worktree', { scope: { plan: '03-01-schema' } });
      return claudeCall(project.root);
    },
  },
  {
    row: 'not-a-repository',
    what: 'although what is recorded has lapsed',
    withoutGit: true,
    given: async (project) => {
      await record(project, 'none', { ageMs: 25 * 3_600_000 });
      return claudeCall(project.root);
    },
  },
];
