import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import * as mirror from '#hooks/lib/dispatch-identity.js';
import * as owner from '../../src/core/phase/phase-token.js';

/** Hooks cannot import the owner of the phase grammar; this holds their copy to it (ADR 0004). */

/** Strings near the grammar: tokens, and tokens with something wrong. */
const nearly = fc.oneof(
  fc.stringMatching(/^[0-9]{1,4}[A-Za-z]?(\.[0-9]{1,3}){0,3}$/),
  fc
    .array(fc.constantFrom('0', '03', '12', 'a', 'A', 'B', '.', '-', ' ', '\n', '３', 'ſ', 'ı', '\u0000'), {
      maxLength: 7,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

test('one source', () => {
  assert.equal(mirror.PHASE_TOKEN_SOURCE, owner.PHASE_TOKEN_SOURCE);
  assert.equal(mirror.PHASE_TOKEN_PATTERN.source, owner.PHASE_TOKEN_PATTERN.source);
  assert.equal(mirror.PHASE_TOKEN_PATTERN.flags, owner.PHASE_TOKEN_PATTERN.flags);
});

test('the same texts are tokens, with the same keys', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      const token = owner.parsePhaseToken(text);
      assert.equal(mirror.parsePhaseToken(text), token);
      if (token !== null) assert.equal(mirror.phaseKey(token), owner.phaseKey(token));
    }),
    { numRuns: 5000 },
  );
});

test('the same texts mean one phase', () => {
  fc.assert(
    fc.property(nearly, nearly, (a, b) => {
      const [x, y] = [owner.parsePhaseToken(a), owner.parsePhaseToken(b)];
      const same = a === b || (x !== null && y !== null && owner.phaseKey(x) === owner.phaseKey(y));
      assert.equal(mirror.samePhase(a, b), same);
    }),
    { numRuns: 5000 },
  );
});
