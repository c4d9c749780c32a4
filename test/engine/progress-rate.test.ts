import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRate } from '../../src/engine/progress-rate.js';
import { TestClock } from '../rig/clock.js';

test('a burst passes, a flood is counted, and the count is said with the next line that passes', () => {
  const clock = new TestClock();
  const shown: string[] = [];
  const tell = limitRate(clock, (line) => shown.push(line));
  for (let i = 0; i < 1000; i++) tell(`line ${i}`);
  assert.deepEqual([shown.length, shown.at(-1)], [20, 'line 19']);
  clock.advance(500);
  tell('later');
  assert.deepEqual(shown.slice(20), ['(980 lines not shown; the log has all)', 'later']);
});

test('an agent that says two lines a second is shown whole', () => {
  const clock = new TestClock();
  const shown: string[] = [];
  const tell = limitRate(clock, (line) => shown.push(line));
  for (let i = 0; i < 200; i++) {
    tell(`line ${i}`);
    clock.advance(500);
  }
  assert.equal(shown.length, 200);
});
