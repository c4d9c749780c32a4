import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDispatchIdentity, renderDispatchIdentityMarker } from '#hooks/lib/dispatch-identity.js';
import { planIdFault } from '../../src/core/phase/plan-id.js';

const near = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('0', '3', '-', 'a', 'é', '漢', ' ', '.', '_', '%', '(', ')', '+'),
    minLength: 1,
    maxLength: 220,
  }),
  fc.constantFrom(
    'plan',
    'PLAN',
    'phase',
    'none',
    'NULL',
    'plan_id',
    'plan-number',
    'undefined',
    '%PLAN%',
    '..',
    '.',
    '03-02',
    '03-$(x)',
    '03-{x}',
    'a'.repeat(200),
    'a'.repeat(201),
  ),
);

test('every id that the index lets run can be carried by a marker, and is read back from it', () => {
  fc.assert(
    fc.property(near, (id) => {
      if (planIdFault(id) !== null) return;
      const marker = renderDispatchIdentityMarker({ phase: '03', plan: id });
      assert.equal(parseDispatchIdentity(marker).plan, id, JSON.stringify(id));
    }),
    { numRuns: 2000 },
  );
});

test('ids as people write them are let run', () => {
  for (const id of [
    '03-02-hardening',
    '03-02',
    'M11-01-core',
    '12.71-10',
    '03-02 with blanks',
    '03-02-größe',
    '03-PLAN',
    'x'.repeat(200),
  ])
    assert.equal(planIdFault(id), null, id);
});
