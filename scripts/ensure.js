// `npm run build|demo|test|test:crash|test:many|bench|lint|lint:drift`: installs and builds what is missing, then does it.
// Any of them may be the first command in a fresh clone, and two may run at once, so this file uses nothing but Node itself
// and its neighbours.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { ROOT, buildWhatIsStale } from './build-stale.js';
import { installWhatIsMissing } from './install.js';
import { oneAtATime } from './one-at-a-time.js';

const TASKS = {
  build: { outputs: ['dist'], commands: () => [] },
  demo: { outputs: ['dist'], commands: (words) => [['examples/demo.js', ...words]] },
  test: { outputs: ['dist', '.build'], commands: (words) => [['scripts/test.js', ...words]] },
  'test:crash': { outputs: ['dist', '.build'], commands: (words) => [['.build/test/rig/crash/all.js', ...words]] },
  'test:many': { outputs: ['dist', '.build'], commands: (words) => [['.build/test/rig/many/all.js', ...words]] },
  lint: {
    outputs: [],
    commands: () => [
      ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'],
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
      ['node_modules/typescript/bin/tsc', '-p', 'hooks/tsconfig.json'],
      ['scripts/lint-house.js'],
    ],
  },
  bench: { outputs: ['dist'], commands: (words) => [['bench/run.js', ...words]] },
  'lint:drift': { outputs: ['dist'], commands: (words) => [['scripts/lint-drift.js', ...words]] },
};

/** Runs one script with this Node; Ctrl-C reaches it by the terminal and is waited for here. */
function run(args) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    const wait = () => {};
    process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass);
    child.on('error', (error) => {
      console.error(`${args[0]}: ${error.message}`);
      settle(1);
    });
    child.on('exit', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass);
      settle(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOld = major < 20 || (major === 20 && minor < 19);
const [name, ...words] = process.argv.slice(2);
const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
if (tooOld) {
  console.error(`msd needs Node 20.19 or newer; this is ${process.version}`);
  process.exitCode = 1;
} else if (!task) {
  console.error(`ensure.js: ${Object.keys(TASKS).join(', ')}, not ${name ?? '(nothing)'}`);
  process.exitCode = 2;
} else {
  const ready = await oneAtATime(async () => installWhatIsMissing() && (await buildWhatIsStale(task.outputs)));
  if (!ready) process.exitCode = 1;
  else for (const args of task.commands(words)) process.exitCode = (await run(args)) || process.exitCode;
}
