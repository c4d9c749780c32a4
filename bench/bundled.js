// Parts of msd for a measurement to load: bundled, and gone with this process.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module of this folder with all that it needs. @param {string} source its file name @returns the path to import */
export async function bundled(source) {
  // Beside node_modules, so that the native driver is found.
  const out = join(ROOT, 'node_modules', '.cache', 'msd-bench', `${source}-${process.pid}.mjs`);
  mkdirSync(dirname(out), { recursive: true });
  const options = { bundle: true, platform: 'node', format: 'esm', external: ['libsql'], logLevel: 'error' };
  await build({ ...options, entryPoints: [join(ROOT, 'bench', source)], outfile: out });
  process.on('exit', () => rmSync(out, { force: true }));
  return out;
}

/** A folder that goes with this process. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'msd-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The value of what went well; what did not is thrown. */
export function must(result) {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
