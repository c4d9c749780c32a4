// Runs the built tests: all of them, or those whose path contains one of the given words.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2).map((word) => word.replace(/\.ts$/, ''));

function* tests(dir) {
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* tests(path);
    else if (entry.name.endsWith('.test.js')) yield path;
  }
}

const files = [...tests('.build/test')].filter((f) => words.length === 0 || words.some((w) => f.includes(w)));
if (files.length === 0) {
  console.error(`no test file's path contains ${words.join(' or ')}`);
  process.exitCode = 1;
} else {
  const flags = ['--enable-source-maps', '--test', '--test-reporter=spec', '--test-reporter-destination=stdout'];
  const jobs = `--test-concurrency=${Math.max(2, availableParallelism())}`;
  // A test run inside another's environment would report to that one and print nothing.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const done = spawnSync(process.execPath, [...flags, jobs, ...files], { cwd: ROOT, stdio: 'inherit', env });
  process.exitCode = done.status ?? 1;
}
