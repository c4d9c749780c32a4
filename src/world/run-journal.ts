import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StampedEvent } from '../core/event.js';

/**
 * Appends a run's events to `.msd/runs/<run>/events.ndjson`: output for people and programs, never read back for decisions
 * (DESIGN §9). What cannot be written is dropped; the run goes on.
 */
export function openJournal(runDir: string): (event: StampedEvent) => void {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const file = join(runDir, 'events.ndjson');
  return (event) => {
    try {
      appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end a run that can still bring its work home.
    }
  };
}
