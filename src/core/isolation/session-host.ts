import type { HostFacts } from './facts.js';
import type { Isolation } from './vocabulary.js';

/**
 * What each host can do for a dispatch that its own model starts. (A run that msd drives makes its worktrees itself, on every
 * host.) Hosts without a parameter of a dispatch and without a program that msd can start in a directory cannot isolate.
 */
export const SESSION_HOSTS: readonly HostFacts[] = [
  host('claude', 'harness-worktree', 'isolation="worktree"', true),
  host('cursor', 'harness-worktree', '--worktree'),
  host('codex', 'orchestrator-worktree'),
  host('opencode', 'orchestrator-worktree'),
  host('copilot', 'none'),
  host('gemini', 'none'),
  host('command', 'orchestrator-worktree'),
];

/** msd makes the worktree: the host of a run, and of a shell in which no host is known. */
export const MSD_ITSELF: HostFacts = host('command', 'orchestrator-worktree');

function host(
  name: string,
  isolation: Isolation,
  harnessFlag: string | null = null,
  forksFromRemote = false,
): HostFacts {
  return { name, isolation, harnessFlag, forksFromRemote };
}

export function sessionHost(name: string): HostFacts | null {
  return SESSION_HOSTS.find((host) => host.name === name) ?? null;
}

/** Variables that a host sets for the commands of its model. A person's own settings (`CODEX_HOME`) are not among them. */
const MARKS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['claude', /^CLAUDECODE$/],
  ['cursor', /^CURSOR_(?!TRACE_ID$)/],
  ['codex', /^CODEX_(?!HOME$)/],
  ['copilot', /^COPILOT_CLI$/],
  ['gemini', /^GEMINI_CLI$/],
  ['opencode', /^OPENCODE$/],
];

/** The host in whose session this environment was made, or null for a plain shell. */
export function hostOfEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  const set = Object.keys(env).filter((key) => env[key] !== undefined && env[key] !== '');
  return MARKS.find(([, mark]) => set.some((key) => mark.test(key)))?.[0] ?? null;
}
