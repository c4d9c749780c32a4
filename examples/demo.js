// `npm run demo`: builds the example in a fresh folder, runs its third phase and says where the result is. Ends with
// msd's own exit code.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildRepository } from './build-repository.js';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const AGENT = fileURLToPath(new URL('agent.js', import.meta.url));

const git = spawnSync('git', ['--version'], { encoding: 'utf8' });
if (git.error) {
  console.error('the demo needs git, and it was not found on the PATH; install git 2.38 or newer');
  process.exitCode = 7;
} else {
  const root = buildRepository(join(realpathSync(mkdtempSync(join(tmpdir(), 'msd-demo-'))), 'shelf'));
  console.log(`A small repository with a planned phase: ${root}\n`);
  const agent = [process.execPath, AGENT].map((word) => `"${word}"`).join(' ');
  process.exitCode = await msd(root, ['execute-phase', '03', '--host', 'command', '--agent-command', agent]);
  if (process.exitCode === 0) await say(root);
  else console.log(`\nThe phase is not finished. What is there: ${root}`);
}

/** Runs msd in the repository with this terminal. @returns {Promise<number>} its exit code */
function msd(cwd, args) {
  return new Promise((settle) => {
    const env = { MSD_EXAMPLE_PACE: '300', ...process.env };
    const child = spawn(process.execPath, [MSD, ...args], { cwd, env, stdio: 'inherit' });
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => settle(code ?? 128 + constants.signals[signal]));
  });
}

/** The finished phase, and how to look at it. */
async function say(root) {
  console.log('');
  await msd(root, ['plan', 'index', '03']);
  console.log(`
The finished repository: ${root}

  cd ${/\s/.test(root) ? `"${root}"` : root}
  git log --graph --oneline        each plan's commits, merged in order
  node bin/shelf.js report         what the plans built
  npm test                         their tests
  ls .msd/runs                     prompts, logs and results of the agents`);
}
