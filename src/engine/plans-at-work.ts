import type { DispatchRow } from '../world/store/port.js';
import { isOpen } from './dispatch-state.js';
import type { RunSession } from './run-session.js';

/** A dispatch that a host's session was given, and of which it has not reported the end. */
export async function plansAtWork(session: RunSession): Promise<readonly DispatchRow[]> {
  const { store, agents } = session.world;
  const known = store.dispatches(session.row.id);
  const open = known.ok ? known.value.filter(isOpen) : [];
  const states = await Promise.all(open.map((dispatch) => agents.look(dispatch.attemptDir)));
  return open.filter((_, at) => states[at]?.kind === 'none');
}
