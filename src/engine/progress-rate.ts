import type { Clock } from '../world/world.js';

/** Lines that may come at once, and a second. */
const BURST = 20;
const A_SECOND = 2;

/**
 * Passes an agent's lines of progress on, but no flood of them: an agent that prints much is read in its log, which holds
 * every line. What was left out is counted and said with the next line that passes.
 */
export function limitRate(clock: Clock, pass: (line: string) => void): (line: string) => void {
  let left = BURST;
  let last = clock.now().getTime();
  let omitted = 0;
  return (line) => {
    const now = clock.now().getTime();
    left = Math.min(BURST, left + ((now - last) / 1000) * A_SECOND);
    last = now;
    if (left < 1) {
      omitted++;
      return;
    }
    left--;
    if (omitted > 0) pass(`(${omitted} ${omitted === 1 ? 'line' : 'lines'} not shown; the log has all)`);
    omitted = 0;
    pass(line);
  };
}
