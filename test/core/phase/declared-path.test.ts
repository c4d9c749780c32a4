import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDeclaredPaths } from '../../../src/core/phase/declared-path.js';
import { isDeclared } from '../../../src/core/phase/undeclared-paths.js';

const ROOT = '/home/me/project';
/** Paths as read: `x/` for a directory, `*` behind patterns; else the kind. */
function read(entry: string): string {
  return readDeclaredPaths(entry, ROOT)
    .map((one) => (one.kind === 'path' ? `${one.path}${one.directory ? '/' : ''}${one.glob ? ' *' : ''}` : one.kind))
    .join(', ');
}

for (const [entry, expected] of [
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['src/x/../a.ts', 'src/a.ts'],
  ['src//a.ts', 'src/a.ts'],
  ['src/lib/', 'src/lib/'],
  ['src\\win\\a.ts', 'src/win/a.ts'],
  ['/home/me/project/src/a.ts', 'src/a.ts'],
  ['.', '/'],
  ['./', '/'],
  ['cafe\u0301.ts', 'caf\u00e9.ts'],
  ['Makefile', 'Makefile'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['docs/My File.md', 'docs/My File.md'],
  ['my dir/file.md', 'my dir/file.md'],
  ['src/app/(group)/[slug]/page.tsx', 'src/app/(group)/[slug]/page.tsx'],
  ['src/app/[...all]/route.ts', 'src/app/[...all]/route.ts'],
  // Notes are no part of it.
  ['src/a.ts (NEW)', 'src/a.ts'],
  ['zh_CN.po (MODIFIED — if not there, add it)', 'zh_CN.po'],
  ['src/a.ts # why', 'src/a.ts'],
  ['src/a.ts — why', 'src/a.ts'],
  ['src/a.ts - why', 'src/a.ts'],
  ['src/a.ts: the handler', 'src/a.ts'],
  ['src/a.ts:12-40', 'src/a.ts'],
  ['`src/a.ts`', 'src/a.ts'],
  ['`src/a.ts` (new)', 'src/a.ts'],
  ['src/app/(app)/x.tsx (a note)', 'src/app/(app)/x.tsx'],
  ['**src/a.ts**', 'src/a.ts'],
  ['- [x] `src/a.ts` (done)', 'src/a.ts'],
  ['src/a.ts → src/b.ts', 'src/a.ts, src/b.ts'],
  ['src/a.ts -> moved away', 'src/a.ts'],
  // Patterns.
  ['src/**/*.ts', 'src/**/*.ts *'],
  ['lib/*_test.exs', 'lib/*_test.exs *'],
  ['db/<timestamp>_add.exs', 'db/*_add.exs *'],
  ['src/{a,b}.ts', 'src/a.ts, src/b.ts'],
  ['src/{a,b}/{c,d}', 'src/a/c, src/a/d, src/b/c, src/b/d'],
  ['{phase}/a.ts', '*/a.ts *'],
  // Outside.
  ['../outside', 'outside'],
  ['src/../../x', 'outside'],
  ['/etc/passwd', 'outside'],
  ['C:\\x\\y.ts', 'outside'],
  ['~/.bashrc', 'outside'],
  ['https://example.com/a', 'outside'],
  // Not paths.
  ['TBD', 'prose'],
  ['various files under src/app', 'prose'],
  ['update src/app.ts', 'prose'],
  ['src/a.ts, src/b.ts', 'prose'],
  ['', 'prose'],
] as const)
  test(`${JSON.stringify(entry)} → ${expected}`, () => assert.equal(read(entry), expected));

test('too many braces are a pattern', () => {
  assert.equal(read('{1,2,3,4,5}{1,2,3,4,5}{1,2,3,4,5}{1,2,3,4,5}.ts'), '*.ts *');
});

test('whatever is written, no path leads out of the root', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    'a',
    'b c',
    '/',
    '\\',
    '{a,..}',
    '*',
    '<x>',
    '',
    '~',
    'C:',
    '(x)',
    '[y]',
    '#',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join('/')),
        fc.string(),
      ),
      (entry) => {
        for (const one of readDeclaredPaths(entry, ROOT)) {
          if (one.kind !== 'path') continue;
          assert.ok(!one.path.split('/').includes('..'), one.path);
          assert.ok(!one.path.startsWith('/') && !one.path.includes('\\'), one.path);
        }
      },
    ),
  );
});

test('a path is declared by itself, by a directory above it, by a pattern, and in any case where the disk does not care', () => {
  assert.ok(isDeclared(['src/a.ts'], 'src/a.ts', false));
  assert.ok(isDeclared(['src/'], 'src/x/a.ts', false));
  assert.ok(isDeclared(['src/**/*.ts'], 'src/x/a.ts', false));
  assert.ok(isDeclared(['./'], 'anything', false));
  assert.ok(!isDeclared(['src/a.ts'], 'src/a.tsx', false));
  assert.ok(!isDeclared(['SRC/A.ts'], 'src/a.ts', false));
  assert.ok(isDeclared(['SRC/A.ts'], 'src/a.ts', true));
  assert.ok(!isDeclared([], 'a', false));
});
