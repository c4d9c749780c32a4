/** What the outside world can refuse: git, files, processes, hosts. Exit 7 unless `cli/exit-codes.ts` says otherwise. */
export type WorldFailure =
  | GitMissing
  | GitTooOld
  | GitFailed
  | NotARepository
  | SeveralRepositories
  | BareRepository
  | NoCommits
  | DetachedHead
  | OperationInProgress
  | InAgentWorktree
  | FileUnreadable
  | FileUnwritable
  | SymlinkEscape
  | ConfigInvalid
  | RepositoryBusy
  | HostUnknown
  | HostMissing;

export interface GitMissing {
  readonly reason: 'git-missing';
  readonly path: string;
}
export interface GitTooOld {
  readonly reason: 'git-too-old';
  readonly found: string;
  readonly needed: string;
}
/** A git command that ought to succeed did not. `args` without secrets, `stderr` bounded. */
export interface GitFailed {
  readonly reason: 'git-failed';
  readonly args: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
}
export interface NotARepository {
  readonly reason: 'not-a-repository';
  readonly dir: string;
}
/** The project's root is in no repository itself and holds some: a phase is run in one. */
export interface SeveralRepositories {
  readonly reason: 'several-repositories';
  readonly dir: string;
  /** Relative to it. */
  readonly repositories: readonly string[];
}
export interface BareRepository {
  readonly reason: 'bare-repository';
  readonly dir: string;
}
/** HEAD names a branch without a commit. */
export interface NoCommits {
  readonly reason: 'no-commits';
  readonly dir: string;
  readonly branch: string;
}
export interface DetachedHead {
  readonly reason: 'detached-head';
  readonly dir: string;
  readonly head: string;
}
/** A merge, rebase, cherry-pick, revert or bisect is under way in the checkout. */
export interface OperationInProgress {
  readonly reason: 'operation-in-progress';
  readonly dir: string;
  readonly operation: string;
}
/** The command was started inside a worktree that msd (or a host) made for an agent. */
export interface InAgentWorktree {
  readonly reason: 'in-agent-worktree';
  readonly dir: string;
  readonly mainCheckout: string;
}
export interface FileUnreadable {
  readonly reason: 'file-unreadable';
  readonly path: string;
  readonly cause: string;
}
export interface FileUnwritable {
  readonly reason: 'file-unwritable';
  readonly path: string;
  readonly cause: string;
}
/** `.msd` or `.planning` is a symlink that leaves the checkout (DESIGN §3). */
export interface SymlinkEscape {
  readonly reason: 'symlink-escape';
  readonly path: string;
  readonly target: string;
}
export interface ConfigInvalid {
  readonly reason: 'config-invalid';
  readonly file: string;
  readonly line: number | null;
  /** Dotted path of the value, empty for the whole file. */
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}
/** Another msd is changing the repository's list of worktrees and did not finish in time. */
export interface RepositoryBusy {
  readonly reason: 'repository-busy';
  readonly path: string;
  readonly pid: number | null;
}
export interface HostUnknown {
  readonly reason: 'host-unknown';
  readonly host: string;
  readonly known: readonly string[];
}
/** The host's program is not there, or may not be executed. */
export interface HostMissing {
  readonly reason: 'host-missing';
  readonly host: string;
  /** null: host `command` was to be used and no command was named. */
  readonly program: string | null;
  readonly cause: string;
}
