// Installs the packages of package-lock.json when some are missing or of another version.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @returns {boolean} false when the install failed; npm has said why */
export function installWhatIsMissing() {
  const missing = missingPackages();
  if (missing.length === 0) return true;
  if (isLink(join(ROOT, 'node_modules'))) {
    console.error(`node_modules is a link, and there is missing: ${missing.join(', ')}; install where it points to`);
    return true;
  }
  console.error(`installing ${missing.length} packages …`);
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--include=optional'];
  const done = spawnSync(...npm(args));
  if (done.status === 0) return true;
  console.error(`npm ci failed${done.error ? `: ${done.error.message}` : ''}; without it nothing can be built here`);
  return false;
}

/** What the lock file names and npm's own record of node_modules does not, optional packages of other platforms aside. */
function missingPackages() {
  const wanted = packagesOf('package-lock.json');
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(join(ROOT, record)))
    return existsSync(join(ROOT, 'node_modules', 'esbuild')) ? [] : Object.keys(wanted).filter((path) => path !== '');
  const found = packagesOf(record);
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional && found[path]?.version !== entry.version)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

function packagesOf(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The npm that runs this script where there is one, else the one on the path. */
function npm(args) {
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] };
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.execPath, [cli, ...args], options];
  return process.platform === 'win32' ? ['npm.cmd', args, { ...options, shell: true }] : ['npm', args, options];
}
