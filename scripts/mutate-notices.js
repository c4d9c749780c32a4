// Takes each rule about notices out, one at a time, and expects the tests that are named for it to go red. Prints a table;
// exits 1 where one stayed green. `node scripts/mutate-notices.js [WORD]` looks only at rules whose words contain WORD.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { REMOVALS } from './notice-removals.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'msd-mutants-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function* walk(dir) {
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(`${dir}/${entry.name}`);
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts')) yield `${dir}/${entry.name}`;
  }
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** As the build lays tests out: below `.build`, with what they need from the repository beside it. */
function put(path, text) {
  const { code } = transformSync(text, { loader: 'ts', format: 'esm', target: 'node20' });
  const out = join(folder, '.build', path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, code);
}

for (const path of [...walk('src'), ...walk('test/notices'), ...walk('test/rig')]) put(path, read(path));
for (const name of ['hooks', 'node_modules', 'examples', 'workflows', 'references', 'bin', 'dist'])
  symlinkSync(join(ROOT, name), join(folder, name));
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ type: 'module', imports: { '#hooks/*': './hooks/*', '#root/*': './*' } }),
);
const files = [...walk('test/notices')]
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => join('.build', path.replace(/\.ts$/, '.js')));

/** The named tests that fail. */
function red(ids) {
  const wanted = files.filter((file) => ids.some((id) => readFileSync(join(folder, file), 'utf8').includes(`"${id} `)));
  const pattern = `--test-name-pattern=^(${ids.join('|')}) `;
  const args = ['--test', '--test-reporter=tap', '--test-concurrency=1', pattern, ...wanted];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 120_000, env });
  // A file that does not even load fails as a whole, and all of its tests with it.
  const whole = /^\s*not ok \d+ - .*\.test\.js$/m.test(stdout) && !/^\s*# Subtest: T\d/m.test(stdout);
  return ids.filter((id) => whole || new RegExp(`^\\s*not ok \\d+ - ${id} `, 'm').test(stdout));
}

const word = process.argv[2] ?? '';
const chosen = REMOVALS.filter((one) => one.rule.includes(word));
const already = red([...new Set(chosen.flatMap((one) => one.tests))]);
if (already.length > 0) {
  console.error(`red without any removal: ${already.join(', ')}`);
  process.exit(2);
}
let missed = 0;
for (const { rule, file, from, to, tests } of chosen) {
  const path = `src/${file}`;
  const text = read(path);
  if (text.split(from).length !== 2) {
    console.log(`GONE    ${rule}: ${path} does not hold it once: ${from}`);
    missed++;
    continue;
  }
  const without = text.replace(from, () => to);
  try {
    put(path, without);
  } catch (error) {
    console.log(`GONE    ${rule}: no program is left: ${error.errors?.[0]?.text ?? error.message}`);
    missed++;
    continue;
  }
  const failed = red(tests);
  put(path, text);
  const green = tests.filter((id) => !failed.includes(id));
  if (green.length > 0) missed++;
  console.log(
    `${green.length === 0 ? 'red     ' : 'MISSED  '}${rule}: ${tests.join(', ')}${green.length === 0 ? '' : ` (green: ${green.join(', ')})`}`,
  );
}
console.log(`\n${chosen.length} rules taken out, ${missed} unnoticed`);
if (missed > 0) process.exitCode = 1;
