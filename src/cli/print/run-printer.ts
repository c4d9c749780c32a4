import type { StampedEvent } from '../../core/event.js';
import { addUsage, type Usage } from '../../core/run/usage.js';
import type { Io } from '../io.js';
import { paintFor } from './paint.js';
import { type EndRow, endLines } from './run-end.js';
import { eventLines } from './run-lines.js';
import { openBoard } from './run-board.js';

/** Turns a run's events into what is shown. `close` puts a terminal back as it was. */
export interface RunPrinter {
  show(event: StampedEvent): void;
  /** Nothing is drawn while a person is being asked. */
  hold(on: boolean): void;
  close(): void;
}

/** NDJSON on stdout under `--json`; else plain lines, with a live board below them on a terminal. */
export async function runPrinter(io: Io): Promise<RunPrinter> {
  if (io.json) return { show: (event) => io.stdout(`${JSON.stringify(event)}\n`), hold: () => {}, close: () => {} };
  const paint = paintFor(io.color);
  const board = io.terminal ? await openBoard(io) : null;
  const rows = new Map<string, { started: number | null; row: EndRow | null }>();
  const used = new Map<string, Usage | null>();
  const print = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    board?.clear();
    io.stdout(`${lines.join('\n')}\n`);
  };
  let lastProgress = '';
  return {
    show(event) {
      const at = Date.parse(event.time);
      if (event.type === 'plan-started') rows.set(event.plan, { started: at, row: null });
      if (event.type === 'plan-usage') used.set(event.plan, addUsage([used.get(event.plan) ?? null, event.usage]));
      if (event.type === 'plan-finished') {
        const started = rows.get(event.plan)?.started ?? null;
        const { plan: id, status, commits, reason, worktree, next } = event;
        const seconds = started === null ? null : (at - started) / 1000;
        const usage = used.get(id) ?? null;
        const row = { id, status, commits: commits.length, seconds, usage, reason, worktree, next };
        rows.set(id, { started, row });
      }
      if (event.type === 'plan-progress' && (board || `${event.plan} ${event.line}` === lastProgress)) {
        board?.note(event);
        return;
      }
      if (event.type === 'plan-progress') lastProgress = `${event.plan} ${event.line}`;
      if (event.type === 'run-finished') {
        board?.close();
        print(
          endLines(
            event,
            [...rows.values()].flatMap((r) => (r.row ? [r.row] : [])),
            event.run,
            paint,
          ),
        );
        return;
      }
      print(eventLines(event, paint));
      board?.note(event);
    },
    hold(on) {
      board?.hold(on);
    },
    close() {
      board?.close();
    },
  };
}
