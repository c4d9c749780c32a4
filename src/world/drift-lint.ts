import { realpathSync } from 'node:fs';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnreadable } from '../core/world-failures.js';

/** A place where a fact is spelled that should be asked of its owner. */
export interface DriftFinding {
  /** Relative to the folder that was looked at, forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** One of the lint's kinds (`scripts/drift/kinds.js`); `msd explain` has words for each. */
  readonly kind: string;
  /** Which half of a format it is, where it has two: writing it, or reading it back. */
  readonly half: string | null;
  /** What stands there. */
  readonly found: string;
  /** What to use in its place. */
  readonly use: string;
}

/** What the drift lint saw. */
export interface DriftReport {
  /** The folder that was looked at, or that holds the one file. */
  readonly root: string;
  /** It is the repository of msd itself, where owners, producers and layers are compared too. */
  readonly house: boolean;
  readonly files: number;
  readonly bytes: number;
  /** In order of file and line. */
  readonly findings: readonly DriftFinding[];
  /** Covered by a sanctioned exemption. */
  readonly allowed: readonly unknown[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

interface Lint {
  lintDrift(path: string): Promise<DriftReport>;
}
interface Words {
  reportText(report: DriftReport): string;
}

/**
 * Looks for drift in a folder or a file: with the script that `npm run lint:drift` runs, as it was built beside msd. It is
 * loaded by its place: what ships is not made of scripts, and this one is only called.
 * @returns the report, and it in words
 */
export async function lintDrift(
  path: string,
): Promise<Result<{ readonly report: DriftReport; readonly text: string }, FileUnreadable>> {
  try {
    realpathSync(path);
  } catch (error) {
    return fail({ reason: 'file-unreadable', path, cause: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
  const built = async (name: string): Promise<unknown> => import(import.meta.resolve(`#root/dist/drift/${name}.js`));
  const [lint, words] = (await Promise.all([built('lint'), built('report')])) as [Lint, Words];
  const report = await lint.lintDrift(path);
  return ok({ report, text: words.reportText(report) });
}
