import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { isFinal } from '../../../src/core/channels/commitment.js';
import { TYPE_NAMES } from '../../../src/core/channels/message-type.js';
import { ok } from '../../../src/core/result.js';
import { addAgent } from '../../../src/world/store/agents.js';
import { createChannel } from '../../../src/world/store/channels.js';
import { chainOf, commitmentsOf } from '../../../src/world/store/commitments.js';
import { type Database, openDatabase } from '../../../src/world/store/database.js';
import { type SendRequest, send } from '../../../src/world/store/send.js';
import { verifyLedger } from '../../../src/world/store/verify.js';
import { AT } from '../../rig/busy-ledger.js';
import { saying } from '../../rig/ledger-rows.js';
import { must } from '../../rig/must.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** Walks tried; MSD_WALKS=2000 is the long run. */
const WALKS = Number(process.env['MSD_WALKS'] ?? 25);
const AGENTS = ['lead', 'worker', 'other', 'person'];
const CHANNELS = ['work', 'observe', 'free'];
const CORRELATIONS = ['c-1', 'c-2'];

const step = fc.record({
  type: fc.constantFrom(...TYPE_NAMES),
  sender: fc.constantFrom(...AGENTS),
  target: fc.option(fc.constantFrom(...AGENTS)),
  channel: fc.constantFrom(...CHANNELS),
  correlationId: fc.constantFrom(...CORRELATIONS),
  windowMs: fc.constantFrom(null, 0, 50, 1000),
  wait: fc.constantFrom(0, 0, 1, 60, 2000),
  /** Over which of two connections. */
  second: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function fresh(t: TestContext): { path: string; open(): Database } {
  const path = join(temporaryFolder(t), 'ledger.db');
  const open = () => {
    const database = must(openDatabase(path, { create: true }));
    t.after(() => database.close());
    return database;
  };
  const database = open();
  must(
    database.write(() => {
      const agent = { kind: 'run', home: null, caps: null, denied: [], template: null, dispatch: null } as const;
      for (const name of AGENTS.slice(0, 3)) must(addAgent(database, { ...agent, name }, AT));
      for (const id of CHANNELS) {
        const channel = { hub: 'local', id, label: null, denied: null, lenient: id === 'free' };
        const allowed = id === 'observe' ? (['EVENT', 'STATUS'] as const) : null;
        must(createChannel(database, { ...channel, allowed }, { source: 'person', agent: null }, AT));
      }
      return ok(null);
    }),
  );
  database.close();
  return { path, open };
}

/** What each message came to; ids that are made by chance left out. */
function walk(steps: readonly Step[], connection: (step: Step) => Database, done: (database: Database) => void) {
  let now = AT;
  return steps.map((one, i) => {
    now += one.wait;
    const { type, sender, target, channel, correlationId, windowMs } = one;
    const opens = type === 'COMMAND' || type === 'QUERY' || type === 'PROPOSE';
    const change: Partial<SendRequest> = {
      id: `m-${i}`,
      target,
      channel,
      correlationId,
      windowMs: opens ? windowMs : null,
    };
    const database = connection(one);
    const sent = send(database, saying(type, sender, change), now);
    done(database);
    if (!sent.ok) return sent.error.reason;
    const { effect, advisories } = sent.value.message;
    return `${effect?.before} → ${effect?.after}${effect?.child ? ' + child' : ''} [${advisories.map((a) => a.code)}]`;
  });
}

test('whatever is said by whomever, two connections that remember and one for each message come to the same', (t) => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 25 }), (steps) => {
      const [kept, single] = [fresh(t), fresh(t)];
      const [first, second] = [kept.open(), kept.open()];
      const remembered = walk(
        steps,
        (one) => (one.second ? second : first),
        () => {},
      );
      const anew = walk(
        steps,
        () => single.open(),
        (database) => database.close(),
      );
      assert.deepEqual(remembered, anew);
      for (const word of anew) seen.set(word, (seen.get(word) ?? 0) + 1);
      assert.equal(must(first.read(() => ok(verifyLedger(first)))).ok, true);
      for (const correlation of CORRELATIONS) {
        const all = must(first.read(() => ok(commitmentsOf(first, correlation))));
        assert.ok(all.filter((one) => !isFinal(one.state)).length <= 1, 'owed once');
        for (const one of all) {
          const [root] = chainOf(one, all);
          assert.deepEqual([one.channel, one.kind, one.requester], [root!.channel, root!.kind, root!.requester]);
          assert.notEqual(one.channel, 'local/observe', 'nothing is ever opened where it is not taken');
          assert.equal(isFinal(one.state), one.resolvedAt !== null);
          assert.ok(one.acknowledgedAt === null || one.acknowledgedAt >= one.openedAt);
        }
      }
      first.close();
      second.close();
    }),
    { numRuns: WALKS },
  );
  t.diagnostic(`${seen.size} different outcomes`);
});
