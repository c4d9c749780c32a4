import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../../src/core/duration.js';

test('a duration is a number and a unit, ten years at most', () => {
  const cases: [string, number | null][] = [
    ['500ms', 500],
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['0s', 0],
    ['3650d', 315_360_000_000],
    ['3651d', null],
    ['999999999d', null],
    ['-5m', null],
    ['5', null],
    ['m', null],
    ['1.5h', null],
    ['1h30m', null],
    ['', null],
  ];
  for (const [text, ms] of cases) assert.equal(parseDuration(text), ms, text);
});
