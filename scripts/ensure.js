// `npm run build|demo|test|lint|lint:drift`: installs and builds what is missing, then does it. Any of them may be the
// first command in a fresh clone, so this file uses nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const node = process.execPath;

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (done.error) {
    console.error(`${command}: ${done.error.message}`);
    process.exit(1);
  }
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Installs when the lock file changed since the last install here, or nothing was installed yet. */
function install() {
  const stamp = join(ROOT, 'node_modules', '.msd-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!existsSync(join(ROOT, 'node_modules', 'esbuild')) || existsSync(stamp)) {
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts']);
  }
  writeFileSync(stamp, lock);
}

/** Newest change below these, so that an unchanged tree is not built again. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const full = join(ROOT, path);
    if (!existsSync(full)) continue;
    const stat = statSync(full);
    latest = Math.max(latest, stat.mtimeMs);
    if (stat.isDirectory())
      latest = Math.max(
        latest,
        newest(
          readdirSync(full)
            .filter((n) => n !== 'fixtures')
            .map((n) => join(path, n)),
        ),
      );
  }
  return latest;
}

function build(tests) {
  const out = tests ? '.build' : 'dist';
  const stamp = join(ROOT, out, '.stamp');
  const sources = ['src', 'scripts', 'package-lock.json', ...(tests ? ['test'] : [])];
  if (
    existsSync(stamp) &&
    existsSync(join(ROOT, 'dist', 'cli', 'main.js')) &&
    statSync(stamp).mtimeMs >= newest(sources)
  )
    return;
  run(node, ['scripts/build.js', ...(tests ? ['--tests'] : [])]);
  for (const dir of tests ? ['dist', '.build'] : ['dist']) {
    mkdirSync(join(ROOT, dir), { recursive: true });
    writeFileSync(join(ROOT, dir, '.stamp'), '');
  }
}

function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name);
}

const [task, ...rest] = process.argv.slice(2);
install();
switch (task) {
  case 'build':
    build(false);
    break;
  case 'demo':
    build(false);
    run(node, ['examples/demo.js', ...rest]);
    break;
  case 'test':
    build(true);
    run(node, ['scripts/test.js', ...rest]);
    break;
  case 'lint':
    run(bin('biome'), ['ci', '--colors=off', '.']);
    run(bin('tsc'), ['-p', 'tsconfig.json']);
    run(bin('tsc'), ['-p', 'hooks/tsconfig.json']);
    run(node, ['scripts/lint-house.js']);
    break;
  case 'lint:drift':
    build(false);
    run(node, ['scripts/lint-drift.js', ...rest]);
    break;
  default:
    console.error(`ensure.js: build, demo, test, lint or lint:drift, not ${task}`);
    process.exit(2);
}
