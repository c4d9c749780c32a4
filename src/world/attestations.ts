import { append, readLines, sessionsIn } from '#hooks/lib/attestation.js';
import type { Start } from '#hooks/lib/types.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnreadable, FileUnwritable } from '../core/world-failures.js';
import type { Project } from './project.js';

/** An executor that started in the main checkout though nothing allowed it, and that nobody has seen to yet. */
export type Violation = Start & { readonly code: 'executor-in-main-checkout' };

/**
 * The violations that the next gate must stop for (DESIGN §6), oldest first.
 * @param run only those of this run, and those of which nobody can say to which run they belong
 * @returns a file that cannot be read is a failure: what cannot be verified is not safe
 */
export function violations(project: Project, run?: string): Result<readonly Violation[], FileUnreadable> {
  const found: Violation[] = [];
  let sessions: readonly string[];
  try {
    sessions = sessionsIn(project.msd);
  } catch (error) {
    return unreadable(project, (error as NodeJS.ErrnoException).code ?? 'unknown');
  }
  for (const session of sessions) {
    const { lines, problem } = readLines(project.msd, session);
    if (problem !== null) return unreadable(project, `${session}: ${problem}`);
    const open = new Map<string, Violation>();
    for (const line of lines) {
      if (line.event === 'settled') open.delete(line.agent);
      else if (isViolation(line)) open.set(line.agent, line);
    }
    found.push(...open.values());
  }
  const asked = found.filter((violation) => run === undefined || violation.run === null || violation.run === run);
  return ok(asked.sort((a, b) => (a.at < b.at ? -1 : 1)));
}

/** Notes that a person has seen to these violations: no gate stops for them any more. */
export function settleViolations(
  project: Project,
  settled: readonly Violation[],
  now: Date,
): Result<null, FileUnwritable> {
  for (const { session, agent } of settled) {
    const lost = append(project.msd, session, { version: 1, event: 'settled', at: now.toISOString(), agent });
    if (lost !== null) return fail({ reason: 'file-unwritable', ...lost });
  }
  return ok(null);
}

function isViolation(line: Start): line is Violation {
  return line.code === 'executor-in-main-checkout';
}

function unreadable(project: Project, cause: string): Result<never, FileUnreadable> {
  return fail({ reason: 'file-unreadable', path: `${project.msd}/attest`, cause });
}
