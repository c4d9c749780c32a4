import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../rig/temp-folder.js';

/** The pins are tested like locks: in a scratch copy the owner is changed, and the pin must go red. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a pin needs of the tree, in a folder of its own. */
function scratchCopy(t: TestContext): string {
  const copy = temporaryFolder(t);
  for (const path of ['src/core', 'hooks', 'test/parity', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function change(copy: string, path: string, before: string, after: string): void {
  const text = readFileSync(join(copy, path), 'utf8');
  assert.ok(text.includes(before), `${path} holds ${before}`);
  writeFileSync(
    join(copy, path),
    text.replace(before, () => after),
  );
}

/** Builds the pin and its owner file by file, as the suite does, and runs it. */
function run(copy: string, pin: string): number | null {
  const files = [`test/parity/${pin}.test.ts`, 'src/core/phase/phase-token.ts', 'src/core/isolation/vocabulary.ts'];
  const esbuild = join(ROOT, 'node_modules', 'esbuild', 'bin', 'esbuild');
  mkdirSync(join(copy, '.build'), { recursive: true });
  const args = [...files, '--outdir=.build', '--outbase=.', '--format=esm', '--platform=node', '--log-level=error'];
  execFileSync(esbuild, args, { cwd: copy, stdio: 'inherit' });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, ['--test', `.build/test/parity/${pin}.test.js`], { cwd: copy, env }).status;
}

test('unchanged, both pins are green', (t) => {
  const copy = scratchCopy(t);
  assert.equal(run(copy, 'phase-token'), 0);
  assert.equal(run(copy, 'isolation-vocabulary'), 0);
});

const PHASE = 'src/core/phase/phase-token.ts';
const VOCABULARY = 'src/core/isolation/vocabulary.ts';
const CHANGES: readonly (readonly [what: string, pin: string, path: string, before: string, after: string])[] = [
  ['the grammar', 'phase-token', PHASE, '[A-Za-z]?', '[A-Z]?'],
  ['how keys are made', 'phase-token', PHASE, 'toUpperCase', 'toLowerCase'],
  ['the flags', 'phase-token', PHASE, '})$`);', "})$`, 'i');"],
  ['a value', 'isolation-vocabulary', VOCABULARY, "'none']", "'none', 'remote']"],
  ['a kind', 'isolation-vocabulary', VOCABULARY, "'base-check': 'resolver'", "'base-check': 'caller'"],
  ['a producer', 'isolation-vocabulary', VOCABULARY, "  engine: 'caller',", ''],
];
for (const [what, pin, path, before, after] of CHANGES)
  test(`${what} changed in the owner alone: the pin is red`, (t) => {
    const copy = scratchCopy(t);
    change(copy, path, before, after);
    assert.equal(run(copy, pin), 1);
  });

test('a value in only one of the types does not compile', (t) => {
  const copy = scratchCopy(t);
  const config = { extends: './tsconfig.json', include: ['test/parity/isolation-vocabulary.test.ts'] };
  writeFileSync(join(copy, 'pin.json'), JSON.stringify(config));
  const compile = () => {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    return spawnSync(process.execPath, [tsc, '-p', 'pin.json'], { cwd: copy, encoding: 'utf8' });
  };
  const before = compile();
  assert.equal(before.status, 0, before.stdout);
  change(copy, 'hooks/lib/types.d.ts', "| 'none';", "| 'none' | 'remote';");
  assert.match(compile().stdout, /isolation-vocabulary\.test\.ts/);
});
