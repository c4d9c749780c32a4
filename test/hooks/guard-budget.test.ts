import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../rig/environment.js';
import {
  ATTEST,
  boundary,
  claudeCall,
  CURSOR_GUARD,
  cursorStart,
  fixture,
  GUARD,
  HOOKS,
  NOTICES,
  record,
} from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';
import { VERDICT_CASES } from '../rig/verdict-cases.js';

const PRELOAD = fileURLToPath(new URL('../../../test/rig/count-loaded.cjs', import.meta.url));

/** DESIGN §12, and what a hook that has nothing to do may load. */
const MOST = { files: 6, bytes: 48 * 1024 };

interface Loaded {
  readonly files: readonly string[];
  readonly bytes: number;
  readonly processes: number;
  /** KiB. */
  readonly peak: number;
}

/** What a hook loads for a payload. */
function loadedBy(hook: string, payload: unknown, cwd: string): Promise<Loaded> {
  const options = { cwd, env: cleanEnvironment(cwd), stdio: ['pipe', 'ignore', 'inherit', 'pipe'] as const };
  const child = spawn(process.execPath, ['--require', PRELOAD, `${HOOKS}${hook}`], {
    ...options,
    stdio: [...options.stdio],
  });
  child.stdin?.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  let told = '';
  child.stdio[3]?.on('data', (text) => (told += text));
  return new Promise((settle) => child.on('close', () => settle(JSON.parse(told))));
}

const WRITE_GUARD = 'msd-write-guard.js';
const EXECUTOR = { agent_id: 'a1', agent_type: 'msd:msd-executor' };

const claudeWrite = (cwd: string, file: string, more = {}) => ({
  ...{ session_id: 's1', cwd, hook_event_name: 'PreToolUse', tool_name: 'Write', ...more },
  tool_input: { file_path: file, content: 'x' },
});

/** The worktree that Claude Code makes for the agent `a1`. */
function executorsWorktree(project: TemporaryProject): string {
  const home = project.path('.claude/worktrees/agent-a1');
  project.git('worktree', 'add', '--quiet', '-b', 'worktree-agent-a1', home);
  return home;
}

type Given = (project: TemporaryProject, t: TestContext) => Promise<[string, unknown]> | [string, unknown];

const linked = (project: TemporaryProject) => {
  const path = join(project.root, '..', 'linked');
  project.git('worktree', 'add', '--quiet', path);
  return path;
};

const CASES: Readonly<Record<string, { readonly most?: number; readonly given: Given }>> = {
  'another tool': { most: 2, given: ({ root }) => [GUARD, claudeCall(root, {}, { tool_name: 'Bash' })] },
  'another agent': {
    most: 4,
    given: ({ root }) => [GUARD, claudeCall(root, { subagent_type: 'Explore', prompt: 'Find the routes.' })],
  },
  'another agent, told of a plan': { given: ({ root }) => [GUARD, claudeCall(root, { subagent_type: 'Explore' })] },
  'no project': { most: 4, given: (_, t) => [GUARD, claudeCall(temporaryFolder(t))] },
  'allowed by the record': {
    given: async (project) => {
      await record(project, 'none');
      return [GUARD, claudeCall(project.root)];
    },
  },
  'repaired by the record': {
    given: async (project) => {
      await record(project, 'harness-worktree');
      return [GUARD, claudeCall(project.root)];
    },
  },
  'refused by the record': {
    given: async (project) => {
      await record(project, 'orchestrator-worktree', { worktree: '/nowhere' });
      return [GUARD, claudeCall(project.root)];
    },
  },
  'no record, from a subfolder': {
    given: (project) => {
      mkdirSync(project.path('src/deep'), { recursive: true });
      return [GUARD, claudeCall(project.path('src/deep'))];
    },
  },
  'a record of another phase, named': {
    given: async (project) => {
      await record(project, 'none', { scope: { phase: '02', plan: '02-04-dränage' } });
      return [GUARD, claudeCall(project.root, { prompt: '[msd:dispatch phase="03" plan="03-02-härtung"]' })];
    },
  },
  'a linked worktree with the tracked copy of the project': {
    given: (project) => [GUARD, claudeCall(linked(project))],
  },
  'refused on Codex': { given: ({ root }) => [GUARD, fixture('codex/0.171.0/pre-tool-use-spawn-agent', root)] },
  'refused on Cursor': {
    given: async (project) => {
      await record(project, 'none', { ageMs: 25 * 3_600_000 });
      return [CURSOR_GUARD, cursorStart(project.root)];
    },
  },
  'a write of nobody that is guarded': {
    most: 2,
    given: ({ root }) => [WRITE_GUARD, claudeWrite(root, join(root, 'x'))],
  },
  "a write in an executor's worktree": {
    most: 4,
    given: (project) => {
      const home = executorsWorktree(project);
      return [WRITE_GUARD, claudeWrite(home, join(home, 'x'), EXECUTOR)];
    },
  },
  'a write outside, refused; the executor named by the config': {
    given: (project) => {
      project.write('.planning/config.json', '{"msd":{"executors":["builder"]}}');
      const home = executorsWorktree(project);
      return [WRITE_GUARD, claudeWrite(home, project.path('x'), { ...EXECUTOR, agent_type: 'builder' })];
    },
  },
  'a boundary in no project': { most: 3, given: (_, t) => [NOTICES, boundary(temporaryFolder(t))] },
  'a boundary where no ledger is': { most: 3, given: ({ root }) => [NOTICES, boundary(root)] },
  'a boundary of an agent within a session': {
    most: 2,
    given: ({ root }) => [NOTICES, boundary(root, { hook_event_name: 'PostToolUse', ...EXECUTOR })],
  },
  'a linked worktree on Cursor': { given: (project) => [CURSOR_GUARD, cursorStart(linked(project))] },
};

test('a guard loads at most six files and 48 KB, and starts no process', async (t) => {
  for (const [what, { most = MOST.files, given }] of Object.entries(CASES))
    await t.test(what, async (t) => {
      const project = temporaryProject(t);
      const [hook, payload] = await given(project, t);
      const { files, bytes, processes } = await loadedBy(hook, payload, project.root);
      const names = files.map((file) => basename(file)).join(', ');
      t.diagnostic(`${files.length} files, ${bytes} bytes: ${names}`);
      assert.ok(files.length >= 1 && files.length <= most, names);
      assert.ok(bytes <= MOST.bytes, `${bytes} bytes: ${names}`);
      assert.equal(processes, 0);
      assert.ok(
        files.every((file) => file.startsWith(HOOKS)),
        names,
      );
    });
});

test('an attestation starts no process and loads nothing outside hooks/', async (t) => {
  const project = temporaryProject(t);
  const start = { ...fixture('claude/2.1.332/subagent-start', ''), cwd: project.root };
  const { files, processes } = await loadedBy(ATTEST, start, project.root);
  assert.ok(
    files.every((file) => file.startsWith(HOOKS)),
    files.join(),
  );
  assert.equal(processes, 0);
});

/** The dearest call: what forks is looked up, and then a record decides on it. A seventh file, and no more (ADR 0005). */
const LOOKED_UP = { what: 'a forked skill whose text names the plan', files: 7, bytes: 54 * 1024 };

test('so it is for each row of the verdict table, in 4 MiB more than an empty hook', async (t) => {
  const idle = await loadedBy('../test/fixtures/idle.cjs', '', temporaryFolder(t));
  const firsts = VERDICT_CASES.filter(
    (one, at) => one.what === LOOKED_UP.what || VERDICT_CASES.findIndex(({ row }) => row === one.row) === at,
  );
  for (const one of firsts)
    await t.test(`${one.row}: ${one.what}`, async (t) => {
      const { config, withoutGit } = one;
      const project = temporaryProject(t, {
        ...(config === undefined ? {} : { config }),
        ...(withoutGit ? { withoutGit } : {}),
      });
      const payload = await one.given(project, t);
      const loaded = await loadedBy(one.cursor ? CURSOR_GUARD : GUARD, payload, project.root);
      const names = loaded.files.map((file) => basename(file)).join(', ');
      const most = one.what === LOOKED_UP.what ? LOOKED_UP : MOST;
      t.diagnostic(`${loaded.files.length} files, ${loaded.bytes} bytes, ${loaded.peak - idle.peak} KiB: ${names}`);
      assert.equal(loaded.processes, 0);
      assert.ok(loaded.peak <= idle.peak + 4096, `${loaded.peak} KiB, an empty hook ${idle.peak}`);
      assert.ok(loaded.files.length <= most.files && loaded.bytes <= most.bytes, `${loaded.bytes} bytes: ${names}`);
    });
});
