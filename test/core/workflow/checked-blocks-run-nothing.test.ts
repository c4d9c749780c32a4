import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import fc from 'fast-check';
import { workflowProblems } from '../../../src/core/workflow/read-workflow.js';
import { readShellBlock } from '../../../src/core/workflow/shell-block.js';
import { findWorkflow, workflowLibrary } from '../../../src/world/workflow-files.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** How many blocks are put together; a longer hunt: MSD_FUZZ=20000. */
const RUNS = Number(process.env['MSD_FUZZ'] ?? 150);

/** What shell text is made of, whole and broken, with placeholders in good and bad places. */
const PIECES = [
  ...['{{x}}', '{{x}}', '{{x}}', ' ', ' ', '\n', '\n', ';', '; ', '&& ', '| ', '\\', '\\\n', "'", '"', '`', '#', ' # '],
  ...[
    '$',
    "$'",
    '$"',
    '$(',
    '${',
    '${v',
    '$((',
    '((',
    '(',
    ')',
    '))',
    '}',
    '{ ',
    '; }',
    '[[ ',
    ' ]]',
    '[ ',
    ' ]',
    '<<E\n',
    "<<'E'\n",
    '\nE\n',
  ],
  ...[
    '<<< ',
    '> ',
    '< ',
    'echo ',
    'printf ',
    "'%s'",
    ': ',
    'v=',
    'v={{x}}',
    '$v',
    '"$v"',
    'eval ',
    'sh -c ',
    'test ',
    'let ',
    'export ',
    'read v',
  ],
  ...[
    'for v in ',
    '; do ',
    '; done',
    'if ',
    '; then ',
    '; fi',
    'case ',
    ' in ',
    ') ',
    ';; esac',
    'while ',
    'f() ',
    'f ',
    '| sh',
    '"$1"',
    'set -- ',
    'exec ',
    '> f',
    'cat f',
    '. ./f',
    '-eq',
    '-v',
    '=',
    '1',
    'a',
    '[',
    '*',
    '~',
    '!',
  ],
];
const script = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const VALUES = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned;',
  '"; touch pwned; #',
  "'; touch pwned; '",
  'a[$(touch pwned)]',
  'touch pwned',
  '\ntouch pwned\n',
  '|touch pwned',
];
const SHELLS = [
  ['/bin/sh', []],
  ['/bin/bash', ['--norc', '--noprofile']],
  ['/bin/dash', []],
] as const;

test('a block that the check passes runs nothing of a value, whatever shell runs it', (t) => {
  const folder = temporaryFolder(t);
  let runs = 0;
  const shells = SHELLS.filter(([shell]) => existsSync(shell));
  fc.assert(
    fc.property(script, fc.constantFrom(...VALUES), (source, value) => {
      const problems: string[] = [];
      const block = readShellBlock(source, { file: 'w.md', line: 1 }, (code) => problems.push(code));
      fc.pre(problems.length === 0 && block.bindings.length > 0);
      // What an earlier block wrote is none of this one's.
      const cwd = join(folder, String(++runs));
      mkdirSync(cwd);
      for (const [shell, args] of shells) {
        const env = { PATH: '/usr/bin:/bin', MSD_IN_1: value };
        try {
          execFileSync(shell, [...args, '-eu', '-c', block.script], {
            cwd,
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
            timeout: 10_000,
          });
        } catch {
          // A block may fail; it may not obey.
        }
        assert.equal(existsSync(join(cwd, 'pwned')), false, `${shell}: ${block.script}`);
      }
    }),
    { numRuns: RUNS, maxSkipsPerRun: 10_000 },
  );
});

test('whatever a file holds, reading it ends with problems or a workflow', () => {
  const library = workflowLibrary(null);
  const shipped = findWorkflow(library, 'execute-phase');
  assert.ok(shipped.ok);
  const { text } = shipped.value;
  const cut = fc.nat(text.length);
  const mutated = fc
    .tuple(
      cut,
      cut,
      fc.oneof(
        script,
        fc.string({ unit: 'binary' }),
        fc.constantFrom('```', '~~~', '---\n', '{{', '}}', '{{#if ', '{{include executor-task}}'),
      ),
    )
    .map(([from, to, put]) => text.slice(0, Math.min(from, to)) + put + text.slice(Math.max(from, to)));
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 300 })), (file) => {
      const { problems } = workflowProblems('execute-phase', { file: 'w.md', text: file }, library.reference);
      for (const { line } of problems) assert.ok(line >= 1 && line <= file.split(/\r\n|[\n\r]/).length + 60);
    }),
    { numRuns: RUNS },
  );
});
