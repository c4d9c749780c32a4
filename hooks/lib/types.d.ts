/** Shapes for the JSDoc of the hooks. Nothing of this is emitted. */

/** A project as `findProject` sees it. All paths are absolute and real, except where a name says otherwise. */
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

export interface FoundCheckout {
  readonly top: string;
  readonly gitDir: string | null;
  readonly commonDir: string | null;
  readonly linked: boolean;
  /** Top level of the main checkout; null where the repository has none. */
  readonly mainRoot: string | null;
}

/** What a dispatch says it is for. Each field is correct or null (DESIGN §4). */
export interface DispatchIdentity {
  readonly phase: string | null;
  readonly plan: string | null;
  readonly source: 'marker' | 'prose' | null;
  /** Two different identities were found: phase and plan are null and compare with nothing. */
  readonly ambiguous: boolean;
}

// ---------------------------------------------------------------- the recorded decision

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

export interface Applying {
  readonly record: DecisionRecord | null;
  readonly passedOver: readonly PassedOver[];
}

/** What came on standard input. `problem` is null where it was read to its end. */
export interface StdinText {
  readonly text: string;
  readonly problem: 'empty' | 'timeout' | 'too-large' | 'not-utf8' | 'unreadable' | null;
}
