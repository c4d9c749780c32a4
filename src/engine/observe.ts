import type { RunSession } from './run-session.js';

/** Writes down what the run decided or noticed: an EVENT on the phase's observe channel (DESIGN §9). */
export function observe(
  session: RunSession,
  event: Readonly<Record<string, unknown>> & { readonly event: string },
  correlation: string | null = null,
): void {
  const said = session.world.store.observe(session.row.phase, JSON.stringify(event), correlation);
  if (!said.ok)
    session.emit({
      type: 'notice',
      code: said.error.reason,
      message: `the event ${event.event} could not be recorded`,
    });
}
