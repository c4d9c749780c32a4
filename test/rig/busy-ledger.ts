import { LOCAL_HUB } from '../../src/core/channels/channel-key.js';
import { ok } from '../../src/core/result.js';
import { bringIn } from '../../src/world/store/agent-life.js';
import { issueCode } from '../../src/world/store/answer-code.js';
import { createChannel, decide } from '../../src/world/store/channels.js';
import type { Database } from '../../src/world/store/database.js';
import { ensurePhaseChannels } from '../../src/world/store/dispatch-row.js';
import { ask } from '../../src/world/store/dispatch-talk.js';
import { issueDispatchToken, openDispatch } from '../../src/world/store/dispatches.js';
import { setHold } from '../../src/world/store/hold.js';
import { openRun } from '../../src/world/store/runs.js';
import { send } from '../../src/world/store/send.js';
import type { DispatchRow } from '../../src/world/store/port.js';
import { DISPATCH_ROW, RUN_ROW, saying } from './ledger-rows.js';
import { must } from './must.js';

export const AT = Date.parse('2026-11-30T12:00:00.000Z');
const MINUTE = 60_000;

/** A dispatch of the run `r-1`, and the correlation of what its executor asked the person. */
export interface BusyLedger {
  readonly dispatch: DispatchRow;
  readonly asked: string;
}

/**
 * Fills a ledger so that every table has rows: a run with a dispatch whose executor asks the person, a primary, agents who
 * owe each other something of each kind, channels open, closed and muted, a token, a notice and a hold.
 */
export function fillLedger(database: Database): BusyLedger {
  const by = { source: 'person', agent: null } as const;
  const write = <T>(work: () => T): T => must(database.write(() => ok(work())));
  write(() => {
    const agent = { home: null, caps: null, denied: [], template: null, dispatch: null };
    must(bringIn(database, { ...agent, name: 'boss', kind: 'primary' }, [], AT));
    for (const name of ['lead', 'worker', 'other']) must(bringIn(database, { ...agent, name, kind: 'run' }, [], AT));
    for (const id of ['work', 'shut', 'still'])
      must(
        createChannel(
          database,
          { hub: LOCAL_HUB, id, label: null, allowed: null, denied: null, lenient: false },
          by,
          AT,
        ),
      );
  });
  const { dispatch, asked } = write(() => {
    const processes = { own: { pid: 1, startTime: 's', bootId: 'b' }, provenDead: () => false };
    must(openRun(database, RUN_ROW, processes, AT));
    ensurePhaseChannels(database, '03', 'r-1', AT);
    const opened = must(openDispatch(database, DISPATCH_ROW, AT));
    must(issueDispatchToken(database, opened.id, AT));
    const question = must(ask(database, opened.id, 'Which way?', AT, AT));
    issueCode(database, question.correlationId, AT);
    return { dispatch: opened, asked: question.correlationId };
  });
  for (const [type, correlationId] of [
    ['COMMAND', 'c-1'],
    ['QUERY', 'q-1'],
    ['PROPOSE', 'p-1'],
  ] as const)
    must(send(database, saying(type, 'lead', { target: 'worker', correlationId }), AT));
  write(() => {
    const channel = (id: string) => `local/${id}` as Parameters<typeof decide>[1];
    decide(database, channel('shut'), 'closed', null, by, AT);
    decide(database, channel('still'), 'muted', { until: AT + MINUTE, cap: 3 }, by, AT);
  });
  // Opens what was closed, of which the primary is told.
  must(send(database, saying('STATUS', 'other', { channel: 'shut' }), AT));
  write(() => decide(database, 'local/shut' as Parameters<typeof decide>[1], 'closed', null, by, AT));
  write(() => setHold(database, true, null, AT));
  return { dispatch, asked };
}
