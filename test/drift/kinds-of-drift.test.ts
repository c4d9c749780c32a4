import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { lintDrift } from '#root/scripts/drift/lint.js';
import { asLine, copyTree, planted, readCases } from './cases.js';

suite('each kind of drift, each way of spelling it, planted in a copy of the tree', () => {
  let tree = '';
  before(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'msd drift-')));
    copyTree(tree);
  });
  after(() => rmSync(tree, { recursive: true, force: true }));

  for (const { name, file, red, text } of [...readCases('red'), ...readCases('green')]) {
    test(name, async () => {
      const found = await planted(tree, file, text, async () => ({
        quick: await lintDrift(tree),
        thorough: await lintDrift(tree, { thorough: true }),
      }));
      for (const { findings } of [found.quick, found.thorough]) {
        assert.deepEqual(
          findings
            .filter((each) => each.file === file)
            .map(asLine)
            .sort(),
          red,
        );
        for (const finding of findings) assert.notEqual(finding.use, '');
      }
    });
  }

  test('the copy without anything planted is green', async () => {
    assert.deepEqual((await lintDrift(tree)).findings, []);
    assert.deepEqual((await lintDrift(tree, { thorough: true })).findings, []);
  });
});
