// Runs the built tests: all of them, or those whose path contains one of the given words.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);

function* tests(dir) {
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* tests(path);
    else if (entry.name.endsWith('.test.js')) yield path;
  }
}

const files = [...tests('.build/test')].filter((f) => words.length === 0 || words.some((w) => f.includes(w)));
if (files.length === 0) {
  console.error(`no test matches ${words.join(' ')}`);
  process.exit(1);
}
const done = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-concurrency=2', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
