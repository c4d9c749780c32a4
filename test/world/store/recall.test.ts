import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAgent } from '../../../src/world/store/agents.js';
import type { Database } from '../../../src/world/store/database.js';
import { fail } from '../../../src/core/result.js';
import { openDatabase } from '../../../src/world/store/database.js';
import { type SendRequest, send, sendWithin } from '../../../src/world/store/send.js';
import { countingDriver } from '../../rig/counting-driver.js';
import { type TemporaryLedger, temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

/** Why the database, which has sent before and knows all names, does not send this; null where it does. */
function refused(database: Database, rig: TemporaryLedger, change: Partial<SendRequest> = {}): string | null {
  const sent = send(
    database,
    rig.request('COMMAND', 'lead', { target: 'worker', ...change }),
    rig.clock.now().getTime(),
  );
  return sent.ok ? null : sent.error.reason;
}

test('what another connection changed is heard of by one that has read it before', (t) => {
  const rig = temporaryLedger(t);
  const database = rig.database();
  const { ledger } = rig;
  assert.equal(refused(database, rig, { correlationId: 'c-1' }), null);
  rig.send('DONE', 'worker', { correlationId: 'c-1' });
  assert.equal(refused(database, rig, { correlationId: 'c-1' }), null, 'the first one was settled elsewhere');
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-2' });
  assert.equal(refused(database, rig, { correlationId: 'c-2' }), 'correlation-active');

  must(ledger.setChannel('work', { denied: ['COMMAND'] }, { source: 'person', agent: null }));
  assert.equal(refused(database, rig), 'type-refused');
  must(ledger.setChannel('work', { denied: null }, { source: 'person', agent: null }));
  assert.equal(refused(database, rig), null);
  assert.equal(refused(database, rig, { target: 'late' }), 'agent-not-found');
  rig.agents('late');
  assert.equal(refused(database, rig, { target: 'late' }), null);
  assert.equal(refused(database, rig, { channel: 'later' }), 'channel-not-found');
  rig.channel('later');
  assert.equal(refused(database, rig, { channel: 'later' }), null);
  must(ledger.endAgent('worker'));
  assert.equal(refused(database, rig), 'agent-ended');
  must(ledger.decide('later', 'close', null, { source: 'person', agent: null }));
  const reopened = must(send(database, rig.request('STATUS', 'lead', { channel: 'later' }), 1));
  const open = must(send(database, rig.request('STATUS', 'lead', { channel: 'later' }), 1));
  assert.deepEqual([reopened.reopened, open.reopened], [true, false]);
  assert.equal(must(ledger.verify()).ok, true);
});

test('what was undone is not remembered', (t) => {
  const rig = temporaryLedger(t);
  const database = rig.database();
  const request = rig.request('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1', id: 'm-1' });
  const agent = {
    name: 'late',
    kind: 'run',
    home: null,
    caps: null,
    denied: [],
    template: null,
    dispatch: null,
  } as const;
  const undone = database.write(() => {
    must(addAgent(database, agent, 1));
    must(sendWithin(database, { ...request, target: 'late' }, 1));
    return fail({ reason: 'message-not-found', message: 'none' } as const);
  });
  assert.equal(undone.ok, false);
  assert.equal(refused(database, rig, { target: 'late' }), 'agent-not-found');
  assert.equal(must(send(database, request, 1)).repeated, false);
  assert.equal(must(send(database, request, 1)).repeated, true);
  assert.equal(rig.kinds().filter((kind) => kind === 'COMMAND').length, 1);
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('a correlation goes through its states over one connection as it does over many', (t) => {
  const rig = temporaryLedger(t);
  const database = rig.database();
  const say = (type: SendRequest['type'], sender: string, change: Partial<SendRequest> = {}) =>
    must(send(database, rig.request(type, sender, { correlationId: 'c-1', ...change }), rig.clock.now().getTime()))
      .message.effect;
  const states = [
    say('COMMAND', 'lead', { target: 'worker', windowMs: 1000 }),
    say('STATUS', 'worker'),
    say('STATUS', 'stranger'),
    say('HANDOFF', 'worker', { target: 'stranger' }),
    say('STATUS', 'stranger'),
    say('DONE', 'stranger'),
    say('DONE', 'stranger'),
  ].map((effect) => effect?.after);
  assert.deepEqual(states, [
    'open',
    'acknowledged',
    'acknowledged',
    'delegated',
    'acknowledged',
    'fulfilled',
    'fulfilled',
  ]);
  say('COMMAND', 'lead', { target: 'worker', windowMs: 1000 });
  rig.clock.advance(1001);
  assert.equal(say('DONE', 'worker')?.after, 'expired');
  assert.equal(must(rig.ledger.obligation('c-1')).commitment.state, 'expired');
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('many sends look their names up once', (t) => {
  const rig = temporaryLedger(t);
  const asked: string[] = [];
  const database = must(
    openDatabase(rig.path, { create: true, openDriver: (path) => countingDriver(path, (sql) => asked.push(sql)) }),
  );
  t.after(() => database.close());
  const lookUps = () => asked.filter((sql) => /FROM (agent|channel|commitment)\b/.test(sql)).length;
  must(send(database, rig.request('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' }), 1));
  const first = lookUps();
  for (let i = 0; i < 5; i++)
    must(send(database, rig.request('STATUS', 'worker', { target: 'lead', correlationId: 'c-1' }), 1));
  assert.equal(lookUps(), first);
});
