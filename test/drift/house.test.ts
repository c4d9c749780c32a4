import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLayers } from '#root/scripts/drift/layers.js';
import { checkCycles } from '#root/scripts/house/cycles.js';
import { checkDecisions } from '#root/scripts/house/decisions.js';
import { checkDocuments } from '#root/scripts/house/documents.js';
import { checkEffects } from '#root/scripts/house/effects.js';
import { checkMachinePaths } from '#root/scripts/house/machine-paths.js';
import { checkPackages } from '#root/scripts/house/packages.js';
import { checkShape } from '#root/scripts/house/shape.js';

interface Finding {
  path: string;
  line: number;
  rule: string;
}
type Check = (files: { path: string; text: string }[], root: string) => Finding[];

/** Files by path, as the lint reads them; found as `path:line rule`. */
function found(check: Check, files: Readonly<Record<string, string>>): string[] {
  const tree = Object.entries(files).map(([path, text]) => ({ path, text }));
  return check(tree, '/home/someone/msd').map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

const CLEAN = {
  'bin/msd.js': "#!/usr/bin/env node\nimport '../dist/cli/main.js';\n",
  'dist/cli/main.js': '',
  'hooks/guard.js': "const { clean } = require('./lib/clean.js');\nmodule.exports = { clean };\n",
  'hooks/lib/clean.js': "const fs = require('node:fs');\nmodule.exports = { clean: fs };\n",
  'src/core/a.ts': "import { z } from 'zod';\nimport { b } from './deep/b.js';\nexport const a = [z, b];\n",
  'src/core/deep/b.ts': "import type { a } from '../a.js';\nexport const b = '' as unknown as typeof a;\n",
  'src/world/git.ts':
    "import { spawn } from 'node:child_process';\nimport { a } from '../core/a.js';\nexport { spawn, a };\n",
  'src/engine/run.ts': "import type { World } from '../world/git.js';\nexport const run = (w: World) => w;\n",
  'src/cli/main.ts': "import { run } from '../engine/run.js';\nprocess.exitCode = Number(run);\n",
  'test/a.test.ts': "import { run } from '../src/engine/run.js';\nconsole.log(run);\n",
};

/** Each fault alone in an otherwise clean tree: what it is, the files it changes, what must be found. */
const FAULTS: readonly [string, Check, Readonly<Record<string, string>>, readonly string[]][] = [
  ['a hook needs a package', checkLayers, { 'hooks/g.js': "require('zod')" }, ['hooks/g.js:1 layers']],
  ['a hook needs sources', checkLayers, { 'hooks/g.js': "\nrequire('../src/core/a.js')" }, ['hooks/g.js:2 layers']],
  ['core touches a built-in', checkLayers, { 'src/core/c.ts': "import 'node:fs';" }, ['src/core/c.ts:1 layers']],
  [
    'core names world',
    checkLayers,
    { 'src/core/c.ts': "import type { W } from '../world/git.js';" },
    ['src/core/c.ts:1 layers'],
  ],
  [
    'core takes a package with effects',
    checkLayers,
    { 'src/core/c.ts': "import { execa } from 'execa';" },
    ['src/core/c.ts:1 layers'],
  ],
  [
    'world looks up',
    checkLayers,
    { 'src/world/w.ts': "import { run } from '../engine/run.js';" },
    ['src/world/w.ts:1 layers'],
  ],
  [
    'engine takes values of world',
    checkLayers,
    { 'src/engine/e.ts': "import {\n  spawn,\n} from '../world/git.js';" },
    ['src/engine/e.ts:1 layers'],
  ],
  [
    'a type among values is a value',
    checkLayers,
    { 'src/engine/e.ts': "import { type W } from '../world/git.js';" },
    ['src/engine/e.ts:1 layers'],
  ],
  [
    'a lazy import counts',
    checkLayers,
    { 'src/engine/e.ts': "await import('../cli/main.js');" },
    ['src/engine/e.ts:1 layers'],
  ],
  [
    'a re-export counts',
    checkLayers,
    { 'src/world/w.ts': "export { run } from '../engine/run.js';" },
    ['src/world/w.ts:1 layers'],
  ],
  [
    'sources import a script',
    checkLayers,
    { 'src/world/w.ts': "import '../../scripts/build.js';" },
    ['src/world/w.ts:1 layers'],
  ],
  [
    'a second user of execa',
    checkLayers,
    { 'src/cli/c.ts': "import { execa } from 'execa';" },
    ['src/cli/c.ts:1 layers'],
  ],
  ['the binary does more', checkLayers, { 'bin/msd.js': "import 'node:fs';" }, ['bin/msd.js:1 layers']],
  ['a file outside every part', checkLayers, { 'lib/x.js': "import 'node:fs';" }, ['lib/x.js:1 layers']],
  [
    'a circle of two',
    checkCycles,
    { 'src/core/deep/b.ts': "import { a } from '../a.js';\nexport const b = a;" },
    ['src/core/a.ts:2 cycles'],
  ],
  ['a circle of one', checkCycles, { 'src/core/c.ts': "import { c } from './c.js';" }, ['src/core/c.ts:1 cycles']],
  ['a long file', checkShape, { 'src/core/c.ts': 'let a;\n'.repeat(301) }, ['src/core/c.ts:1 long-file']],
  [
    'a barrel',
    checkShape,
    { 'src/core/c.ts': "// all\nexport * from './a.js';\nexport { b } from './deep/b.js';\n" },
    ['src/core/c.ts:1 barrel'],
  ],
  ['an index', checkShape, { 'src/core/index.ts': 'export const a = 1;\n' }, ['src/core/index.ts:1 barrel']],
  ['a drawer', checkShape, { 'src/core/utils/c.ts': 'export const a = 1;\n' }, ['src/core/utils/c.ts:1 drawer']],
  ['a second exit', checkEffects, { 'src/world/w.ts': '\nprocess.exit(1);' }, ['src/world/w.ts:2 exit-code']],
  ['a stray print', checkEffects, { 'src/world/w.ts': "console.log('x');" }, ['src/world/w.ts:1 console']],
  [
    'the process, in the engine',
    checkEffects,
    { 'src/engine/e.ts': 'const a = process.env;' },
    ['src/engine/e.ts:1 process'],
  ],
  ['the clock, in core', checkEffects, { 'src/core/c.ts': 'const now = new Date();' }, ['src/core/c.ts:1 clock']],
  [
    'chance, in core',
    checkEffects,
    { 'src/core/c.ts': 'const a = `${Math.random()}`;' },
    ['src/core/c.ts:1 randomness'],
  ],
  [
    'a number twice',
    checkDecisions,
    { 'docs/adr/0001-b.md': '# 0001 b\n', 'docs/adr/README.md': '(0001-a.md) (0001-b.md)' },
    ['docs/adr/0001-b.md:1 adr'],
  ],
  [
    'a gap',
    checkDecisions,
    { 'docs/adr/0003-c.md': '# 0003 c\n', 'docs/adr/README.md': '(0001-a.md) (0003-c.md)' },
    ['docs/adr/0003-c.md:1 adr'],
  ],
  [
    'a decision that is not there',
    checkDecisions,
    { 'src/core/c.ts': '// why: ADR 0001\n// and ADR 0002' },
    ['src/core/c.ts:2 adr'],
  ],
  ['not in the index', checkDecisions, { 'docs/adr/0002-b.md': '# 0002 b\n' }, ['docs/adr/0002-b.md:1 adr']],
  ['a link to nothing', checkDocuments, { 'README.md': 'a\n[map](MAP.md)' }, ['README.md:2 documents']],
  [
    'a file that moved',
    checkDocuments,
    { 'docs/adr/0001-a.md': 'see `core/gone.ts`' },
    ['docs/adr/0001-a.md:1 documents'],
  ],
  ['this checkout', checkMachinePaths, { 'README.md': 'a\nsee /home/someone/msd/src\n' }, ['README.md:2 machine-path']],
  ['a registry', checkMachinePaths, { 'a.json': `"https://${'registry'}.example.org/zod"` }, ['a.json:1 machine-path']],
  [
    'a package nobody declared',
    checkPackages,
    { 'src/world/w.ts': "import x from '@a/b/c';" },
    ['src/world/w.ts:1 packages'],
  ],
  [
    'a bundled package as dependency',
    checkPackages,
    { 'package.json': '{"dependencies":{\n"zod":"1"}}' },
    ['package.json:2 packages'],
  ],
  [
    'a package nobody uses',
    checkPackages,
    { 'package.json': '{"devDependencies":{"zod":"1",\n"ora":"1"}}' },
    ['package.json:2 packages'],
  ],
  [
    'a lock that names hosts',
    checkPackages,
    { 'package-lock.json': '{\n"resolved": "x"}' },
    ['package-lock.json:2 packages'],
  ],
];

const BASE = {
  ...CLEAN,
  'docs/adr/0001-a.md': '# 0001 a\n',
  'docs/adr/README.md': '(0001-a.md)',
  'package.json': '{"devDependencies":{"zod":"1"}}',
};

test('a clean tree has no findings', () => {
  for (const check of [
    checkLayers,
    checkCycles,
    checkShape,
    checkEffects,
    checkDecisions,
    checkDocuments,
    checkMachinePaths,
    checkPackages,
  ])
    assert.deepEqual(found(check as Check, BASE), []);
});

for (const [name, check, change, expected] of FAULTS) {
  test(`red: ${name}`, () => {
    assert.deepEqual(found(check as Check, { ...BASE, ...change }), expected);
  });
}

test('words about an effect are no effect', () => {
  const text = [
    '// console.log and process.exit(1)',
    'const a = \'process.env\', b = "Math.random()", c = /new Date\\(\\)/;',
    'const d = `console.log(${a} new Date() ${`x${b}process.exit`})`;',
    'export const e = [a, b, c, d]; /* setTimeout( */',
  ].join('\n');
  assert.deepEqual(found(checkEffects, { 'src/core/c.ts': text }), []);
});

test('a reason beside it, or at the head of the file, allows what is otherwise refused', () => {
  assert.deepEqual(
    found(checkEffects, { 'src/world/w.ts': '// house-allow exit-code: a process of its own\nprocess.exit(1);' }),
    [],
  );
  assert.deepEqual(found(checkEffects, { 'src/world/w.ts': '// house-allow exit-code:\nprocess.exit(1);' }), [
    'src/world/w.ts:2 exit-code',
  ]);
  const long = `// house-allow long-file: one table\n${'let a;\n'.repeat(400)}`;
  assert.deepEqual(found(checkShape, { 'src/core/c.ts': long }), []);
});
