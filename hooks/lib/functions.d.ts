// biome-ignore-all lint/suspicious/noExplicitAny: facts are of every kind, and payloads are what a host sends
/**
 * What the functions of the hooks take and give. Told here and not beside them, because every byte of a hook is read on every
 * call of a tool: at most six files and 48 KB (DESIGN §12).
 */

import type { Stats } from 'node:fs';
import type {
  AgentWorktree,
  Applying,
  DecisionRecord,
  DecisionScope,
  Dispatch,
  DispatchIdentity,
  FileText,
  FoundCheckout,
  FoundPlace,
  FoundProject,
  GuardedCall,
  Host,
  MarkerFields,
  RootProblem,
  Row,
  Sentinel,
  SentinelEntry,
  Settings,
  StdinText,
  StorePlace,
  UnusableCode,
  Verdict,
  WriteCall,
  WriteRow,
} from './types';

type Env = NodeJS.ProcessEnv;

// ---------------------------------------------------------------- untrusted-text.js

/** One line without hidden characters, of at most `limit` characters (64); a cut is shown by an ellipsis. What is not a string is shown as `(none)`. */
export type CleanText = (value: unknown, limit?: number) => string;
/** A path as hosts write it: Cursor writes some as URIs, and drives behind a slash. */
export type LocalPath = (text: string) => string;
/** Where this process was started, also where that has vanished. */
export type WorkingDirectory = () => string;
/** A plain file of at most `limit` bytes (1 MiB) without its byte order mark, through a link only where it may be `followed`. Never throws. */
export type ReadFile = (file: string, limit?: number, followed?: boolean) => FileText;
/** One plain value of a Markdown file's frontmatter, or null. */
export type Frontmatter = (text: string, key: string) => string | null;
/** Standard input within bounds. A sender that never closes is answered once it has sent a whole JSON document, or given up. */
export type ReadStdin = () => StdinText;
/** Makes reads of descriptor 0 return at once where it is a pipe or a socket. */
export type DoNotBlock = (stat: Stats) => void;

// ---------------------------------------------------------------- project-root.js

/**
 * The project that an absolute path belongs to, or null; anything else belongs to none. What has vanished stands for its
 * nearest parent that exists.
 */
export type FindProject = (dir: unknown) => FoundProject | null;
/**
 * Looks from `from` up to the top of its checkout (or of the disk); in a linked worktree at each directory's counterpart in the
 * main checkout too, so that the tracked copy of a project leads to the project. `inAgents`: nothing in an agent's worktree is a
 * project of its own.
 */
export type SearchUp = (from: string, checkout: FoundCheckout | null, inAgents: boolean) => FoundPlace | null;
/**
 * Whether a worktree's `.planning` is merely the copy that every worktree carries: tracked by its index, or a link to the main
 * checkout's. What is untracked there was made there, and is a project of its own.
 */
export type IsCopy = (at: string, main: string, relative: string, gitDir: string | null) => boolean;
/**
 * Whether a git directory's index holds an entry at or below `name` (relative to the checkout, forward slashes). Finds the name
 * and takes it for an entry's where the flags before it tell its length. True where the index cannot be understood: an odd
 * checkout is nearly always a copy.
 */
export type Tracks = (gitDir: string, name: string) => boolean;
/** The checkout that holds a directory, as git would find it. */
export type CheckoutOf = (dir: string) => FoundCheckout | null;
/** A checkout whose `.git` is a file: a linked worktree, a submodule, or a separate git directory. */
export type FromGitFile = (top: string, dotGit: string) => FoundCheckout;
/** For whom a linked worktree was made: msd's own by the record in its git directory, the hosts' by where they put them. */
export type AgentOf = (checkout: FoundCheckout) => AgentWorktree | null;
/** Where `.planning` or `.msd` is a symlink that leaves the checkout, or leads nowhere. */
export type LeavesCheckout = (link: string, boundary: string) => RootProblem | null;
/** Whether a path is another or lies below it; in nothing it does not. */
export type IsWithin = (file: string, dir: string | null) => boolean;

// ---------------------------------------------------------------- dispatch-identity.js

/** The text where it is a phase token from end to end, or null. */
export type ParsePhaseToken = (text: string) => string | null;
/** Whether two spellings mean one phase: by key where both are tokens, else only where they are the same text. */
export type SamePhase = (a: string, b: string) => boolean;
/**
 * The value as it may stand in a marker, or null. A phase is a token, or the whole name of a directory without a plain number in
 * front (`notes`, `M11-search`, `3AB-x`).
 */
export type MarkerValue = (value: unknown) => string | null;
/** The marker of a dispatch, or '' where parsing would not give both values back. Phase as its directory spells it, plan id from the index. */
export type RenderMarker = (identity: { readonly phase: string; readonly plan: string }) => string;
/** Every well-formed marker of a text. One pass: no character is looked at by two markers. */
export type ReadMarkers = (text: string) => MarkerFields[];
/**
 * The sentence that executors read, or '' where a part cannot stand on one line. It stays byte-identical: the marker is purely
 * additive. Phase as in the marker; `phaseName` is its slug.
 */
export type RenderProseFrame = (frame: {
  readonly planNumber: string;
  readonly phase: string;
  readonly phaseName: string | null;
}) => string;
/** The phases that the prose frames of a text name; null for a frame whose phase has no single reading. */
export type ReadProse = (text: string) => (string | null)[];
/** Who a dispatch is for, from all texts that it carries; what is not a string is passed over. */
export type ParseDispatchIdentity = (...texts: unknown[]) => DispatchIdentity;

// ---------------------------------------------------------------- isolation-sentinel.js

/** The sentinel of a project. Never throws, never changes anything. */
export type ReadSentinel = (project: { readonly msd: string }) => Sentinel;
export type ParseSentinel = (file: string, text: string, place: StorePlace | null) => Sentinel;
/** Real path and inode of `.msd/`, by which a copy is told from the original; null where there is none. */
export type PlaceOf = (msd: string) => StorePlace | null;
export type ReadRecord = (raw: unknown, place: StorePlace | null) => SentinelEntry;
/** Two records that claim one scope, each good by itself, are both unusable. */
export type MarkAmbiguous = (entries: SentinelEntry[]) => SentinelEntry[];
/** One text for each scope: phases by key, run and plan as they are. */
export type ScopeKey = (scope: DecisionScope) => string;
/** Whether a record may be used for a dispatch (null: for the dispatches of its own scope), or why not. `now` in milliseconds since 1970. */
export type Usability = (
  entry: SentinelEntry,
  dispatch: Dispatch | null,
  now: number,
) => { readonly usable: true } | { readonly usable: false; readonly why: UnusableCode };
/** The moment a record ends, in milliseconds: what it says, but never later than its scope allows. */
export type ExpiryOf = (record: DecisionRecord) => number;
/**
 * The record that decides a dispatch: plan before phase, then the latest. Where the plan is unknown a `none` decides only if
 * every usable record of the phase says `none` (DESIGN §6).
 */
export type DecisionFor = (sentinel: Sentinel, dispatch: Dispatch, now: number) => Applying;
export type Later = (a: DecisionRecord | null, b: DecisionRecord) => DecisionRecord;
export type IsObject = (value: unknown) => value is Record<string, unknown>;

// ---------------------------------------------------------------- decide.js

/** The first row of the table all of whose facts hold. Pure. */
export type Decide = (facts: Readonly<Record<string, unknown>>, rows?: readonly Row[]) => Row;
/** Of all directories that the call may be made in, the strictest verdict. */
export type Judge = (call: GuardedCall) => Verdict;
/** The facts of a call made in one directory, each made when it is first asked for. */
export type FactsAt = (call: GuardedCall, dir: string) => any;
export type Lazily = (makers: Record<string, (facts: any) => unknown>) => any;
/** Whether a type of agent is msd's own or one of these, with or without a plugin's prefix. */
export type IsNamedExecutor = (type: string, names: readonly string[]) => boolean;
/** What the guards read of `.planning/config.json`: only the boolean `false` opts out. */
export type SettingsOf = (found: FoundProject) => Settings;
/** What the reader is told, in at most 600 characters: what was found, which record did not apply and why, one next step. */
export type WordsFor = (row: Row, call: GuardedCall, facts: any) => string;
/** Both sides of a record that did not apply, each value cleaned. */
export type SayUnused = (unused: any, identity: DispatchIdentity, say: CleanText) => string;

// ---------------------------------------------------------------- msd-agent-isolation-guard.js

/** The host that sent a payload (null: that could not be read). A Claude config is read by others too, so the names of events prove nothing. */
export type HostOf = (payload: any, env: Env) => Host;
/** The call that a payload describes; `host` where it is known otherwise. */
export type CallOf = (stdin: StdinText, env: Env, host?: Host) => GuardedCall;
/** Where Claude Code finds an agent or skill of this name, the nearest folder first. */
export type FoldersFor = (name: string, call: GuardedCall, found: FoundProject, env: Env) => string[];
/** Whether the file of the agent that a call names isolates it. */
export type IsIsolatedByFile = (call: GuardedCall, found: FoundProject, env: Env) => boolean;
/** A verdict in the shape of the host that asked; null where silence is the answer. */
export type AnswerTo = (
  call: Pick<GuardedCall, 'host' | 'input' | 'payload'>,
  verdict: { readonly row: Pick<Row, 'verdict'>; readonly reason: string },
) => unknown;

// ---------------------------------------------------------------- msd-write-guard.js, write-place.js

/** The write that a payload describes. */
export type WriteCallOf = (stdin: StdinText, env: Env) => WriteCall;
/** Whether it could be an executor's: for all others nothing is loaded and nothing looked up. */
export type MayBeExecutor = (call: WriteCall) => boolean;
/** The first row that fits, and what the reader is told; '' where nothing is said. */
export type JudgeWrite = (call: WriteCall) => { readonly row: WriteRow; readonly reason: string };
