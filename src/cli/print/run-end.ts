import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PlanStatus, RunEvent } from '../../core/event.js';
import type { Usage } from '../../core/run/usage.js';
import type { Paint } from './paint.js';
import { count, statusWord } from './run-lines.js';
import { usageText } from './usage.js';

/** A plan's row in the closing table. */
export interface EndRow {
  readonly id: string;
  readonly status: PlanStatus;
  readonly commits: number;
  readonly seconds: number | null;
  /** What its agents used; null where their host did not say. */
  readonly usage: Usage | null;
  readonly reason: string | null;
  readonly worktree: string | null;
  readonly next: string | null;
}

/** The closing table and the next command. */
export function endLines(
  event: Extract<RunEvent, { type: 'run-finished' }>,
  rows: readonly EndRow[],
  run: string,
  paint: Paint,
): readonly string[] {
  const width = Math.min(60, Math.max(4, ...rows.map((row) => row.id.length)));
  const lines = ['', paint.bold('plan'.padEnd(width)) + paint.bold('  state')];
  const place = new Map(event.plans.map((plan, i) => [plan.id, i]));
  for (const row of [...rows].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))) {
    const time = row.seconds === null ? '' : `  ${clockText(row.seconds)}`;
    const work = row.commits > 0 ? `  ${count(row.commits, 'commit')}` : '';
    const used = row.usage ? `  ${usageText(row.usage)}` : '';
    const reason = row.reason ? `  ${cleanText(row.reason, 300)}` : '';
    const state = statusWord(row.status, paint);
    lines.push(`${cleanText(row.id, 120).padEnd(width)}  ${state}${time}${work}${used}${reason}`);
    if (row.worktree && row.status !== 'done') lines.push(`${' '.repeat(width)}  kept in ${row.worktree}`);
    if (row.next) lines.push(`${' '.repeat(width)}  next: ${cleanText(row.next, 400)}`);
  }
  const total = event.usage ? ` (${usageText(event.usage)})` : '';
  lines.push('', `run ${run}: ${sentence(event, rows)}${total}`);
  return lines;
}

function sentence(event: Extract<RunEvent, { type: 'run-finished' }>, rows: readonly EndRow[]): string {
  const asked = rows.filter((row) => row.status !== 'skipped').length;
  const done = rows.filter((row) => row.status === 'done').length;
  switch (event.status) {
    case 'done':
      return asked === 0 ? 'nothing was left to do' : asked === 1 ? 'done' : `all ${asked} done`;
    case 'failed':
      return `${done} of ${asked} done; ${whereToLook(rows)}`;
    case 'needs-person':
      return `${done} of ${asked} done; a person is needed, see "next" above`;
    case 'interrupted':
      return `interrupted; run the same command again to go on`;
  }
}

function whereToLook(rows: readonly EndRow[]): string {
  const failed = rows.find((row) => row.status === 'failed');
  if (failed) return `look with: msd run logs ${failed.id}`;
  return rows.some((row) => row.next !== null) ? 'see "next" above' : 'look with: msd run show';
}

/** `4s`, `2m 05s`, `1h 03m`. */
export function clockText(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m ${String(s % 60).padStart(2, '0')}s`;
  return `${Math.floor(s / 3600)}h ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}m`;
}
