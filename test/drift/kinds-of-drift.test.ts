import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { lintDrift } from '#root/scripts/drift/lint.js';
import { asLine, copyTree, plant, readCases } from './cases.js';

type Report = Awaited<ReturnType<typeof lintDrift>>;

const CASES = [...readCases('red'), ...readCases('green')];

suite('each kind of drift, each way of spelling it, planted in a copy of the tree', () => {
  let tree = '';
  let clean: Report[] = [];
  let reports: Report[] = [];
  before(async () => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'msd drift-')));
    copyTree(tree);
    clean = [await lintDrift(tree), await lintDrift(tree, { thorough: true })];
    for (const { file, text } of CASES) plant(tree, file, text);
    reports = [await lintDrift(tree), await lintDrift(tree, { thorough: true })];
  });
  after(() => rmSync(tree, { recursive: true, force: true }));

  test('the copy without anything planted is green', () => {
    for (const { findings } of clean) assert.deepEqual(findings, []);
  });

  for (const { name, file, red } of CASES)
    test(name, () => {
      for (const { findings } of reports) {
        const here = findings.filter((finding) => finding.file === file);
        assert.deepEqual(here.map(asLine).sort(), red);
        for (const finding of here) assert.ok(finding.found !== '' && finding.use !== '');
      }
    });

  test('nothing else is red', () => {
    const planted = new Set(CASES.map(({ file }) => file));
    for (const { findings } of reports)
      assert.deepEqual(
        findings.filter(({ file }) => !planted.has(file)),
        [],
      );
  });
});
