import type { Host } from './port.js';

/**
 * Stands in for a host that is not there, in a run that has nobody to start: a phase that is home already only lands. A
 * dispatch would end as an agent's program that cannot be started.
 */
export const idleHost = (name: string): Host => ({
  name,
  version: null,
  isolation: 'orchestrator-worktree',
  harnessFlag: null,
  invocation: () => ({ argv: [`no-program-of-host-${name}`], env: {}, promptOnStdin: false }),
  verdict: () => ({ kind: 'ended' }),
  report: () => ({ usage: null, denied: [] }),
  progress: (line) => line,
});
