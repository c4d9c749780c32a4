import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { leftovers } from '../rig/crash/end-state.js';
import { type RigEnd, runMsd } from '../rig/crash/run.js';
import { git, tryGit } from '../rig/git.js';

/** Points of each of the two calls at which it is killed: all of them with `MSD_CRASH_RESOLVE=all`. */
const SAMPLE = process.env['MSD_CRASH_RESOLVE'] === 'all' ? Number.POSITIVE_INFINITY : 2;
const SEED = Number(process.env['MSD_CRASH_SEED'] ?? 20261130);
const RESOLVE = ['run', 'resolve', '01-02-b', '--json'];

/** One repository with an open conflict, put back in its place for every call: ledger and worktree know where it is. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'msd-resolve-')));
const root = join(folder, 'project');
const list = join(folder, 'points');
let worktree = '';

/** The second plan begins before the first is home, and commits after. */
const AGENT = `#!/bin/sh
started="${folder}/started"
touch "$started-$MSD_PLAN"
case $MSD_PLAN in
*a) until [ -e "$started-01-02-b" ]; do sleep 0.02; done ;;
*b) until git log --all --format=%s | grep -q 'home plan 01-01-a'; do sleep 0.02; done ;;
esac
echo "$MSD_PLAN" > shared.txt
git add shared.txt
git -c user.name=a -c user.email=a@b commit --quiet -m "$MSD_PLAN"
`;

before(async () => {
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(root, '.planning/phases/01-base'), { recursive: true });
  for (const id of ['01-01-a', '01-02-b'])
    writeFileSync(join(root, `.planning/phases/01-base/${id}-PLAN.md`), `---\nfiles_modified: [${id}.txt]\n---\n`);
  git(root, 'init', '--quiet', '--template=', '-b', 'main');
  git(root, 'config', 'user.name', 'A Person');
  git(root, 'config', 'user.email', 'person@example.com');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', 'start');
  writeFileSync(join(folder, 'agent.sh'), AGENT);
  const run = await runMsd(root, ['execute-phase', '01', '--agent-command', `sh "${folder}/agent.sh"`, '--json']);
  assert.equal(run.code, 5, run.stdout + run.stderr);
  keep('conflict');
  const opened = await runMsd(root, RESOLVE);
  assert.equal(opened.code, 5, opened.stderr);
  worktree = (JSON.parse(opened.stdout) as { worktree: string }).worktree;
  mend();
  keep('mended');
});
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const mend = (): void => writeFileSync(join(worktree, 'shared.txt'), 'both\n');
const keep = (name: string): void => cpSync(root, join(folder, name), { recursive: true, preserveTimestamps: true });
function putBack(name: string): void {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  cpSync(join(folder, name), root, { recursive: true, preserveTimestamps: true });
}

/** Runs it once undisturbed, to count, and then once for each chosen point, killed there. */
async function killedAt(state: string, then: (killed: RigEnd) => Promise<void>): Promise<void> {
  putBack(state);
  rmSync(list, { force: true });
  await runMsd(root, RESOLVE, { rig: { MSD_RIG_POINTS: list } });
  const points = readFileSync(list, 'utf8').trim().split('\n');
  const step = Math.max(1, points.length / SAMPLE);
  for (let at = 1 + (SEED % Math.ceil(step)); at <= points.length; at += step) {
    putBack(state);
    const point = Math.floor(at);
    const killed = await runMsd(root, RESOLVE, { rig: { MSD_RIG_AT: String(point) } });
    try {
      await then(killed);
    } catch (error) {
      throw new Error(`killed at point ${point} of ${points.length}, before ${points[point - 1]}`, { cause: error });
    }
  }
}

/** Both plans are home, each commit once, and nothing else is left. */
async function assertHome(): Promise<void> {
  const subjects = git(root, 'log', '--format=%s', 'main').split('\n');
  for (const wanted of ['01-01-a', '01-02-b', 'Bring home plan 01-01-a', 'Bring home plan 01-02-b'])
    assert.equal(subjects.filter((subject) => subject === wanted).length, 1, `${wanted} in ${subjects.join(', ')}`);
  assert.equal(readFileSync(join(root, 'shared.txt'), 'utf8'), 'both\n');
  assert.equal(git(root, 'status', '--porcelain'), '');
  assert.equal(git(root, 'for-each-ref', '--format=%(refname)', 'refs/heads'), 'refs/heads/main');
  assert.equal(tryGit(root, 'fsck', '--strict', '--no-dangling', '--connectivity-only').code, 0);
  assert.equal((await runMsd(root, ['ledger', 'verify'])).code, 0);
  assert.deepEqual(await leftovers(root), []);
}

test('killed while it opens the conflict, the same command opens it', async () => {
  await killedAt('conflict', async () => {
    const again = await runMsd(root, RESOLVE);
    assert.equal(again.code, 5, again.stdout + again.stderr);
    const { state, files } = JSON.parse(again.stdout) as { state: string; files: { path: string }[] };
    assert.deepEqual([state, files.map(({ path }) => path)], ['conflict', ['shared.txt']]);
    assert.match(readFileSync(join(worktree, 'shared.txt'), 'utf8'), /^<{7} [\s\S]*^>{7} /m);
    mend();
    const home = await runMsd(root, RESOLVE);
    assert.equal(home.code, 0, home.stdout + home.stderr);
    await assertHome();
  });
});

test('killed while it takes the mended result home, the next run of the phase, or the same command, finishes', async () => {
  let turn = 0;
  await killedAt('mended', async (killed) => {
    if (killed.signal === null) return assertHome();
    turn += 1;
    const phase = ['execute-phase', '01', '--agent-command', 'false', '--json'];
    const again = await runMsd(root, turn % 2 === 0 ? RESOLVE : phase);
    // Before the merge was committed, only the person's own command may say that it is mended.
    if (again.code !== 0) await runMsd(root, RESOLVE);
    const last = await runMsd(root, phase);
    assert.equal(last.code, 0, last.stdout + last.stderr);
    await assertHome();
  });
});
