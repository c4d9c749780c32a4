import { ACCEPTED } from './config.js';

/** What is told of a setting: in the published schema, by `msd config show`, in the README. */
export interface ConfigKey {
  /** As written in `.planning/config.json`, parts between dots. */
  readonly key: string;
  readonly what: string;
  /** As it would be written; null where nothing set means none. */
  readonly standard: unknown;
  /** The option of `msd execute-phase` that says otherwise for one run. */
  readonly option: string | null;
  /** It names a program: it counts once a person has accepted it (DESIGN §14). */
  readonly trust: boolean;
}

const key = (
  name: string,
  what: string,
  standard: unknown = null,
  more: { readonly option?: string; readonly trust?: boolean } = {},
): ConfigKey => ({ key: name, what, standard, option: more.option ?? null, trust: more.trust ?? false });

/** Every setting that msd reads, in the order in which people meet them. */
export const CONFIG_KEYS: readonly ConfigKey[] = [
  key('msd.host', 'who runs the agents; "command" where nothing is said', null, { option: '--host' }),
  key('msd.agentCommand', 'the program for host "command"', null, { option: '--agent-command', trust: true }),
  key('msd.jobs', 'plans worked on at once', 3, { option: '--jobs' }),
  key('msd.planTimeout', 'the longest an agent may work on one plan', '2h', { option: '--plan-timeout' }),
  key('msd.stallAfter', 'an agent without a sign of work for so long is reported', '10m', { option: '--stall-after' }),
  key('msd.onStall', 'what becomes of such an agent: "kill" ends it', 'warn', { option: '--on-stall' }),
  key('msd.proposals', "what becomes of an agent's proposal to depart from its plan", 'ask'),
  key('msd.check', 'a command that must pass in the worktree before the merge', null, { trust: true }),
  key('msd.leftovers', 'what becomes of what an agent left uncommitted', 'declared'),
  key('msd.undeclared', 'what becomes of changes outside the files that a plan declares', 'advise'),
  key('msd.executors', 'agent types that count as executors besides msd-executor', []),
  key('msd.guard.strict', 'the guards refuse a missing isolation parameter instead of adding it', false),
  key('msd.hosts', 'for each host the words of its command, and tools that it may use', null, { trust: true }),
  key('worktrees.dir', 'where worktrees are made, inside the project; .msd/worktrees where nothing is said'),
  key('worktrees.copy', 'ignored files to bring along into each worktree', []),
  key('worktrees.setup', 'a command for each new worktree', null, { trust: true }),
  key('workflow.use_worktrees', 'false: one plan after the other, in your checkout', true),
  key('parallelization.enabled', 'false: one plan at a time, where msd.jobs says nothing', true),
  key('parallelization.max_concurrent_agents', 'plans at once, where msd.jobs says nothing'),
  key('git.protected_branches', 'on these branches the work stays on a branch of its own', []),
  key('planning.sub_repos', 'repositories inside the project that is none itself', []),
];

/** What the key takes, for a person. */
export function acceptedBy(name: string): string {
  return ACCEPTED[name] ?? 'what the README says of it';
}
