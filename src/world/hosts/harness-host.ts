import type { Host } from './port.js';

/**
 * Stands for a host in a run that its own session drives: that starts the agents by its tool, so nothing is ever started
 * from here.
 * @param harnessFlag the parameter by which its tool isolates one agent
 */
export const harnessHost = (name: string, harnessFlag: string): Host => ({
  name,
  version: null,
  isolation: 'harness-worktree',
  harnessFlag,
  invocation: () => ({ argv: [`${name}-starts-its-own-agents`], env: {}, promptOnStdin: false }),
  verdict: () => ({ kind: 'ended' }),
  report: () => ({ usage: null, denied: [] }),
  progress: (line) => line,
});
