import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AGENT_KINDS } from '../../src/core/channels/agent-name.js';
import { channelKey } from '../../src/core/channels/channel-key.js';
import { holdsTraffic, homeOwner } from '../../src/world/store/subscriptions.js';
import { must } from '../rig/must.js';
import { NoticeRig } from '../rig/notices.js';

const H = channelKey({ hub: 'local', id: 'h' });
const A = channelKey({ hub: 'local', id: 'a' });

const holds = (rig: NoticeRig, agent: string, key = H): boolean => {
  const database = rig.database();
  const answer = holdsTraffic(database, agent, key);
  database.close();
  return answer;
};
/** What a reader is told of the traffic of the channel that it opened. */
const DELIVERS = /delivers? to you/;

test('T12 an executor holds the traffic of its home', (t) => {
  const rig = new NoticeRig(t);
  rig.fork();
  assert.equal(holds(rig, 'F'), true);
});

test('T13 an executor holds no other channel, and its notice does not say so', (t) => {
  const rig = new NoticeRig(t);
  rig.fork();
  assert.equal(holds(rig, 'F', A), false);
  rig.say('F', 'a');
  assert.doesNotMatch(rig.only('F').text, DELIVERS);
});

test('T14 an executor whose binding has ended holds nothing', (t) => {
  const rig = new NoticeRig(t);
  rig.fork();
  must(rig.ledger.notices.watch('F', H, false));
  assert.equal(holds(rig, 'F'), false);
  rig.say('F', 'h');
  assert.doesNotMatch(rig.only('F').text, DELIVERS);
  assert.equal(rig.only('F').advice.length, 1, 'the right to close it stays');
});

test('T15 a home that is bound to another executor is held by that one only, and the first is told', (t) => {
  const rig = new NoticeRig(t);
  rig.fork('F');
  rig.fork('F2');
  assert.deepEqual([holds(rig, 'F'), holds(rig, 'F2')], [false, true]);
  const database = rig.database();
  assert.equal(homeOwner(database, H), 'F2');
  assert.deepEqual([rig.only('F').kind, rig.only('F').advice.length], ['superseded', 0]);
  assert.match(rig.only('F').text, /"F2"/);
});

test('T16 neither a primary nor a run holds a home that it is not bound to', (t) => {
  const rig = new NoticeRig(t);
  rig.fork();
  rig.primary();
  rig.add('R', 'run');
  assert.deepEqual([holds(rig, 'P'), holds(rig, 'R')], [false, false]);
});

test('T17 a primary that watches a channel holds it', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  must(rig.ledger.notices.watch('P', A, true));
  assert.equal(holds(rig, 'P', A), true);
  rig.say('P', 'a');
  assert.match(rig.only('P').text, DELIVERS);
});

test('T18 a second agent that watches it holds it too', (t) => {
  const rig = new NoticeRig(t);
  rig.add('R', 'run', { hears: ['local/'] });
  rig.add('R2', 'run', { hears: [A] });
  assert.deepEqual([holds(rig, 'R', A), holds(rig, 'R2', A)], [true, true]);
});

test('T19 a run holds a channel only if it is whom its hub is delivered to, and then no other run is', (t) => {
  const rig = new NoticeRig(t);
  rig.add('R', 'run');
  assert.equal(holds(rig, 'R', A), false);
  rig.add('R2', 'run', { hears: ['local/'] });
  assert.equal(holds(rig, 'R2', A), true);
  rig.add('R3', 'run', { hears: ['local/'] });
  assert.deepEqual([holds(rig, 'R', A), holds(rig, 'R2', A), holds(rig, 'R3', A)], [false, false, true]);
});

test('T20 there is no reader through a view: whatever its kind, an agent holds by its own row only', (t) => {
  const rig = new NoticeRig(t);
  assert.deepEqual(AGENT_KINDS, ['primary', 'executor', 'run']);
  for (const kind of AGENT_KINDS) {
    rig.add(kind, kind, { home: kind === 'executor' ? H : null });
    assert.equal(holds(rig, kind, A), false);
    must(rig.ledger.notices.watch(kind, A, true));
    assert.equal(holds(rig, kind, A), true);
  }
});

test('T21 what is delivered and what a reader is told to hold are the same, for any bindings', (t) => {
  const rig = new NoticeRig(t);
  const agents = ['P', 'F', 'R'];
  rig.primary();
  rig.fork();
  rig.add('R', 'run');
  rig.make('b');
  const ids = ['h', 'a', 'b'];
  const step = fc.record({
    agent: fc.constantFrom(...agents),
    id: fc.constantFrom(...ids),
    on: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      for (const { agent, id, on } of steps) must(rig.ledger.notices.watch(agent, `local/${id}`, on));
      for (const id of ids) {
        const sent = rig.send('STATUS', 'person', { channel: `local/${id}` }).message.seq;
        for (const agent of agents) {
          const page = must(rig.ledger.page({ channel: null, reader: agent, after: sent - 1, limit: 9 }));
          const key = channelKey({ hub: 'local', id });
          assert.equal(
            page.messages.some((one) => one.seq === sent),
            holds(rig, agent, key),
          );
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('T22 an executor does not hold the channel of its home’s id on another hub', (t) => {
  const rig = new NoticeRig(t);
  rig.make('h', { hub: 'ci' });
  rig.fork();
  assert.equal(holds(rig, 'F', channelKey({ hub: 'ci', id: 'h' })), false);
});
