// Making worktrees, bringing branches home, letting worktrees go (DESIGN §12), against what git does by itself.
//
// Method: one repository of MSD_BENCH_FILES files (10,000; 2 KB each, 100 a folder) in MSD_BENCH_DIR (memory, /dev/shm,
// where there is one: disks add noise and take minutes to delete half a million files). In each round
// both ways do the same work, the order changing from round to round, and the wall time of ours is divided by that of
// git's in the same round: how much goes on at once is the point here, so CPU time would say nothing. Bringing home is the
// exception: ten merges one after another each way, by the CPU time of this process and its children (Linux). Quoted is the
// median of MSD_BENCH_ROUNDS rounds (3). Nothing is deleted before the last measurement, because files made right after others
// were deleted are several times slower to make on ext4. MSD_BENCH_WAVES waves (200) of 8 worktrees at once are counted
// for failures.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const number = (name, standard) => Number(process.env[name] ?? standard);
const FILES = number('MSD_BENCH_FILES', 10_000);
const ROUNDS = number('MSD_BENCH_ROUNDS', 3);
const WAVES = number('MSD_BENCH_WAVES', 200);
const PLACE = process.env['MSD_BENCH_DIR'] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
const base = realpathSync(mkdtempSync(join(PLACE, 'msd-bench-')));
const PERSON = { name: 'Bench', email: 'bench@example.com' };
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: PERSON.name,
  GIT_AUTHOR_EMAIL: PERSON.email,
  GIT_COMMITTER_NAME: PERSON.name,
  GIT_COMMITTER_EMAIL: PERSON.email,
};

const git = (cwd, ...args) => execFileSync('git', args, { cwd, env: ENV, encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

async function loadGitWorld() {
  const outfile = join(base, 'git-world.mjs');
  const entry = join(ROOT, 'src/world/git/git-world.ts');
  const banner = {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  };
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    banner,
  });
  return (await import(pathToFileURL(outfile).href)).createGitWorld({ env: ENV });
}

function makeRepo(name, files) {
  const root = join(base, name);
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  const text = `${'x'.repeat(63)}\n`.repeat(32);
  for (let n = 0; n < files; n++) {
    const folder = join(root, `d${Math.floor(n / 100)}`);
    if (n % 100 === 0) mkdirSync(folder);
    writeFileSync(join(folder, `f${n}.txt`), `${n}\n${text}`);
  }
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'start');
  return root;
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** CPU milliseconds of this process and of its children that ended, in ticks of 10 ms; wall time where there is no /proc. */
async function cpu(work) {
  if (!existsSync('/proc/self/stat')) return timed(work);
  const used = () => {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  };
  const start = used();
  await work();
  return used() - start;
}

/** Runs both ways once a round, in changing order. */
async function rounds(theirs, ours) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const time = {};
    const ways = [
      ['theirs', theirs],
      ['ours', ours],
    ];
    for (const [name, way] of round % 2 === 0 ? ways : ways.reverse()) time[name] = await way(round);
    times.push(time);
  }
  return times;
}

function report(name, times, target) {
  const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const ratio = median(times.map(({ theirs, ours }) => ours / theirs));
  const all = times.map(({ theirs, ours }) => (ours / theirs).toFixed(2)).join(' ');
  const [theirs, ours] = ['theirs', 'ours'].map((way) => `${median(times.map((time) => time[way])).toFixed(0)} ms`);
  const said = `≤ ${target}${ratio <= target ? '' : '  over'}`;
  console.log(
    `${name.padEnd(44)} ${ratio.toFixed(2)} (${all})  git ${theirs.padStart(8)}  msd ${ours.padStart(8)}  ${said}`,
  );
}

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

async function makeWorktrees(world, checkout, name) {
  const made = await Promise.all(
    EIGHT.map((n) =>
      world.createWorktree({
        checkout,
        path: join(base, 'ours', name, `${n}`),
        branch: `msd/${name}/${n}`,
        base: checkout.head,
        copy: [],
        owner: { run: name, plan: `${n}` },
      }),
    ),
  );
  return made;
}

/** Ten branches of ten new files each; git merges them into the branch that is checked out. */
async function bringHome(world, root, files) {
  const { value: checkout } = await world.checkout(root);
  const ref = 'refs/heads/msd/bench/integration';
  await world.updateRef(checkout, ref, checkout.head, null);
  const blob = git(root, 'hash-object', '-w', join(root, 'd0/f0.txt'));
  const commits = (name) => [...Array(10).keys()].map((k) => commitBeside(root, checkout.head, `${name}-${k}`, blob));
  const merge = await rounds(
    (round) => {
      const all = commits(`git-${round}`);
      return cpu(() => {
        for (const theirs of all) git(root, 'merge', '-q', '--no-ff', '-m', 'merge', theirs);
      });
    },
    (round) => {
      const all = commits(`msd-${round}`);
      return cpu(async () => {
        for (const theirs of all) {
          // As the engine does: it knows what is home, and that this is not in it.
          const lacking = await world.resolve(checkout, ref);
          const merged = await world.integrate(checkout, { ref, theirs, message: 'merge', lacking });
          if (!merged.ok || merged.value.kind !== 'merged') throw new Error(JSON.stringify(merged));
        }
      });
    },
  );
  report(`10 branches home, ${files} files: git merge / msd`, merge, 0.15);
}

/** Eight finished branches, brought home by msd and by the three plumbing commands alone, each started from here. */
async function eightHome(world, root, files) {
  const { value: checkout } = await world.checkout(root);
  const blob = git(root, 'hash-object', '-w', join(root, 'd0/f0.txt'));
  const commits = (name) => EIGHT.map((k) => commitBeside(root, checkout.head, `${name}-${k}`, blob));
  const start = async (ref) => world.updateRef(checkout, ref, checkout.head, await world.resolve(checkout, ref));
  const plumbing = 'refs/heads/plumbing';
  const ours = 'refs/heads/msd/eight/integration';
  const times = await rounds(
    async (round) => {
      const all = commits(`eight-git-${round}`);
      await start(plumbing);
      let before = checkout.head;
      return cpu(() => {
        for (const theirs of all) {
          const tree = git(
            root,
            'merge-tree',
            '--write-tree',
            '-z',
            '--name-only',
            '--no-messages',
            before,
            theirs,
          ).split('\0')[0];
          const oid = git(root, 'commit-tree', '-p', before, '-p', theirs, '-m', 'merge', tree);
          git(root, 'update-ref', plumbing, oid, before);
          before = oid;
        }
      });
    },
    async (round) => {
      const all = commits(`eight-msd-${round}`);
      await start(ours);
      return cpu(async () => {
        for (const theirs of all) {
          const lacking = await world.resolve(checkout, ours);
          const merged = await world.integrate(checkout, { ref: ours, theirs, message: 'merge', lacking });
          if (!merged.ok || merged.value.kind !== 'merged') throw new Error(JSON.stringify(merged));
        }
      });
    },
  );
  report(`8 plans home, ${files} files: plumbing / msd`, times, 1.3);
}

/** A commit on `parent` with ten new files, made without a checkout. */
function commitBeside(root, parent, name, blob) {
  const env = { ...ENV, GIT_INDEX_FILE: join(base, 'scratch-index') };
  const plumbing = (input, ...args) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8', input }).trim();
  plumbing('', 'read-tree', parent);
  const entries = [...Array(10).keys()].map((n) => `100644 ${blob}\td${n}/new-${name}-${n}.txt\n`);
  plumbing(entries.join(''), 'update-index', '--index-info');
  return plumbing('', 'commit-tree', '-p', parent, '-m', name, plumbing('', 'write-tree'));
}

async function main() {
  const world = await loadGitWorld();
  const root = makeRepo('repo', FILES);
  const { value: checkout } = await world.checkout(root);
  console.log(`\nWorktrees, ${FILES} files, ${git(root, '--version')}, Node ${process.version}, ${ROUNDS} rounds\n`);

  const add = await rounds(
    (round) =>
      timed(() => {
        for (const n of EIGHT)
          git(root, 'worktree', 'add', '-q', '-b', `git-${round}-${n}`, join(base, `git-${round}-${n}`));
      }),
    (round) =>
      timed(async () => {
        const made = await makeWorktrees(world, checkout, `r${round}`);
        for (const one of made) if (!one.ok) throw new Error(JSON.stringify(one.error));
      }),
  );
  report('8 worktrees: git one by one / msd', add, 0.65);

  await bringHome(world, root, FILES);
  const large = makeRepo('large', 5 * FILES);
  await bringHome(world, large, 5 * FILES);
  await eightHome(world, large, 5 * FILES);

  const release = await rounds(
    (round) => timed(() => git(root, 'worktree', 'remove', '--force', join(base, `git-${round}-1`))),
    (round) =>
      timed(async () => {
        const gone = await world.releaseWorktree(checkout, join(base, 'ours', `r${round}`, '1'));
        if (!gone.ok) throw new Error(JSON.stringify(gone.error));
      }),
  );
  report('letting one go: git worktree remove / msd', release, 0.15);

  const small = makeRepo('small', 100);
  const { value: smallCheckout } = await world.checkout(small);
  let failures = 0;
  for (let wave = 0; wave < WAVES; wave++) {
    const made = await makeWorktrees(world, smallCheckout, `w${wave}`);
    failures += made.filter((one) => !one.ok).length;
    await Promise.all(made.filter((one) => one.ok).map((one) => world.releaseWorktree(smallCheckout, one.value.path)));
  }
  console.log(`${`${WAVES} waves of 8 at once: failures`.padEnd(44)} ${failures} of ${WAVES * 8}`);
}

try {
  await main();
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 10 });
}
