import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { StampedEvent } from '../../core/event.js';
import type { Io } from '../io.js';
import { paintFor } from './paint.js';
import { clockText } from './run-end.js';

/** The block of lines at the foot of a terminal: each plan that works or waits, its time, its agent's last line. */
export interface Board {
  note(event: StampedEvent): void;
  clear(): void;
  /** Nothing is drawn until it is let go again. */
  hold(on: boolean): void;
  close(): void;
}

/** How often the times are drawn anew. */
const TICK_MS = 1000;

interface Line {
  state: 'works' | 'waits';
  since: number;
  text: string;
}

export async function openBoard(io: Io): Promise<Board> {
  const { createLogUpdate } = await import('log-update');
  const { Writable } = await import('node:stream');
  const sink = new Writable({
    write(chunk, _encoding, done) {
      io.stdout(String(chunk));
      done();
    },
  });
  const size = io.size ?? (() => ({ columns: 80, rows: 24 }));
  const out = Object.assign(sink, { isTTY: true, ...size() });
  const update = createLogUpdate(out as unknown as NodeJS.WritableStream);
  const paint = paintFor(io.color);
  const lines = new Map<string, Line>();
  let held = false;
  const draw = () => {
    if (held) return;
    const { columns, rows } = size();
    const width = columns - 1;
    const shown = [...lines].slice(0, Math.max(1, rows - 4)).map(([id, line]) => {
      const time = line.state === 'works' ? clockText((Date.now() - line.since) / 1000).padStart(7) : '      –';
      const head = `${line.state === 'works' ? paint.cyan('works') : paint.dim('waits')} ${time} `;
      return head + cleanText(`${id}  ${line.text}`, Math.max(20, width - 14));
    });
    if (shown.length > 0) update(shown.join('\n'));
    else update.clear();
  };
  const timer = setInterval(draw, TICK_MS);
  timer.unref();
  let closed = false;
  return {
    note(event) {
      if (closed) return;
      switch (event.type) {
        case 'scheduled':
          for (const plan of event.plans.filter((p) => p.action === 'run'))
            lines.set(plan.id, {
              state: 'waits',
              since: 0,
              text:
                plan.after.length > 0
                  ? `after ${plan.after.join(', ')}`
                  : plan.apartFrom.map((a) => `apart from ${a.plan}`).join(', '),
            });
          break;
        case 'plan-started':
          lines.set(event.plan, { state: 'works', since: Date.parse(event.time), text: '' });
          break;
        case 'plan-progress': {
          const line = lines.get(event.plan);
          if (line) line.text = event.line;
          break;
        }
        case 'plan-asked':
          if (event.kind === 'question') lines.set(event.plan, { state: 'waits', since: 0, text: 'for your answer' });
          break;
        case 'plan-finished':
          lines.delete(event.plan);
          break;
      }
      draw();
    },
    clear: () => update.clear(),
    hold(on) {
      held = on;
      if (on) update.clear();
      else draw();
    },
    close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      update.clear();
      update.done();
    },
  };
}
