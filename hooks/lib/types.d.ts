// biome-ignore-all lint/suspicious/noExplicitAny: facts are of every kind
// house-allow long-file: the shapes of all hooks, which share them
/** Shapes for the JSDoc of the hooks. Nothing of this is emitted. */

/**
 * A project as `findProject` sees it: a directory `.planning/` that holds `config.json`, `ROADMAP.md` or `phases/`, found from
 * any subfolder, through symlinks, and from any linked worktree through git's common directory. What is untracked in a
 * worktree was made there, and is a project of its own. All paths are absolute and real, except where a name says otherwise.
 */
export interface FoundProject {
  /** The directory that holds `.planning/`: through git's common directory the main checkout's. */
  readonly root: string;
  readonly planning: string;
  /** `root/.msd`; may not exist. */
  readonly msd: string;
  /** Top level of the checkout that the directory asked about lies in; null for none. */
  readonly checkout: string | null;
  /** That checkout's git directory; null where there is none or its `.git` file cannot be understood. */
  readonly gitDir: string | null;
  readonly commonDir: string | null;
  /** That checkout is a linked worktree. */
  readonly linked: boolean;
  /** Top level of the checkout that `root` lies in; null where root is certainly in no git repository. */
  readonly rootCheckout: string | null;
  /** Set where that checkout, or one around it, was made for an agent. */
  readonly agentWorktree: AgentWorktree | null;
  readonly problem: RootProblem | null;
}

export interface AgentWorktree {
  readonly by: 'msd' | 'claude' | 'cursor' | 'codex';
  /** What msd wrote when it made the worktree; null for other makers, and where the record cannot be read. */
  readonly owner: WorktreeOwner | null;
}

/** `msd-owner.json` in a worktree's git directory. */
export interface WorktreeOwner {
  readonly run: string;
  readonly plan?: string;
  readonly pid?: number;
  readonly startTime?: string;
  readonly bootId?: string;
  readonly base?: string;
  readonly branch?: string;
  readonly createdAt?: string;
}

/** `.planning` or `.msd` is a symlink that leaves the checkout (DESIGN §3). */
export interface RootProblem {
  readonly code: 'symlink-escape';
  readonly path: string;
  readonly target: string;
}

/** Where a project was found while looking up from a directory. */
export interface FoundPlace {
  readonly root: string;
  readonly rootCheckout: string | null;
  /** Only the copy that a worktree carries; the project itself may lie elsewhere. */
  readonly copy: boolean;
}

export interface FoundCheckout {
  readonly top: string;
  readonly gitDir: string | null;
  readonly commonDir: string | null;
  readonly linked: boolean;
  /** Top level of the main checkout; null where the repository has none. */
  readonly mainRoot: string | null;
}

/** The two fields of one marker, each fit to be compared or null. */
export interface MarkerFields {
  readonly phase: string | null;
  readonly plan: string | null;
  /** One key twice, with different values. */
  readonly torn: boolean;
}

/**
 * What a dispatch says it is for. Each field is correct or null (DESIGN §4). Read from markers where there is one, else the
 * phase from the prose frame; the plan is never taken from prose, which has another namespace.
 */
export interface DispatchIdentity {
  readonly phase: string | null;
  readonly plan: string | null;
  readonly source: 'marker' | 'prose' | null;
  /** Two different identities were found: phase and plan are null and compare with nothing. */
  readonly ambiguous: boolean;
}

// ---------------------------------------------------------------- the recorded decision

// msd-drift-allow(vocabulary): parse — the type of the mirror in isolation-sentinel.js; test/parity pins both to the owner
export type Isolation = 'harness-worktree' | 'orchestrator-worktree' | 'none';

export type DecisionKind = 'resolver' | 'caller';

export type Producer =
  | 'capability-gate'
  | 'base-check'
  | 'execute-plan-whole'
  | 'tool-capability'
  | 'per-plan-submodules'
  | 'execute-plan-segments'
  | 'engine'
  | 'person';

/** What is decided for. A plan of null means the whole phase; a run of null, that no run is known. */
export interface DecisionScope {
  readonly run: string | null;
  /** As its directory spells it. */
  readonly phase: string;
  readonly plan: string | null;
}

/** One record of the sentinel (DESIGN §5). */
export interface DecisionRecord {
  readonly isolation: Isolation;
  /** How the host is told, e.g. `isolation="worktree"`; null where it is not told. */
  readonly harnessFlag: string | null;
  /** Where the agent must run, absolute; set for `orchestrator-worktree` once it is known. */
  readonly worktree: string | null;
  readonly decidedBy: { readonly producer: Producer; readonly kind: DecisionKind };
  /** A code of the vocabulary. */
  readonly reason: string;
  readonly scope: DecisionScope;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly expiresAt: string;
  /** The `.msd/` it was written into; null where it does not say. */
  readonly store: StorePlace | null;
}

export interface StorePlace {
  /** Real path. */
  readonly path: string;
  /** Decimal digits. */
  readonly inode: string;
}

export type FileProblem =
  | 'empty'
  | 'malformed'
  | 'wrong-type'
  | 'newer-version'
  | 'too-large'
  | 'not-a-file'
  | 'unreadable';

export type UnusableCode =
  /** A value that is none of the accepted ones. */
  | 'malformed'
  /** A value of another JSON type than is due. */
  | 'wrong-type'
  /** Written for another `.msd/`: a copy, or one that git brought. */
  | 'foreign'
  /** Two records of one scope, or a dispatch that names two identities. */
  | 'ambiguous'
  /** The dispatch says no phase. */
  | 'no-identity'
  | 'other-phase'
  | 'other-plan'
  | 'future'
  | 'stale';

/** One place of the sentinel's list. `record` is null where it cannot be read; `why` is set where it may never be used. */
export interface SentinelEntry {
  readonly record: DecisionRecord | null;
  readonly why: UnusableCode | null;
}

export interface Sentinel {
  readonly path: string;
  readonly present: boolean;
  /** Set where the file as a whole cannot be used; `entries` is then empty. */
  readonly problem: FileProblem | null;
  readonly entries: readonly SentinelEntry[];
}

export interface PassedOver {
  readonly record: DecisionRecord | null;
  readonly why: UnusableCode;
}

/** What a record is compared with. */
export interface Dispatch {
  readonly phase: string | null;
  readonly plan: string | null;
  readonly ambiguous?: boolean;
}

/** The record that decides a dispatch, and those that could not be used, for words to name. */
export interface Applying {
  readonly record: DecisionRecord | null;
  readonly passedOver: readonly PassedOver[];
}

/** What came on standard input. `problem` is null where it was read to its end. */
export interface StdinText {
  readonly text: string;
  readonly problem: 'empty' | 'timeout' | 'too-large' | 'not-utf8' | 'unreadable' | null;
}

/** A file as `readFile` found it. */
export interface FileText {
  readonly text: string;
  readonly problem: 'absent' | 'not-a-file' | 'too-large' | 'unreadable' | null;
}

// ---------------------------------------------------------------- the guards

export type Host = 'claude' | 'cursor' | 'codex' | 'copilot' | 'gemini' | 'opencode';

/** A host's question whether a tool may be used, in one shape for all hosts. */
export interface GuardedCall {
  readonly host: Host;
  readonly kind: 'dispatch' | 'skill' | 'resume' | 'workflow' | 'other' | 'unreadable';
  /** Why it cannot be read. */
  readonly problem: string;
  /** Where it is made, as the payload says; several for a workspace of several roots, each of which counts. */
  readonly dirs: readonly string[];
  /** The type of agent that it starts, as given; null for none. */
  readonly agentType: unknown;
  /** The parameter that asks for isolation, as given. */
  readonly isolation: unknown;
  /** All that may say whom it is for. */
  readonly texts: readonly unknown[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether the file of the agent isolates it. */
  readonly isolatedByFile?: (found: FoundProject) => boolean;
  /** What the host's own files say of the agent that it starts or resumes; in a project only. */
  readonly lookUp?: (found: FoundProject) => LookedUp;
}

export interface LookedUp {
  readonly agentType: unknown;
  readonly texts: readonly unknown[];
  /** Where a resumed agent goes on. */
  readonly resumes?: 'worktree' | 'unisolated';
}

/** What the guards read of the config. */
export interface Settings {
  /** Of isolation; `unknown` where the file cannot be read or holds another type than is due. */
  readonly optOut: 'yes' | 'no' | 'unknown';
  /** A missing parameter is refused instead of added. */
  readonly strict: 'yes' | 'no';
  /** Types of agent that count as executors besides msd's own. */
  readonly executors: readonly string[];
}

/** A row of the verdict table. */
export interface Row {
  /** Its name, and a promise to callers; the words are not. */
  readonly code: string;
  /** Facts with the value, or the values, that they must have. */
  readonly when: Readonly<Record<string, string | readonly string[]>>;
  /** `silent`: nothing of ours; `allow`: looked at, and let go on. */
  readonly verdict: 'silent' | 'allow' | 'repair' | 'deny';
  /** What was found, with names of values in braces; '' where nothing is said. */
  readonly what: string;
  /** The one next step. */
  readonly next: string;
}

export interface Verdict {
  readonly row: Row;
  /** The facts, each read when asked for. */
  readonly facts: any;
  /** For the reader; '' where nothing is said. */
  readonly reason: string;
}

/** A host's question whether a file may be written. */
export interface WriteCall {
  readonly host: Host;
  readonly kind: 'write' | 'other' | 'unreadable';
  /** Why it cannot be read. */
  readonly problem: string;
  /** Where it is made; the first is what a relative path starts from. */
  readonly dirs: readonly string[];
  /** The host's id of the agent that asks, and its type; null and '' for a session itself. */
  readonly agentId: string | null;
  readonly agentType: string;
  /** The file, as given. */
  readonly file: unknown;
  readonly env: NodeJS.ProcessEnv;
}

/** A row of the write guard's table: it applies where the fact has the value. */
export interface WriteRow {
  readonly code: string;
  readonly verdict: 'silent' | 'allow' | 'deny';
  readonly fact: string;
  readonly value: string;
  /** What was found, with names of values in braces; '' where nothing is said. */
  readonly what: string;
  readonly next: string;
}

// ---------------------------------------------------------------- attestations

/** Where an executor really started. */
export interface Start {
  readonly version: 1;
  readonly event: 'start';
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly session: string | null;
  /** The host's id of the agent. */
  readonly agent: string;
  readonly type: string;
  readonly cwd: string;
  readonly place: 'worktree' | 'main';
  /** Why that is right; `executor-in-main-checkout` is a violation. */
  readonly code: 'isolated' | 'recorded-none' | 'not-a-repository' | 'opted-out' | 'executor-in-main-checkout';
  /** The run of the latest usable record; null where no record names one. */
  readonly run: string | null;
}

/** A person has seen to a violation. */
export interface Settled {
  readonly version: 1;
  readonly event: 'settled';
  readonly at: string;
  readonly agent: string;
}

export type Attested = Start | Settled;
