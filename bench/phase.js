// A phase of 8 independent plans in a repository of 5,000 files, 8 at once, each agent asleep for 2 s and then committing
// one file. The measure is wall time, since waiting is what a person does; msd's share is what it takes beyond a script
// that runs the same agents and git commands with nothing around them. Both are run in turn, on fresh copies of one
// repository, and the share of each round is taken; the median is quoted. Only a machine with nothing else to do measures
// this: msd starts each git in a session of its own, and a scheduler that is fair to sessions gives it more of a busy
// machine than the script gets.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const FILES = 5000;
const PLANS = 8;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const TARGET = 0.1;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'msd-bench-phase-')));
const agent = join(folder, 'agent.sh');
const plans = Array.from({ length: PLANS }, (_, i) => `03-0${i + 1}-part`);

function git(cwd, ...args) {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid'];
  const done = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout.trim();
}

function prepare() {
  writeFileSync(
    agent,
    `#!/bin/sh
sleep 2
echo done > "part-$1.txt"
printf -- '---\\nstatus: complete\\n---\\n' > ".planning/phases/03-bench/$1-SUMMARY.md"
git add "part-$1.txt" ".planning/phases/03-bench/$1-SUMMARY.md"
git -c user.name=bench -c user.email=bench@example.invalid commit -qm "$1"
`,
    { mode: 0o755 },
  );
  const repo = join(folder, 'template');
  mkdirSync(join(repo, '.planning/phases/03-bench'), { recursive: true });
  for (let i = 0; i < FILES; i++) {
    const dir = join(repo, `dir-${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(dir);
    writeFileSync(join(dir, `file-${i}.txt`), `${'line of text\n'.repeat(150)}${i}\n`);
  }
  for (const id of plans)
    writeFileSync(
      join(repo, `.planning/phases/03-bench/${id}-PLAN.md`),
      `---\nphase: 03-bench\nplan: "${id.slice(3, 5)}"\ndepends_on: []\nfiles_modified: [part-${id}.txt]\n---\n<objective>${id}</objective>\n`,
    );
  writeFileSync(join(repo, '.planning/config.json'), '{}\n');
  git(repo, 'init', '-q', '-b', 'main');
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'start');
  return repo;
}

const run = (command, args, cwd) =>
  new Promise((settle, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? settle() : reject(new Error(`${command} ${args[0]}: ${code} ${said}`))));
  });

/** The same agents and git commands, and nothing else. */
async function bare(repo) {
  const base = git(repo, 'rev-parse', 'HEAD');
  git(repo, 'update-ref', 'refs/heads/bench/integration', base);
  const trees = plans.map((id) => join(repo, '.git', `bench-${id}`));
  const work = plans.map(async (id, i) => {
    git(repo, 'worktree', 'add', '-q', '--no-checkout', '-b', `bench/${id}`, trees[i], base);
    await run('git', ['reset', '-q', '--hard', base], trees[i]);
    await run(agent, [id], trees[i]);
  });
  await Promise.all(work);
  for (const [i, id] of plans.entries()) {
    const tip = git(repo, 'rev-parse', 'refs/heads/bench/integration');
    const tree = git(repo, 'merge-tree', '--write-tree', tip, `bench/${id}`);
    const merge = git(repo, 'commit-tree', tree, '-p', tip, '-p', `bench/${id}`, '-m', id);
    git(repo, 'update-ref', 'refs/heads/bench/integration', merge, tip);
    renameSync(trees[i], `${trees[i]}.gone`);
  }
  git(repo, 'worktree', 'prune');
  git(repo, 'merge', '-q', '--ff-only', 'bench/integration');
}

async function msd(repo) {
  const command = `"${agent}" "$MSD_PLAN"`;
  const wrapper = join(folder, 'wrapper.sh');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
  const args = [
    MSD,
    'execute-phase',
    '03',
    '--host',
    'command',
    '--agent-command',
    `"${wrapper}"`,
    '--jobs',
    '8',
    '--json',
  ];
  await run(process.execPath, args, repo);
}

const loadBefore = loadavg()[0];
const template = prepare();
const rows = [];
try {
  for (let round = 0; round <= ROUNDS; round++) {
    const seconds = {};
    for (const [name, work] of round % 2
      ? [
          ['bare', bare],
          ['msd', msd],
        ]
      : [
          ['msd', msd],
          ['bare', bare],
        ]) {
      const repo = join(folder, `${name}-${round}`);
      cpSync(template, repo, { recursive: true });
      const start = process.hrtime.bigint();
      await work(repo);
      seconds[name] = Number(process.hrtime.bigint() - start) / 1e9;
      rmSync(repo, { recursive: true, force: true });
    }
    if (round > 0) rows.push(seconds);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const share = median(rows.map((row) => (row.msd - row.bare) / row.msd));
console.log(`\nA phase of ${PLANS} plans, agents of 2 s, ${FILES} files\n`);
console.log(
  `msd ${median(rows.map((row) => row.msd)).toFixed(2)} s, the same by hand ${median(rows.map((row) => row.bare)).toFixed(2)} s (medians of ${rows.length})`,
);
const busy = loadBefore > availableParallelism() / 4;
const judged = busy
  ? `  no measurement: the machine was busy (load ${loadBefore.toFixed(1)})`
  : share < TARGET
    ? ''
    : '  over';
console.log(`msd's own share ${(share * 100).toFixed(1)} %  (target < ${TARGET * 100} %)${judged}`);
