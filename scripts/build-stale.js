// Builds dist/ and .build/ when something they are made from has changed since.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each output and the files it is made from. */
const SOURCES = {
  dist: ['src', 'hooks', 'scripts/build.js', 'scripts/drift', 'scripts/house', 'package.json', 'package-lock.json'],
  '.build': ['src', 'test', 'scripts/build.js', 'package.json', 'package-lock.json'],
};

/**
 * Makes a new output beside the old one and swaps them, so that a process that runs from the old one never sees half.
 * @param {string[]} outputs of `dist` and `.build`
 * @returns {Promise<boolean>} false when the build failed; esbuild has said why
 */
export async function buildWhatIsStale(outputs) {
  for (const output of outputs) {
    const signature = signatureOf(SOURCES[output]);
    if (builtFrom(output) === signature) continue;
    const fresh = `.build.tmp/new-${process.pid}`;
    const old = `.build.tmp/old-${process.pid}`;
    try {
      const { BUILDS } = await import('./build.js');
      await BUILDS[output](fresh);
      writeFileSync(join(ROOT, fresh, '.stamp'), signature);
      if (existsSync(join(ROOT, output))) renameSync(join(ROOT, output), join(ROOT, old));
      renameSync(join(ROOT, fresh), join(ROOT, output));
    } catch (error) {
      if (!Array.isArray(error.errors)) console.error(`building ${output} failed: ${error.stack}`);
      return false;
    } finally {
      rmSync(join(ROOT, '.build.tmp'), { recursive: true, force: true });
    }
  }
  return true;
}

function builtFrom(output) {
  const stamp = join(ROOT, output, '.stamp');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

/** Names, sizes and times of the files: a file removed counts as well as one changed. */
function signatureOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((p) => [...filesBelow(p)]).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function* filesBelow(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(full, { withFileTypes: true }))
    if (entry.name !== 'fixtures' && (entry.isFile() || entry.isDirectory())) yield* filesBelow(join(path, entry.name));
}
