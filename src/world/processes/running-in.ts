import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attemptFiles, readOrder } from './attempt-files.js';
import { lookAtAttempt } from './attempt.js';

/**
 * Whether an agent of this run is at work in a folder, from the records of its attempts.
 * @param run `.msd/runs/<run>`: a folder for each plan, in it one for each attempt
 */
export function runningIn(run: string, cwd: string): boolean {
  for (const plan of folders(run)) {
    for (const attempt of folders(plan)) {
      try {
        if (readOrder(attemptFiles(attempt).order).cwd === cwd && lookAtAttempt(attempt).kind === 'running')
          return true;
      } catch {
        // No attempt, or one that was never ordered.
      }
    }
  }
  return false;
}

function folders(dir: string): string[] {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(dir, entry.name));
  } catch {
    return [];
  }
}
