// house-allow long-file: a table of faults, one row each
// biome-ignore-all lint/suspicious/noExplicitAny: a file under test may hold anything
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { tmpdir } from 'node:os';
import { nodeFindings } from '../../src/cli/commands/doctor.js';
import { checkClaude } from '../../src/core/doctor/check-claude.js';
import { FINDING_CODES } from '../../src/core/doctor/finding.js';
import { hashText } from '../../src/world/install/tree.js';
import { git } from '../rig/git.js';
import { verb } from '../rig/in-process.js';
import { temporaryFolder } from '../rig/temp-folder.js';

type Setup = 'none' | 'claude' | 'cursor' | 'codex';

interface Finding {
  readonly code: string;
  readonly subject: string;
  readonly why: string;
  readonly fix: string;
}

interface Answer {
  readonly findings: readonly Finding[];
  readonly notes: readonly { readonly code: string; readonly found: string }[];
  readonly fixed: readonly string[];
}

/** A project with a phase that can be run, committed; with a host set up by nothing but init. Made once for each host. */
class Place {
  readonly root: string;
  readonly home: string;
  constructor(folder: string) {
    [this.root, this.home] = [join(folder, 'project'), join(folder, 'home')];
  }
  path = (path: string) => join(this.root, path);
  read = (path: string) => readFileSync(this.path(path), 'utf8');
  write(path: string, text: string | object) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  }
  edit(path: string, change: (value: any) => void) {
    const value = JSON.parse(this.read(path));
    change(value);
    this.write(path, value);
  }
  git = (...args: string[]) => git(this.root, ...args);
  msd = (words: readonly string[], env?: Record<string, string>) =>
    verb(words, { cwd: this.root, home: this.home, ...(env ? { env } : {}) });
  async doctor(
    words: readonly string[] = [],
    env?: Record<string, string>,
  ): Promise<Answer & { readonly exitCode: number }> {
    const { answer } = await this.msd(['doctor', ...words], env);
    assert.ok(answer.ok, JSON.stringify(answer));
    return { ...(answer.value.json as Answer), exitCode: answer.value.exitCode ?? 0 };
  }
}

const templates = realpathSync(mkdtempSync(join(tmpdir(), 'msd doctor-')));
after(() => rmSync(templates, { recursive: true, force: true }));

async function healthy(folder: string, setup: Setup): Promise<Place> {
  const template = new Place(join(templates, setup));
  if (!existsSync(template.root)) {
    mkdirSync(template.home, { recursive: true });
    template.write('.planning/config.json', '{}\n');
    template.write(
      '.planning/phases/03-auth/03-01-login-PLAN.md',
      '---\nphase: 03-auth\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [a.js]\n---\n\n<objective>Log in.</objective>\n',
    );
    template.git('init', '--quiet', '--template=', '-b', 'main');
    if (setup !== 'none') await template.msd(['init', '--yes', '--host', setup]);
    template.git('add', '--all');
    template.git('commit', '--quiet', '-m', 'start');
  }
  cpSync(join(templates, setup), folder, { recursive: true });
  return new Place(folder);
}

const SETTINGS = '.claude/settings.json';
const GUARD = 'hooks/msd/msd-agent-isolation-guard.js';
const theirs = {
  hooks: [{ type: 'command', command: 'node .claude/hooks/gsd-agent-isolation-guard.js' }],
  matcher: 'Agent|Task',
};

/** Each row plants one fault. */
const FAULTS: readonly (readonly [
  code: string,
  setup: Setup,
  name: string,
  plant: (place: Place) => unknown,
  env?: Record<string, string>,
])[] = [
  ['git-unusable', 'none', 'no git on the path', () => {}, { PATH: '/nowhere' }],
  ['not-a-repository', 'none', 'no repository', (p) => rmSync(p.path('.git'), { recursive: true })],
  ['no-commits', 'none', 'a branch without a commit', (p) => p.git('checkout', '--quiet', '--orphan', 'empty')],
  ['config-invalid', 'none', 'a comma too many', (p) => p.write('.planning/config.json', '{"workflow": {},}')],
  ['config-invalid', 'none', 'a word for a number', (p) => p.write('.planning/config.json', { msd: { jobs: 'many' } })],
  [
    'plans-invalid',
    'none',
    'two plans that wait for each other',
    (p) => {
      for (const [id, other] of [
        ['02-a', '03-b'],
        ['03-b', '02-a'],
      ])
        p.write(
          `.planning/phases/03-auth/03-${id}-PLAN.md`,
          `---\nplan: ${id!.slice(0, 2)}\ndepends_on: [03-${other}]\n---\n`,
        );
    },
  ],
  [
    'workflows-invalid',
    'none',
    'a workflow that cannot be read',
    (p) => p.write('.planning/workflows/mine.md', '# no frontmatter\n'),
  ],
  [
    'untrusted-commands',
    'none',
    'a program that nobody accepted',
    (p) => p.write('.planning/config.json', { msd: { check: 'npm test' } }),
  ],
  [
    'msd-tracked',
    'none',
    'a tracked ledger',
    (p) => {
      p.write('.msd/.gitignore', '*\n');
      p.write('.msd/ledger.txt', 'x');
      p.git('add', '--force', '.msd/ledger.txt');
    },
  ],
  ['msd-not-ignored', 'none', '.msd without its ignore file', (p) => p.write('.msd/x', '')],
  [
    'ledger-damaged',
    'none',
    'no database',
    (p) => {
      p.write('.msd/.gitignore', '*\n');
      p.write('.msd/ledger.db', 'not a database, but as long as one would be. '.repeat(100));
    },
  ],
  [
    'decisions-unreadable',
    'none',
    'a torn record',
    (p) => {
      p.write('.msd/.gitignore', '*\n');
      p.write('.msd/dispatch-isolation-sentinel.json', '{"version": 1, "decisions": [{"isol');
    },
  ],
  [
    'isolation-violated',
    'none',
    'an executor in the main checkout',
    (p) => {
      p.write('.msd/.gitignore', '*\n');
      const start = {
        version: 1,
        event: 'start',
        at: '2026-11-30T12:00:00.000Z',
        session: 's',
        agent: 'a',
        type: 'msd-executor',
        cwd: p.root,
        place: 'main',
        code: 'executor-in-main-checkout',
        run: null,
      };
      p.write('.msd/attest/s.ndjson', `${JSON.stringify(start)}\n`);
    },
  ],
  [
    'worktrees-left',
    'none',
    "a dead run's worktree",
    async (p) => {
      p.git('worktree', 'add', '--quiet', '-b', 'msd/r-1/03-01-login', '.msd/worktrees/r-1/03-01-login');
      p.write('.msd/.gitignore', '*\n');
      p.write('.git/worktrees/03-01-login/msd-owner.json', {
        version: 1,
        run: 'r-1',
        plan: '03-01-login',
        branch: 'msd/r-1/03-01-login',
        base: p.git('rev-parse', 'HEAD'),
        pid: 999999999,
        startedAt: '1',
        handedOver: true,
      });
    },
  ],
  ['config-unread', 'claude', 'a comment', (p) => p.write(SETTINGS, p.read(SETTINGS).replace('{', '{ // mine'))],
  ['config-unread', 'claude', 'no JSON', (p) => appendFileSync(p.path(SETTINGS), '}')],
  [
    'config-unread',
    'cursor',
    'an unknown event',
    (p) => p.edit('.cursor/hooks.json', (v) => (v.hooks.PreToolUse = [{ command: 'x' }])),
  ],
  [
    'config-unread',
    'cursor',
    'a symlink',
    (p) => {
      renameSync(p.path('.cursor/hooks.json'), p.path('hooks.json'));
      symlinkSync('../hooks.json', p.path('.cursor/hooks.json'));
    },
  ],
  ['config-unread', 'codex', 'a name of its own', (p) => p.edit('.codex/hooks.json', (v) => (v.$schema = 'x'))],
  ['hooks-disabled', 'claude', 'in the project', (p) => p.edit(SETTINGS, (v) => (v.disableAllHooks = true))],
  [
    'hooks-disabled',
    'claude',
    'in the local settings',
    (p) => p.write('.claude/settings.local.json', { disableAllHooks: true }),
  ],
  [
    'hooks-disabled',
    'claude',
    "in the person's settings",
    (p) => {
      mkdirSync(join(p.home, '.claude'));
      writeFileSync(join(p.home, '.claude/settings.json'), '{"disableAllHooks": true}');
    },
  ],
  ['event-unknown', 'claude', 'an event of another host', (p) => p.edit(SETTINGS, (v) => (v.hooks.subagentStart = []))],
  [
    'executor-denied',
    'claude',
    'a rule against the executor',
    (p) => p.edit(SETTINGS, (v) => (v.permissions = { deny: ['Agent(msd-executor)'] })),
  ],
  [
    'base-not-head',
    'claude',
    "the remote's branch as base",
    (p) => {
      p.git('remote', 'add', 'origin', 'https://example.com/x.git');
      p.write('.claude/settings.local.json', { worktree: { baseRef: 'fresh' } });
    },
  ],
  ['worktrees-not-ignored', 'claude', 'no ignore file', (p) => rmSync(p.path('.claude/.gitignore'))],
  ['hook-missing', 'claude', 'the entry was taken out', (p) => p.edit(SETTINGS, (v) => delete v.hooks.PreToolUse)],
  [
    'hook-missing',
    'cursor',
    'one of two entries was taken out',
    (p) => p.edit('.cursor/hooks.json', (v) => (v.hooks.subagentStart = [])),
  ],
  ['hook-script-missing', 'claude', 'a library file is gone', (p) => rmSync(p.path('.claude/hooks/msd/lib/decide.js'))],
  [
    'hook-outdated',
    'claude',
    'hooks of an earlier version',
    (p) => {
      const older = `${p.read(`.claude/${GUARD}`)}\n`;
      p.write(`.claude/${GUARD}`, older);
      p.edit('.claude/hooks/msd/installed.json', (v) => (v.files[`.claude/${GUARD}`] = hashText(older)));
    },
  ],
  [
    'msd-older',
    'cursor',
    'hooks of a later version',
    (p) => p.edit('.cursor/hooks/msd/installed.json', (v) => (v.msd = '99.0.0')),
  ],
  ['hook-changed', 'codex', 'a hook that lets everything pass', (p) => p.write(`.codex/${GUARD}`, 'process.exit(0)')],
  [
    'hook-twice',
    'claude',
    'the same entry again',
    (p) => p.edit(SETTINGS, (v) => v.hooks.PreToolUse.push(v.hooks.PreToolUse[0])),
  ],
  ['hook-twice', 'claude', 'the plugin too', (p) => p.edit(SETTINGS, (v) => (v.enabledPlugins = { 'msd@msd': true }))],
  [
    'hook-fails-open',
    'claude',
    'no onFailure',
    (p) => p.edit(SETTINGS, (v) => delete v.hooks.PreToolUse[0].hooks[0].onFailure),
  ],
  [
    'hook-fails-open',
    'cursor',
    'failClosed is false',
    (p) => p.edit('.cursor/hooks.json', (v) => (v.hooks.subagentStart[0].failClosed = false)),
  ],
  [
    'hook-matcher',
    'claude',
    'only the old name of the tool',
    (p) => p.edit(SETTINGS, (v) => (v.hooks.PreToolUse[0].matcher = 'Task')),
  ],
  [
    'hook-matcher',
    'codex',
    'a word where a pattern is needed',
    (p) => p.edit('.codex/hooks.json', (v) => (v.hooks.PreToolUse[0].matcher = 'spawn_agent')),
  ],
  [
    'hook-unreachable',
    'claude',
    'no node on the path',
    (p) => {
      mkdirSync(p.path('bin'));
      symlinkSync(git(p.root, '--exec-path') + '/git', p.path('bin/git'));
    },
    { PATH: 'bin-of-the-project' },
  ],
  [
    'hook-changed',
    'claude',
    'another command in the entry',
    (p) => p.edit(SETTINGS, (v) => (v.hooks.PreToolUse[0].hooks[0].command = 'nodejs')),
  ],
  [
    'hook-wrong-answer',
    'claude',
    'a node that says nothing',
    (p) => {
      p.write('bin/node', '#!/bin/sh\ncat > /dev/null\n');
      chmodSync(p.path('bin/node'), 0o755);
      symlinkSync(`${git(p.root, '--exec-path')}/git`, p.path('bin/git'));
      symlinkSync('/bin/cat', p.path('bin/cat'));
    },
    { PATH: 'bin-of-the-project' },
  ],
  [
    'recovery-due',
    'none',
    'a file that a killed process was writing',
    async (p) => {
      await p.msd(['channel', 'create', 'x']);
      p.write('.msd/x.999999999.tmp', '');
    },
  ],
  ['second-guard', 'claude', "another tool's guard", (p) => p.edit(SETTINGS, (v) => v.hooks.PreToolUse.push(theirs))],
  ['agent-missing', 'claude', "the executor's file is gone", (p) => rmSync(p.path('.claude/agents/msd-executor.md'))],
  ['receipt-missing', 'claude', 'the receipt is gone', (p) => rmSync(p.path('.claude/hooks/msd/installed.json'))],
  ['setup-ignored', 'claude', 'git ignores the folder', (p) => p.write('.gitignore', '.claude/\n')],
  ['codex-untrusted', 'codex', 'a folder that is not trusted', (p) => codexConfig(p, 'model = "x"\n')],
  [
    'codex-untrusted',
    'codex',
    'a hook that was not accepted',
    (p) => codexConfig(p, `[projects."${p.root}"]\ntrust_level = "trusted"\n`),
  ],
  [
    'codex-hooks-off',
    'codex',
    'hooks switched off',
    (p) => appendFileSync(p.path('.codex/config.toml'), '\n[features]\nhooks = false\n'),
  ],
];

function codexConfig(place: Place, text: string) {
  mkdirSync(join(place.home, '.codex'));
  writeFileSync(join(place.home, '.codex/config.toml'), text);
}

for (const setup of ['none', 'claude', 'cursor', 'codex'] as const)
  test(`a healthy project, set up for ${setup}: nothing is found`, async (t) => {
    const place = await healthy(join(temporaryFolder(t), 'case'), setup);
    const { findings, exitCode } = await place.doctor();
    assert.deepEqual(findings, []);
    assert.equal(exitCode, 0);
  });

for (const [code, setup, name, plant, env] of FAULTS)
  test(`[${code}] ${setup === 'none' ? 'project' : setup}: ${name}`, async (t) => {
    const place = await healthy(join(temporaryFolder(t), 'case'), setup);
    await plant(place);
    const path = env?.['PATH'] === 'bin-of-the-project' ? { PATH: place.path('bin') } : env;
    const { findings, exitCode } = await place.doctor([], path);
    const found = findings.find((finding) => finding.code === code);
    assert.ok(found, `found only ${JSON.stringify(findings)}`);
    assert.ok(found.why.length > 20 && found.fix.length > 5 && found.subject !== '');
    assert.equal(exitCode, code === 'git-unusable' ? 7 : 1);
  });

test('a Codex that trusts the folder and knows the hook is healthy', async (t) => {
  const place = await healthy(join(temporaryFolder(t), 'case'), 'codex');
  const known = `[hooks.state."${place.root}/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:0"\n`;
  codexConfig(place, `[projects."${place.root}"]\ntrust_level = "trusted"\n\n${known}`);
  const { findings, notes } = await place.doctor();
  assert.deepEqual(findings, []);
  assert.ok(!notes.some(({ code }) => code === 'codex-trust-unknown'));
});

test('each code is planted by a row, or looked at by itself', () => {
  const planted = new Set(FAULTS.map(([code]) => code));
  const rest = FINDING_CODES.filter((code) => !planted.has(code));
  assert.deepEqual([...rest].sort(), ['node-too-old']);
  assert.ok(FAULTS.length >= 40);
});

test('an old Node is told by its version; a machine that forbids hooks by its own settings', () => {
  assert.deepEqual(
    ['18.20.0', '20.18.9', '20.19.0', '24.1.0'].map((version) => nodeFindings(version).length),
    [1, 1, 0, 0],
  );
  const facts = { hasRemote: false, worktreesIgnored: true, agent: 'msd-executor' };
  const source = { name: 'managed', text: '{"allowManagedHooksOnly": true}' };
  const codes = (managed: boolean) =>
    checkClaude({ ...facts, sources: [{ ...source, managed }] }).map(({ code }) => code);
  assert.deepEqual([codes(true), codes(false)], [['hooks-disabled'], []]);
});

test('--fix mends what needs no decision, and says what', async (t) => {
  const place = await healthy(join(temporaryFolder(t), 'case'), 'claude');
  const before = place.read(SETTINGS);
  place.edit(SETTINGS, (value) => delete value.hooks.PreToolUse[0].hooks[0].onFailure);
  rmSync(place.path(`.claude/${GUARD}`));
  rmSync(place.path('.claude/.gitignore'));
  place.write('.msd/x', '');
  place.write('.planning/config.json', { msd: { check: 'npm test' } });
  const { fixed, findings } = await place.doctor(['--fix']);
  assert.deepEqual([...fixed].sort(), [
    'hook-fails-open',
    'hook-script-missing',
    'msd-not-ignored',
    'worktrees-not-ignored',
  ]);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['untrusted-commands'],
  );
  assert.equal(place.read(SETTINGS), before);
});

test('an existing GSD project: what works, whose guard is there, and what there is to do', async (t) => {
  const place = await healthy(join(temporaryFolder(t), 'case'), 'none');
  place.write('.planning/config.json', { mode: 'yolo', model_profile: 'balanced', workflow: { research: true } });
  place.write('.planning/STATE.md', '# State\n');
  place.write(SETTINGS, { hooks: { PreToolUse: [theirs] } });
  const { findings, notes, exitCode } = await place.doctor();
  assert.deepEqual([findings, exitCode], [[], 0]);
  const told = Object.fromEntries(notes.map(({ code, found }) => [code, found]));
  assert.match(told['works-as-it-is'] ?? '', /1 phase; a GSD project needs no change/);
  assert.match(told['other-guard'] ?? '', /gsd-agent-isolation-guard/);
  assert.match(told['host-not-set-up'] ?? '', /msd init --host/);
});

test('nothing of the repository is started: what is not as msd writes it is named, not asked', async (t) => {
  const plants = "require('node:fs').writeFileSync('planted', '')";
  const evil = {
    type: 'command',
    command: 'node',
    args: ['-e', `${plants} // .claude/hooks/msd/msd-agent-isolation-guard.js`],
  };
  for (const plant of [
    (place: Place) => place.write(`.claude/${GUARD}`, plants),
    (place: Place) => place.write('.claude/hooks/msd/lib/untrusted-text.js', plants),
    (place: Place) =>
      place.edit(
        SETTINGS,
        (value) => (value.hooks.PreToolUse[0].hooks = [{ ...evil, timeout: 10, onFailure: 'block' }]),
      ),
    (place: Place) =>
      place.edit(SETTINGS, (value) => (value.hooks.PreToolUse[0].hooks[0].command = 'node;touch planted')),
    (place: Place) => place.edit(SETTINGS, (value) => (value.hooks.Stop = [{ hooks: [evil] }])),
  ]) {
    const place = await healthy(join(temporaryFolder(t), 'case'), 'claude');
    plant(place);
    await place.doctor();
    assert.equal(existsSync(place.path('planted')), false);
  }
});
