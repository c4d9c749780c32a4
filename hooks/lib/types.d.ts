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
  /** The project's root; needed only where the repository has no main checkout. */
  readonly root?: string;
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
