import type { LedgerFailure } from '../core/channels/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { RunNotFound } from '../core/run/failures.js';
import type { DispatchRow, RunRow, RunStore } from '../world/store/port.js';

/** The run that a person means: by id, by the beginning of one, or the latest where nothing is said. */
export function findRun(store: RunStore, query: string | undefined): Result<RunRow, LedgerFailure | RunNotFound> {
  const runs = store.runs({});
  if (!runs.ok) return runs;
  const matching =
    query === undefined ? runs.value : runs.value.filter((run) => run.id === query || run.id.startsWith(query));
  const exact = matching.find((run) => run.id === query);
  const found = exact ?? (query === undefined || matching.length === 1 ? matching.at(-1) : undefined);
  return found ? ok(found) : fail({ reason: 'run-not-found', query: query ?? '' });
}

/** The latest attempt at a plan in any run: the latest run of a phase need not have dispatched it. Null: no run did. */
export function latestDispatch(store: RunStore, plan: string): Result<DispatchRow | null, LedgerFailure> {
  const runs = store.runs({});
  if (!runs.ok) return runs;
  for (const run of runs.value.toReversed()) {
    const dispatches = store.dispatches(run.id);
    if (!dispatches.ok) return dispatches;
    const last = dispatches.value.filter((dispatch) => dispatch.plan === plan).at(-1);
    if (last) return ok(last);
  }
  return ok(null);
}
