import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  comparePhases,
  type PhaseKey,
  type PhaseToken,
  parsePhaseDirectory,
  parsePhaseToken,
  phaseKey,
  phaseParts,
  renderPhase,
} from '../../../src/core/phase/phase-token.js';

const key = (text: string): PhaseKey => {
  const token = parsePhaseToken(text);
  assert.ok(token, `${text} is a phase`);
  return phaseKey(token);
};
const token = fc
  .tuple(
    fc.stringMatching(/^[0-9]{1,5}$/),
    fc.constantFrom('', 'a', 'A', 'z'),
    fc.array(fc.stringMatching(/^[0-9]{1,3}$/), { maxLength: 3 }),
  )
  .map(([digits, letter, decimals]) => [digits + letter, ...decimals].join('.') as PhaseToken);

for (const text of ['3', '03', '003', '0', '12A', '12a', '12.1', '12.1.2', '12A.1', '12.01', '008', '2026']) {
  test(`${text} is a phase`, () => assert.equal(parsePhaseToken(text), text));
}
for (const text of [
  '',
  '12AB',
  '12.A',
  '1.',
  '1..2',
  '1 ',
  ' 1',
  '1\n',
  '3; rm',
  '03-auth',
  '03-auth.',
  '2-4',
  'CK-01',
  'abc',
  'v1.0',
  '３',
  '.1',
  'A',
  '-1',
  '+1',
  '1e3',
  '1_0',
  '٣',
]) {
  test(`${JSON.stringify(text)} is not a phase`, () => assert.equal(parsePhaseToken(text), null));
}

test('leading zeros of the whole number and the case of the letter do not count', () => {
  assert.equal(key('03'), '3');
  assert.equal(key('003'), key('3'));
  assert.equal(key('000'), '0');
  assert.equal(key('12a'), key('012A'));
});

test('decimals compare as written', () => {
  assert.notEqual(key('22.1'), key('22.10'));
  assert.notEqual(key('4.1'), key('4.01'));
  assert.equal(key('04.1'), key('4.1'));
});

test('the order of phases', () => {
  const ordered = [
    '0',
    '3',
    '3.1',
    '3.01',
    '3.9',
    '3.10',
    '3A',
    '3A.1',
    '3B',
    '9',
    '10',
    '36',
    '36.1',
    '36.1.1',
    '36.2',
    '99999999999999999999',
    '100000000000000000000',
  ].map(key);
  const shuffled = [...ordered].reverse().sort(comparePhases);
  assert.deepEqual(shuffled, ordered);
});

test('a directory name holds its token to the end or a dash', () => {
  assert.deepEqual(parsePhaseDirectory('03-auth'), { token: '03', slug: 'auth' });
  assert.deepEqual(parsePhaseDirectory('19-1m-bench'), { token: '19', slug: '1m-bench' });
  assert.deepEqual(parsePhaseDirectory('phase-4'), { token: '4', slug: null });
  assert.deepEqual(parsePhaseDirectory('Phase-4.1-x'), { token: '4.1', slug: 'x' });
  assert.deepEqual(parsePhaseDirectory('7'), { token: '7', slug: null });
  for (const name of ['M11-x', 'v5.2-x', 'INV-02-x', '12AB-x', '03_auth', '03 auth', '-3', '', 'phase', 'phase-x']) {
    assert.equal(parsePhaseDirectory(name), null, name);
  }
});

test('what is rendered is read back to the same parts, and keys are stable', () => {
  fc.assert(
    fc.property(token, (text) => {
      const parsed = parsePhaseToken(text);
      assert.equal(parsed, text);
      const rendered = renderPhase(phaseParts(text));
      assert.ok(parsePhaseToken(rendered));
      assert.deepEqual(phaseParts(rendered), phaseParts(text));
      assert.equal(phaseKey(rendered as string as PhaseToken), rendered);
    }),
  );
});

test('the order is total and agrees with equality of keys', () => {
  fc.assert(
    fc.property(token, token, token, (a, b, c) => {
      const [x, y, z] = [phaseKey(a), phaseKey(b), phaseKey(c)];
      assert.equal(Math.sign(comparePhases(x, y)) + Math.sign(comparePhases(y, x)), 0);
      assert.equal(comparePhases(x, y) === 0, x === y);
      if (comparePhases(x, y) <= 0 && comparePhases(y, z) <= 0) assert.ok(comparePhases(x, z) <= 0);
    }),
  );
});
