import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, type TestContext, test } from 'node:test';
import { COMMANDS } from '../src/cli/commands.js';
import { cleanEnvironment } from './rig/environment.js';
import { MSD_BIN } from './rig/msd.js';
import { temporaryFolder } from './rig/temp-folder.js';
import { temporaryProject } from './rig/temporary-project.js';
import { understand } from './rig/understand.js';

const ROOT = new URL('../../', import.meta.url);
const PAGES = ['README.md', ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);
const textOf = (page: string) => readFileSync(new URL(page, ROOT), 'utf8');

/** Lines that are not run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run demo': 'test/package/tarball.js runs the demo',
  'npm pack': 'test/package/tarball.js packs',
  'npm install --global ./msd-0.1.0.tgz': 'test/package/tarball.js installs',
  'msd execute-phase 01 --host claude': 'needs a real agent',
  'msd execute-phase 03 --host codex --agent-command "/opt/codex/bin/codex -m gpt-5.5"': 'needs a real agent',
  'msd init': 'asks a person at a terminal',
  'msd doctor': 'looks at the machine it runs on; its own tests do that',
  'msd notices ack N1 N2': 'N1 and N2 stand for the ids of notices',
  'git branch rescued refs/msd/salvage/RUN/PLAN/1': 'RUN and PLAN stand for names',
};

/** Lines that end with another exit code than 0, as the page says of them. */
const EXITS: Readonly<Record<string, number>> = {
  'msd run resolve 03-02-hardening': 5,
};

/** The `sh` blocks of a page, one after another. */
function blocksOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
}

/** A line without what is said of it. */
const bare = (line: string) => line.replace(/\s+# .*$/, '').trim();

const met = new Set<string>();

/** A page's blocks as one script that stops at the first line which does not do what the page says. */
function scriptOf(page: string): string {
  const lines = blocksOf(page).join('\n').split('\n');
  return lines
    .map((line) => {
      const command = bare(line);
      met.add(command);
      if (Object.hasOwn(NOT_RUN, command)) return `# ${command}`;
      const code = EXITS[command];
      return code === undefined ? line : `${command} && exit 99 || [ $? -eq ${code} ]`;
    })
    .join('\n');
}

/** Where a page's commands are typed. */
const PLACES: Readonly<Record<string, (t: TestContext, bin: string) => string>> = {
  'README.md': (t) => temporaryFolder(t),
  'docs/recovery.md': conflict,
};

/** A project with the plan that pages speak of. */
function planned(t: TestContext): string {
  const project = temporaryProject(t);
  project.plan('03-02-hardening', { frontmatter: { files_modified: ['src/a.js'] } });
  project.commit('planned');
  return project.root;
}

/** A run whose plan 03-02-hardening conflicts with what came home before it. */
function conflict(t: TestContext, bin: string): string {
  const project = temporaryProject(t);
  for (const [plan, file] of [
    ['03-01-rules', 'a'],
    ['03-02-hardening', 'b'],
  ] as const)
    project.plan(plan, { frontmatter: { files_modified: [file] } });
  project.commit('planned');
  const agent = join(bin, 'agent');
  // The second begins before the first is home, and commits after.
  const wait = (condition: string) => `until ${condition}; do sleep 0.05; done`;
  const script = [
    ...['#!/bin/sh', `touch "${bin}/$MSD_PLAN"`, wait(`[ -e "${bin}/03-02-hardening" ]`)],
    `[ "$MSD_PLAN" = 03-01-rules ] || ${wait(`git log --all --format=%s | grep -q 'home plan 03-01-rules'`)}`,
    ...['echo "$MSD_PLAN" > shared.txt', 'git add shared.txt', 'git commit --quiet --message "$MSD_PLAN"'],
  ];
  writeFileSync(agent, `${script.join('\n')}\n`);
  chmodSync(agent, 0o755);
  const ran = typed(`msd execute-phase 03 --agent-command '"${agent}"'`, project.root, bin);
  assert.equal(ran.status, 5, `${ran.stdout}\n${ran.stderr}`);
  return project.root;
}

/** A folder for the command `msd`, which is the real one. */
function commands(t: TestContext): string {
  const bin = join(temporaryFolder(t), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'msd'), `#!/bin/sh\nexec "${process.execPath}" "${MSD_BIN}" "$@"\n`);
  chmodSync(join(bin, 'msd'), 0o755);
  return bin;
}

/** What a person types into bash who has git set up. */
function typed(script: string, cwd: string, bin: string) {
  const person = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' };
  const git = { ...person, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' };
  const env = cleanEnvironment(bin, { ...git, PATH: `${bin}:${process.env['PATH']}` });
  return spawnSync('bash', ['--norc', '-c', script], { cwd, env, encoding: 'utf8' });
}

describe('what the pages say to type', { concurrency: 2 }, () => {
  for (const page of PAGES.filter((path) => blocksOf(path).length > 0))
    test(`${page}: every command does what is said of it`, (t) => {
      const bin = commands(t);
      const cwd = (PLACES[page] ?? planned)(t, bin);
      const { status, stdout, stderr } = typed(`set -e -x\n${scriptOf(page)}`, cwd, bin);
      assert.equal(status, 0, `a line of ${page} failed; what cannot be run stands in NOT_RUN\n${stdout}\n${stderr}`);
      if (page === 'README.md') assert.match(stdout, /: all 3 done$/m);
    });
});

test('what is not run, or ends otherwise, is on a page', () => {
  for (const page of PAGES) scriptOf(page);
  for (const line of [...Object.keys(NOT_RUN), ...Object.keys(EXITS)]) assert.ok(met.has(line), line);
});

test('every command that stands in a sentence or a table is understood', async () => {
  const placeholder = /^msd (COMMAND)/;
  for (const page of PAGES)
    for (const [, line = ''] of textOf(page).matchAll(/`(msd [a-z][^`]*)`/g)) {
      // A command's bare name may stand for it.
      if (COMMANDS.some(({ name }) => line === `msd ${name}`)) continue;
      if (placeholder.test(line) || /[A-Z]{3,} --help|…|\|/.test(line)) continue;
      await understand(line).catch((error: Error) => assert.fail(`${page}: ${error.message}`));
    }
});
