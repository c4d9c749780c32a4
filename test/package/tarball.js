// Packs msd, installs the tarball in an empty folder as a person would, and uses it there: version, help, the example from
// the first plan to the last, and a hook. Prints what was installed. Needs the package registry, so it is no part of
// `npm test`; `.ci/run` calls it.
//   node test/package/tarball.js [--keep] [NODE…]     other Node binaries to use the installed package with
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTES = 60;
const NEEDED = [
  ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'bin/msd.js', 'dist/cli/main.js', 'dist/supervisor.js'],
  ...['dist/help.json', 'schema/config.schema.json'],
  ...['dist/THIRD-PARTY-LICENSES.txt', 'hooks/package.json', 'workflows/execute-phase.md', 'agents/msd-executor.md'],
  ...['hooks/hooks.json', 'hooks/cursor-hooks.json', 'hooks/codex-hooks.json', 'commands/execute-phase.md'],
  ...['.claude-plugin/plugin.json', '.claude-plugin/marketplace.json', 'hooks/msd-write-guard.js'],
  ...['examples/demo.js', 'examples/agent.js', 'examples/shelf/gitignore', 'references/executor-task.md'],
];
const FOREIGN =
  /^(src|test|scripts|bench|docs|\.ci|\.build|node_modules)\/|(^|\/)(\.stamp|tsconfig\.json|package-lock\.json)$|\.ts$/;

const keep = process.argv.includes('--keep');
const nodes = [process.execPath, ...process.argv.slice(2).filter((word) => word !== '--keep')];
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'msd pack-')));
const home = join(folder, 'home');
mkdirSync(home);

try {
  const tarball = pack();
  const installed = install(tarball);
  for (const node of nodes) use(node, installed);
  hooksAlone(join(installed, 'node_modules', 'msd', 'hooks'));
} finally {
  if (keep) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

/** Makes the tarball and looks at what is in it. @returns {string} its path */
function pack() {
  const said = npm(ROOT, 'pack', '--json', '--pack-destination', folder);
  const [made] = JSON.parse(said.slice(said.indexOf('[')));
  const paths = made.files.map((file) => file.path);
  const missing = NEEDED.filter((path) => !paths.includes(path));
  assert.deepEqual(missing, [], 'the tarball lacks files');
  const foreign = paths.filter((path) => FOREIGN.test(path) && !path.startsWith('examples/shelf/'));
  assert.deepEqual(foreign, [], 'the tarball holds files that nobody needs');
  console.log(
    `packed: ${paths.length} files, ${kilobytes(made.size)} packed, ${kilobytes(made.unpackedSize)} unpacked`,
  );
  return join(folder, made.filename);
}

/** Installs it where nothing else is. @returns {string} the folder */
function install(tarball) {
  const place = join(folder, 'empty folder');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private": true}\n');
  npm(place, 'install', '--no-audit', '--no-fund', '--ignore-scripts', tarball);
  const { packages } = JSON.parse(readFileSync(join(place, 'node_modules/.package-lock.json'), 'utf8'));
  const scripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  assert.deepEqual(scripts, [], 'installed packages want to run scripts');
  const size = sizeOf(join(place, 'node_modules'));
  console.log(`installed: ${Object.keys(packages).length} packages, ${kilobytes(size)}, no install scripts`);
  assert.ok(size <= MEGABYTES * 1e6, `more than ${MEGABYTES} MB`);
  return place;
}

/** Does with one Node what a newcomer does: version, help, the example, a look at a hook. */
function use(node, place) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const msd = join(place, 'node_modules', 'msd');
  const { version: expected } = JSON.parse(readFileSync(join(msd, 'package.json'), 'utf8'));
  assert.equal(run(node, [join(msd, 'bin/msd.js'), '--version'], place).stdout, `${expected}\n`);
  assert.match(run(node, [join(msd, 'bin/msd.js'), '--help'], place).stdout, /execute-phase/);
  const demo = run(node, [join(msd, 'examples/demo.js')], place);
  const repository = /^The finished repository: (.+)$/m.exec(demo.stdout)?.[1];
  assert.ok(repository, `the demo names no repository:\n${demo.stdout}\n${demo.stderr}`);
  const index = JSON.parse(run(node, [join(msd, 'bin/msd.js'), 'plan', 'index', '3', '--json'], repository).stdout);
  assert.deepEqual(new Set(index.plans.map((plan) => plan.status)), new Set(['complete']));
  assert.equal(run('git', ['status', '--porcelain'], repository).stdout, '');
  for (const words of [['init', '--yes'], ['doctor'], ['init', '--remove']])
    run(node, [join(msd, 'bin/msd.js'), ...words], repository);
  assert.equal(run('git', ['status', '--porcelain'], repository).stdout, '', 'init --remove left something');
  rmSync(dirname(repository), { recursive: true, force: true });
  const hooks = useHooks(node, join(msd, 'hooks'));
  console.log(
    `used with node ${version}: version, help, ${index.plans.length} plans of the example, init and doctor, ${hooks}`,
  );
}

/**
 * Every file of the hooks loads by itself, and a call that is no dispatch is answered with silence.
 * @returns {string} what was used
 */
function useHooks(node, hooks) {
  const libraries = readdirSync(join(hooks, 'lib')).filter((name) => name.endsWith('.js'));
  for (const name of libraries) run(node, ['-e', `require(process.argv[1])`, join(hooks, 'lib', name)], folder);
  const programs = readdirSync(hooks).filter((name) => name.endsWith('.js'));
  const payload = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {}, cwd: folder });
  for (const name of programs.filter((each) => each === 'msd-agent-isolation-guard.js')) {
    const { stdout, stderr } = run(node, [join(hooks, name)], folder, payload);
    assert.deepEqual({ stdout, stderr }, { stdout: '', stderr: '' });
  }
  return `${programs.length} hooks with ${libraries.length} libraries`;
}

/** A raw copy of the hooks beneath a project of ES modules, with nothing else of msd. */
function hooksAlone(hooks) {
  const project = join(folder, 'modules');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type": "module"}\n');
  cpSync(hooks, join(project, 'hooks'), { recursive: true });
  console.log(`used alone beneath a project of ES modules: ${useHooks(process.execPath, join(project, 'hooks'))}`);
}

function npm(cwd, ...args) {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/** Runs a program to a successful end, as a person without any git configuration. */
function run(program, args, cwd, input = '') {
  const env = {
    ...{ PATH: process.env.PATH, TMPDIR: process.env.TMPDIR ?? tmpdir(), HOME: home, USERPROFILE: home },
    ...{ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
  };
  const done = spawnSync(program, args, { cwd, env, input, encoding: 'utf8' });
  if (done.error) throw done.error;
  assert.equal(
    done.status,
    0,
    `${program} ${args.join(' ')} ended with ${done.status}\n${done.stdout}\n${done.stderr}`,
  );
  return done;
}

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function kilobytes(bytes) {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
