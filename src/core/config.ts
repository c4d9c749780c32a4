import * as z from 'zod/mini';
import { readHostSettings } from './run/host-settings.js';
import { parseDuration } from './duration.js';

/**
 * The settings of `.planning/config.json` that msd reads, as they apply (defaults filled in). The file is the user's and
 * is shared with GSD: keys that are not msd's are left alone.
 */
export interface Config {
  /** Only the boolean `false` of `workflow.use_worktrees` opts out of isolation (DESIGN §6). */
  readonly useWorktrees: boolean;
  /** Plans worked on at once (`msd.jobs`, else `parallelization.max_concurrent_agents`, else 3). */
  readonly jobs: number;
  readonly host: string | null;
  /** Tracked content that names programs: run only when trusted (DESIGN §14). */
  readonly agentCommand: string | null;
  readonly check: string | null;
  readonly setup: string | null;
  /** What becomes of what an agent left uncommitted. */
  readonly leftovers: 'declared' | 'all' | 'salvage' | 'fail';
  /** What becomes of changes outside the paths that a plan declares. */
  readonly undeclared: 'advise' | 'stop';
  readonly proposals: 'ask' | 'accept' | 'decline';
  /** Milliseconds. */
  readonly planTimeoutMs: number;
  /** An agent without a sign of work for so long is said to stall (`msd.stallAfter`); milliseconds. */
  readonly stallAfterMs: number;
  readonly onStall: 'warn' | 'kill';
  /** Relative to the project's root, inside it; null for `.msd/worktrees`. */
  readonly worktreesDir: string | null;
  readonly worktreesCopy: readonly string[];
  readonly protectedBranches: readonly string[];
  readonly subRepos: readonly string[];
  /** Agent types that count as executors besides `msd-executor`. */
  readonly executors: readonly string[];
  /** The guards refuse a missing isolation parameter instead of adding it. */
  readonly guardStrict: boolean;
}

/** A value that is not what its key takes. */
export interface ConfigProblem {
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

export const DEFAULT_JOBS = 3;
export const DEFAULT_PLAN_TIMEOUT_MS = 2 * 60 * 60 * 1000;
export const DEFAULT_STALL_AFTER_MS = 10 * 60 * 1000;

const text = z.string().check(z.minLength(1), z.maxLength(4096));
const texts = z.array(text);
const jobs = z.int().check(z.minimum(1), z.maximum(256));

/** What msd reads of the file and which values it takes; `config-schema.ts` publishes it for editors. */
export const CONFIG_SHAPE = z.looseObject({
  $schema: z.optional(z.string()),
  workflow: z.optional(z.looseObject({ use_worktrees: z.optional(z.boolean()) })),
  parallelization: z.optional(
    z.union([
      z.boolean(),
      z.looseObject({ enabled: z.optional(z.boolean()), max_concurrent_agents: z.optional(jobs) }),
    ]),
  ),
  git: z.optional(z.looseObject({ protected_branches: z.optional(texts) })),
  planning: z.optional(z.looseObject({ sub_repos: z.optional(texts) })),
  worktrees: z.optional(z.looseObject({ dir: z.optional(text), copy: z.optional(texts), setup: z.optional(text) })),
  msd: z.optional(
    z.looseObject({
      jobs: z.optional(jobs),
      host: z.optional(text),
      agentCommand: z.optional(text),
      check: z.optional(text),
      leftovers: z.optional(z.enum(['declared', 'all', 'salvage', 'fail'])),
      undeclared: z.optional(z.enum(['advise', 'stop'])),
      proposals: z.optional(z.enum(['ask', 'accept', 'decline'])),
      planTimeout: z.optional(text),
      stallAfter: z.optional(text),
      onStall: z.optional(z.enum(['warn', 'kill'])),
      executors: z.optional(texts),
      // Its own reader judges it: `run/host-settings.ts`.
      hosts: z.optional(z.unknown()),
      guard: z.optional(z.looseObject({ strict: z.optional(z.boolean()) })),
    }),
  ),
});

const TEXT = 'a text';
const TEXTS = 'a list of texts';
const FLAG = 'true or false';
const NUMBER = 'a whole number from 1 to 256';
const DURATION = 'a duration such as "90s", "10m" or "2h"';

/** What each key takes, in words; sections too, where something else than an object stands in their place. */
export const ACCEPTED: Readonly<Record<string, string>> = {
  ...{ $schema: TEXT, msd: 'an object', workflow: 'an object', worktrees: 'an object', git: 'an object' },
  ...{ planning: 'an object', parallelization: 'true, false or an object', 'msd.guard': 'an object' },
  'msd.host': TEXT,
  'msd.agentCommand': TEXT,
  'msd.jobs': NUMBER,
  'msd.check': TEXT,
  'msd.leftovers': '"declared", "all", "salvage" or "fail"',
  'msd.undeclared': '"advise" or "stop"',
  'msd.proposals': '"ask", "accept" or "decline"',
  'msd.planTimeout': DURATION,
  'msd.stallAfter': DURATION,
  'msd.onStall': '"warn" or "kill"',
  'msd.executors': TEXTS,
  'msd.guard.strict': FLAG,
  'msd.hosts': "an object with a host's name for each key",
  'worktrees.dir': 'a path inside the project',
  'worktrees.copy': 'paths or patterns inside the project, such as ".env" or "certs/**"',
  'worktrees.setup': TEXT,
  'workflow.use_worktrees': FLAG,
  'parallelization.enabled': FLAG,
  'parallelization.max_concurrent_agents': NUMBER,
  'git.protected_branches': TEXTS,
  'planning.sub_repos': TEXTS,
};

/**
 * Checks a parsed config and fills in defaults.
 * @param raw what `JSON.parse` gave; `undefined` where there is no file
 */
export function readConfigValue(raw: unknown): { config: Config; problems: readonly ConfigProblem[] } {
  const parsed = CONFIG_SHAPE.safeParse(raw ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap(deepest).map((path) => {
      const key = path.join('.');
      return { key, found: show(at(raw, path)), accepted: ACCEPTED[key] ?? acceptedInside(path) };
    });
    return { config: fill({}), problems };
  }
  const config = fill(parsed.data);
  const problems: ConfigProblem[] = readHostSettings(parsed.data.msd?.hosts, 'project').problems.map((one) => ({
    ...one,
    key: one.key === '' ? 'msd.hosts' : `msd.hosts.${one.key}`,
  }));
  for (const name of ['planTimeout', 'stallAfter'] as const) {
    const said = parsed.data.msd?.[name];
    const key = `msd.${name}`;
    if (said !== undefined && parseDuration(said) === null)
      problems.push({ key, found: show(said), accepted: ACCEPTED[key]! });
  }
  if (config.worktreesDir !== null && !staysInside(config.worktreesDir))
    problems.push({ key: 'worktrees.dir', found: show(config.worktreesDir), accepted: ACCEPTED['worktrees.dir']! });
  for (const glob of config.worktreesCopy.filter((one) => !staysInside(one)))
    problems.push({ key: 'worktrees.copy', found: show(glob), accepted: ACCEPTED['worktrees.copy']! });
  return { config, problems };
}

function fill(data: z.infer<typeof CONFIG_SHAPE>): Config {
  const parallel = data.parallelization;
  const fromParallel =
    parallel === false || (typeof parallel === 'object' && parallel.enabled === false)
      ? 1
      : typeof parallel === 'object'
        ? parallel.max_concurrent_agents
        : undefined;
  return {
    useWorktrees: data.workflow?.use_worktrees !== false,
    jobs: data.msd?.jobs ?? fromParallel ?? DEFAULT_JOBS,
    host: data.msd?.host ?? null,
    agentCommand: data.msd?.agentCommand ?? null,
    check: data.msd?.check ?? null,
    setup: data.worktrees?.setup ?? null,
    leftovers: data.msd?.leftovers ?? 'declared',
    undeclared: data.msd?.undeclared ?? 'advise',
    proposals: data.msd?.proposals ?? 'ask',
    planTimeoutMs: parseDuration(data.msd?.planTimeout ?? '') ?? DEFAULT_PLAN_TIMEOUT_MS,
    stallAfterMs: parseDuration(data.msd?.stallAfter ?? '') ?? DEFAULT_STALL_AFTER_MS,
    onStall: data.msd?.onStall ?? 'warn',
    worktreesDir: data.worktrees?.dir ?? null,
    worktreesCopy: data.worktrees?.copy ?? [],
    protectedBranches: data.git?.protected_branches ?? [],
    subRepos: data.planning?.sub_repos ?? [],
    executors: data.msd?.executors ?? [],
    guardStrict: data.msd?.guard?.strict ?? false,
  };
}

/**
 * Where a value is wrong: the issue's own path, or where only alternatives were given, the paths of the one that comes
 * nearest (that fails deepest).
 */
function deepest(issue: z.core.$ZodIssue): readonly (readonly PropertyKey[])[] {
  if (issue.code !== 'invalid_union') return [issue.path];
  const below = issue.errors.flatMap((alternative) => alternative.map((one) => [...issue.path, ...one.path]));
  const inside = below.filter((path) => path.length > issue.path.length);
  return inside.length > 0 ? inside : [issue.path];
}

/** An entry of a list. */
function acceptedInside(path: readonly PropertyKey[]): string {
  return typeof path.at(-1) === 'number' ? TEXT : 'another type';
}

function staysInside(path: string): boolean {
  return (
    !/^(?:[/\\]|[A-Za-z]:)/.test(path) &&
    !path.split(/[/\\]/).includes('..') &&
    path !== '.git' &&
    !path.startsWith('.git/')
  );
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
  return here;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
