/**
 * Kinds of drift: a second spelling, somewhere in a tree, of a fact that has one owner (DESIGN §13, ADR 0026). The lint
 * itself is `scripts/drift/`; a test holds this list to its.
 */
export const DRIFT_KINDS = [
  'marker',
  'frame',
  'phase-grammar',
  'phase-arithmetic',
  'plan-id',
  'vocabulary',
  'producer',
  'layer',
  'owner',
  'quotation',
  'allowance',
  'unreadable',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** A place where a fact is spelled that should be asked of its owner. */
export interface DriftFinding {
  /** Relative to the folder that was looked at, forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: DriftKind;
  /** Which half of a format it is, where it has two: writing it, or reading it back. */
  readonly half: string | null;
  /** What stands there. */
  readonly found: string;
  /** What to use in its place. */
  readonly use: string;
}
