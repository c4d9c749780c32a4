import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readResultFile } from '../../../src/world/processes/result-file.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

test('a result file is read as what it is, or named as what it is not', (t) => {
  const path = (name: string) => join(folder, name);
  const folder = temporaryFolder(t);
  const problem = (name: string) => readResultFile(path(name)).resultProblem;
  assert.deepEqual(readResultFile(path('none')), { result: null, resultProblem: null });
  writeFileSync(path('good'), '\ufeff{"status":"checkpoint","question":"Which?","more":1}');
  assert.deepEqual(readResultFile(path('good')).result, {
    status: 'checkpoint',
    reason: null,
    question: 'Which?',
    summary: null,
    noChanges: false,
  });
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /empty/],
    ['done', /not JSON/],
    ['[]', /not a JSON object/],
    ['{"status":"finished"}', /"status" is not one of/],
    ['{"status":"done","reason":5}', /"reason" is not a string/],
    ['{"status":"done","noChanges":"yes"}', /"noChanges"/],
    [`{"status":"done","summary":"${'x'.repeat(70_000)}"}`, /longer than/],
  ];
  for (const [text, words] of wrong) {
    writeFileSync(path('wrong'), text);
    assert.match(problem('wrong') ?? '', words, text.slice(0, 40));
  }
  symlinkSync(path('good'), path('link'));
  assert.match(problem('link') ?? '', /cannot be read/);
  mkdirSync(path('folder'));
  assert.match(problem('folder') ?? '', /not a plain file/);
  execFileSync('mkfifo', [path('pipe')]);
  assert.match(problem('pipe') ?? '', /not a plain file/);
});
