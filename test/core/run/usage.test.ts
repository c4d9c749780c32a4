import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageText } from '../../../src/cli/print/usage.js';
import { addUsage, amount } from '../../../src/core/run/usage.js';

const usage = (inputTokens: number, cachedTokens: number, outputTokens: number, usd: number | null) => ({
  inputTokens,
  cachedTokens,
  outputTokens,
  usd,
});

test('what sessions used adds up; a price that some do not name is the sum of those named', () => {
  assert.equal(addUsage([]), null);
  assert.equal(addUsage([null, null]), null);
  assert.deepEqual(addUsage([usage(1, 0, 2, null), null, usage(10, 5, 20, null)]), usage(11, 5, 22, null));
  assert.deepEqual(addUsage([usage(1, 0, 2, 0.5), usage(1, 0, 2, null)]), usage(2, 0, 4, 0.5));
});

test('what cannot be a count or a price is none', () => {
  for (const odd of [-1, Number.NaN, Number.POSITIVE_INFINITY, '3', null, undefined, {}]) assert.equal(amount(odd), 0);
  assert.equal(amount(1.5), 1.5);
});

test('it is said in few words', () => {
  assert.equal(usageText(usage(999, 0, 0, null)), '999 tokens in, 0 out');
  assert.equal(usageText(usage(12_345, 8000, 1200, 0.0412)), '12.3k tokens in (8k cached), 1.2k out, $0.0412');
  assert.equal(usageText(usage(999_960, 0, 2_500_000, 12.3)), '1M tokens in, 2.5M out, $12.30');
});
