import type { DispatchRow } from '../world/store/port.js';
import type { RunSession } from './run-session.js';

/** How often a sign of life is written down at most. */
const BEAT_MS = 30_000;

/**
 * Turns signs of life into STATUS messages on the dispatch's commitment. A sign is output, a commit or a changed file,
 * never mere process life (DESIGN §8).
 */
export function keepAlive(session: RunSession, dispatch: DispatchRow): { sign(what: string): void; stop(): void } {
  const { clock, store } = session.world;
  let last = Number.NEGATIVE_INFINITY;
  let stopped = false;
  return {
    sign(what) {
      const now = clock.now().getTime();
      if (stopped || now - last < BEAT_MS) return;
      last = now;
      store.heartbeat(dispatch.id, what);
    },
    stop() {
      stopped = true;
    },
  };
}
