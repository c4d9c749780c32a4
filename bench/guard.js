// The guards (DESIGN §12): what a call of a tool costs beyond a bare Node. Exact counts first, because they have no noise:
// files and bytes loaded, processes started. Then the CPU time of whole processes. Method: measure.js.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { renderDispatchIdentityMarker } from '#hooks/lib/dispatch-identity.js';
import { compare, print } from './measure.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOOKS = join(ROOT, 'hooks');
const PRELOAD = join(ROOT, 'test/rig/count-loaded.cjs');
const node = process.execPath;

const scratch = mkdtempSync(join(tmpdir(), 'msd-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const PLAN = '03-02-hardening';
const MARKER = renderDispatchIdentityMarker({ phase: '03', plan: PLAN });
const TORN = MARKER.slice(0, MARKER.lastIndexOf('plan='));
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_AUTHOR_NAME: 'b',
  GIT_AUTHOR_EMAIL: 'b@b',
  GIT_COMMITTER_NAME: 'b',
  GIT_COMMITTER_EMAIL: 'b@b',
};

/** A project whose sentinel holds a decision for a plan, or none. */
function project(name, record = null) {
  const root = join(scratch, name);
  mkdirSync(join(root, '.planning/phases/03-auth'), { recursive: true });
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, '.planning/config.json'), '{"workflow":{"use_worktrees":true}}');
  for (const plan of [PLAN, '03-01-schema'])
    writeFileSync(join(root, `.planning/phases/03-auth/${plan}-PLAN.md`), `---\nphase: 03\n---\n`);
  const git = (...args) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'start');
  git('worktree', 'add', '-q', join(scratch, `${name}-linked`));
  if (record !== null) {
    const args = [
      'isolation',
      'record',
      '--phase',
      '03',
      '--plan',
      record.plan ?? PLAN,
      '--isolation',
      record.isolation,
    ];
    execFileSync(node, [join(ROOT, 'bin/msd.js'), ...args, '--producer', 'person'], { cwd: root, env, stdio: 'pipe' });
  }
  return root;
}

let payloads = 0;
function input(payload) {
  const file = join(scratch, `payload-${++payloads}.json`);
  writeFileSync(file, typeof payload === 'string' ? payload : JSON.stringify(payload));
  return file;
}

const claude = (cwd, more = {}, tool = 'Agent') =>
  input({
    session_id: 's1',
    transcript_path: '/t.jsonl',
    cwd,
    prompt_id: 'p1',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: {
      description: 'Execute plan 02',
      prompt: `${MARKER}\nExecute plan 02 of phase 03-auth.`,
      subagent_type: 'msd-executor',
      ...more,
    },
  });
const cursor = (cwd) =>
  input({
    hook_event_name: 'subagentStart',
    cursor_version: '1',
    workspace_roots: [cwd],
    subagent_type: 'msd-executor',
    task: MARKER,
  });

/** A question before a file is written: by a session, or by an agent in its worktree. */
const write = (cwd, file, agent = null) =>
  input({
    session_id: 's1',
    transcript_path: '/t.jsonl',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: file, content: 'lorem ipsum '.repeat(300) },
    ...(agent === null ? {} : { agent_id: agent, agent_type: 'msd:msd-executor' }),
  });

const bare = project('bare');
const none = project('none', { isolation: 'none' });
const harness = project('harness', { isolation: 'harness-worktree' });
const elsewhere = project('elsewhere', { isolation: 'orchestrator-worktree' });
const other = project('other', { isolation: 'none', plan: '03-01-schema' });
const outside = join(scratch, 'outside');
mkdirSync(outside);

const GUARD = join(HOOKS, 'msd-agent-isolation-guard.js');
const AGENT = 'a1b2c3';
const home = join(bare, '.claude/worktrees', `agent-${AGENT}`);
execFileSync('git', ['worktree', 'add', '-q', '-b', `worktree-agent-${AGENT}`, home], { cwd: bare, env });

const WRITE = join(HOOKS, 'msd-write-guard.js');
const CURSOR = join(HOOKS, 'msd-cursor-subagent-start.js');
const guard = (name, target, cwd, file, hook = GUARD) => ({ name, target, cwd, argv: [node, hook], input: file });

const cases = [
  guard('another tool', 1.05, bare, claude(bare, {}, 'Bash')),
  guard('another agent', 1.05, bare, claude(bare, { subagent_type: 'Explore', prompt: 'Find the routes.' })),
  guard('no project', 1.05, outside, claude(outside)),
  guard('allowed by the record', 1.1, none, claude(none)),
  guard('repaired by the record', 1.1, harness, claude(harness)),
  guard('refused by the record', 1.1, elsewhere, claude(elsewhere)),
  guard('no record: repaired', 1.15, bare, claude(bare)),
  guard('a record of another plan: repaired, named', 1.15, other, claude(other)),
  guard('from a subfolder', 1.15, bare, claude(join(bare, 'src/deep'))),
  guard('from a linked worktree', 1.15, bare, claude(`${bare}-linked`)),
  guard('Cursor, main checkout: refused', 1.15, bare, cursor(bare), CURSOR),
  guard('Cursor, linked worktree: allowed', 1.15, bare, cursor(`${bare}-linked`), CURSOR),
  guard('a write of nobody we guard', 1.05, bare, write(bare, join(bare, 'x')), WRITE),
  guard("a write in the executor's worktree", 1.1, bare, write(home, join(home, 'src/x'), AGENT), WRITE),
  guard('a write outside: refused', 1.15, bare, write(home, join(bare, 'src/x'), AGENT), WRITE),
  guard('a prompt of 1 MB', 1.3, none, claude(none, { prompt: `${MARKER}\n${'lorem ipsum '.repeat(90_000)}` })),
  guard('1 MB of torn markers', undefined, none, claude(none, { prompt: TORN.repeat(43_000) })),
  guard('2 MB of torn markers', undefined, none, claude(none, { prompt: TORN.repeat(86_000) })),
];

/** What a hook loads, starts and holds at most, by a preload that counts. */
function counted({ argv, cwd, input: file }) {
  const done = spawnSync(
    'sh',
    ['-c', `"$0" --require "$1" "$2" < "$3" 3>&1 >/dev/null`, argv[0], PRELOAD, argv[1], file],
    { cwd, encoding: 'utf8' },
  );
  return JSON.parse(done.stdout);
}

console.log(`\nWhat the guards load, Node ${process.version}\n`);
console.log(`${'case'.padEnd(44)} files   bytes  processes  peak MiB`);
const idle = join(scratch, 'idle.cjs');
writeFileSync(idle, '');
const base = counted({ argv: [node, idle], cwd: scratch, input: devNull });
for (const one of cases) {
  const { files, bytes, processes, peak } = counted(one);
  const over = files.length > 6 || bytes > 48 * 1024 || processes > 0 ? '  over' : '';
  const memory = `${((peak - base.peak) / 1024).toFixed(1)} more`;
  console.log(
    `${one.name.padEnd(44)} ${String(files.length).padStart(5)} ${String(bytes).padStart(7)} ${String(processes).padStart(10)}  ${memory}${over}`,
  );
}
console.log(
  `\nat most: 6 files, 48 KB, no process. All: ${counted(cases[4])
    .files.map((file) => basename(file))
    .join(', ')}`,
);

print(`The guards, Node ${process.version}`, compare({ name: 'node -e 0', argv: [node, '-e', '0'] }, cases));
