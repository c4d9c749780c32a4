import type { Known } from './merge-json.js';
import type { KeptPart } from './undo-parts.js';

/** The hosts whose config `msd init` can write. */
export const INSTALL_HOSTS = ['claude', 'cursor', 'codex'] as const;
export type InstallHost = (typeof INSTALL_HOSTS)[number];

/** Why a file is left as it is. A closed list: the codes are a promise (docs/install.md). */
export type LeftAloneCode =
  | 'symlink-leaves-checkout'
  | 'symlink-refused-by-host'
  | 'read-only'
  | 'not-a-file'
  | 'not-utf8'
  | 'too-large'
  | 'unreadable'
  | 'not-json'
  | 'not-toml'
  | 'not-as-documented'
  | 'key-twice'
  | 'other-value'
  | 'changed-by-hand'
  | 'registered-by-hand'
  | 'not-found-again'
  | 'written-by-newer';

/** A file that was left alone, or a value in it. */
export interface LeftAlone {
  readonly host: InstallHost;
  /** Relative to the project's root. */
  readonly path: string;
  readonly code: LeftAloneCode;
  /** What was found, and where; not yet cleaned for display. */
  readonly found: string;
}

/** What lies at a path, as far as it matters to a change. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string; readonly symlink: boolean; readonly readOnly: boolean }
  | { readonly kind: 'blocked'; readonly code: LeftAloneCode; readonly found: string };

/** What can be asked of the tree before anything is decided. Paths are relative to the project's root. */
export interface Tree {
  file(path: string): Found;
  folderExists(path: string): boolean;
  /** A short hash of a text, its line ends aside. */
  hash(text: string): string;
}

/** One file to write (`after` whole), or to delete (`after` null). */
export interface FileChange {
  readonly host: InstallHost;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What `msd init` is going to do, or did. */
export interface InstallPlan {
  readonly changes: readonly FileChange[];
  /** Folders to remove afterwards where they are empty, the deepest first. */
  readonly folders: readonly string[];
  readonly leftAlone: readonly LeftAlone[];
  /** Hosts that cannot be set up at all: the file that carries the guard was left alone. */
  readonly unwired: readonly InstallHost[];
  /** Files that were written and that the host skips as they are, and why. */
  readonly warnings: readonly LeftAlone[];
}

/** How one shared file was changed, so that exactly this can be undone. */
export interface FileRecord extends Known {
  readonly path: string;
  /** The file was not there before. */
  readonly created: boolean;
  readonly parts: readonly KeptPart[];
}

/**
 * What `msd init` wrote for one host, kept in the project beside the hooks. It holds no time and no
 * path of a machine, so that the same init writes the same bytes everywhere.
 */
export interface Receipt {
  readonly version: 1;
  /** The version of msd that wrote it. */
  readonly msd: string;
  readonly host: InstallHost;
  /** Files that are wholly ours, and a short hash of each. */
  readonly files: Readonly<Record<string, string>>;
  readonly shared: readonly FileRecord[];
  /** Folders that were made, the deepest first. */
  readonly folders: readonly string[];
}
