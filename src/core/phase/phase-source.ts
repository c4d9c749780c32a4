import type { PhaseDirectory } from './phase-directory.js';
import type { ReadYaml } from './yaml-map.js';

/** A text as it was read, or why it was not. */
export type TextRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly cause: string };

/** A phase's directory as the world hands it over: names, and a way to read what is needed. */
export interface PhaseSource {
  readonly directory: PhaseDirectory;
  /** Relative to the project's root, forward slashes (`.planning/phases/03-auth`). */
  readonly path: string;
  /** Names of the files directly in it. */
  readonly files: readonly string[];
  /** Paths of Markdown files in folders below it, relative to it; without hidden and parked folders. */
  readonly below: readonly string[];
  /** Reads a file directly in it. */
  readonly read: (file: string) => TextRead;
}

/** What the world knows besides. */
export interface IndexOptions {
  /** Absolute path of the project's root, forward slashes. */
  readonly root: string;
  /** The disk does not tell `a` from `A`. */
  readonly ignoreCase: boolean;
  readonly readYaml: ReadYaml;
}

/** The other phases of the project, looked at only where a plan refers to one. */
export interface OtherPhases {
  /** All directories directly under `phases/` that are not parked, this phase's too. */
  readonly directories: readonly PhaseDirectory[];
  readonly open: (directory: PhaseDirectory) => PhaseSource;
}
