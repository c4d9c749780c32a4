import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { execa } from 'execa';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnreadable } from '../core/world-failures.js';

/** What the drift lint says of a folder or file (ADR 0026). */
export interface DriftReport {
  /** Whether nothing was found. */
  readonly clean: boolean;
  /** Its report: one JSON document, or a line a finding. */
  readonly text: string;
}

/**
 * Runs the drift lint of this repository, which ships beside the command line, as a process of its own: it reads files and
 * runs none.
 * @param path an absolute path
 * @returns `file-unreadable` where it cannot be looked at
 */
export async function lintDrift(path: string, json: boolean): Promise<Result<DriftReport, FileUnreadable>> {
  const script = fileURLToPath(import.meta.resolve('#root/dist/lint-drift.js'));
  const args = [script, ...(json ? ['--json'] : []), '--', path];
  const end = await execa(process.execPath, args, { reject: false, maxBuffer: MOST });
  if (end.stdout !== '') return ok({ clean: end.exitCode === 0, text: end.stdout });
  return fail({ reason: 'file-unreadable', path, cause: end.stderr.slice(-400) || 'the lint said nothing' });
}

/** Characters of a report. */
const MOST = 64 * 1024 * 1024;
