import type { Result } from '../../src/core/result.js';

/** The value of a result that has to be one; a failure ends the test, told in full. */
export function must<T, F>(result: Result<T, F>): T {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${JSON.stringify(result.error)}`);
}
