import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

test('a reader sees what was sent to everyone or to it, and no telemetry', (t) => {
  const rig = temporaryLedger(t);
  rig.send('STATUS', 'lead', { content: 'for all' });
  rig.send('QUERY', 'lead', { target: 'worker', content: 'for the worker' });
  rig.send('EVENT', 'lead', { content: '{"tool":"x"}' });
  const seen = (reader: string) =>
    must(rig.ledger.page({ channel: 'work', reader, after: 0, limit: 99 })).messages.map((message) => message.content);
  assert.deepEqual(seen('worker'), ['for all', 'for the worker']);
  assert.deepEqual(seen('stranger'), ['for all']);
  assert.equal(rig.ledger.page({ channel: 'work', reader: 'nobody', after: 0, limit: 9 }).ok, false);
});

test('messages to others never starve a reader: the cursor is the last entry looked at', (t) => {
  const rig = temporaryLedger(t);
  for (let i = 0; i < 50; i++) rig.send('STATUS', 'lead', { target: 'stranger' });
  const empty = must(rig.ledger.page({ channel: 'work', reader: 'worker', after: 0, limit: 20 }));
  assert.deepEqual(empty.messages, []);
  const last = rig.send('STATUS', 'lead', { target: 'worker' });
  const page = must(rig.ledger.page({ channel: 'work', reader: 'worker', after: empty.scanned, limit: 20 }));
  assert.deepEqual(
    page.messages.map((message) => message.id),
    [last.message.id],
  );
  assert.deepEqual(must(rig.ledger.page({ channel: 'work', reader: 'worker', after: page.scanned, limit: 20 })), {
    messages: [],
    scanned: page.scanned,
  });
});

test('pages of any size, one after the other, show each message once and in order', (t) => {
  const rig = temporaryLedger(t);
  const expected: string[] = [];
  for (let i = 0; i < 60; i++) {
    const target = [null, 'worker', 'stranger'][i % 3] ?? null;
    const { message } = rig.send(i % 7 === 0 ? 'EVENT' : 'STATUS', 'lead', { target });
    if (target !== 'stranger' && i % 7 !== 0) expected.push(message.id);
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (limits) => {
      const seen: string[] = [];
      let after = 0;
      for (let i = 0; ; i++) {
        const page = must(
          rig.ledger.page({ channel: 'work', reader: 'worker', after, limit: limits[i % limits.length]! }),
        );
        if (page.messages.length === 0) break;
        seen.push(...page.messages.map((message) => message.id));
        after = page.scanned;
      }
      assert.deepEqual(seen, expected);
    }),
    { numRuns: 30 },
  );
});

test('what is owed is listed whole, then what was settled last', (t) => {
  const rig = temporaryLedger(t);
  for (let i = 0; i < 6; i++) rig.send('COMMAND', 'lead', { target: 'worker', correlationId: `c-${i}` });
  for (const i of [0, 2, 4]) rig.send('DONE', 'worker', { correlationId: `c-${i}` });
  rig.send('STATUS', 'worker', { correlationId: 'c-3' });
  const list = (filter: object) =>
    must(rig.ledger.obligations({ states: null, obligor: null, requester: null, settledLimit: 2, ...filter })).map(
      (c) => c.correlationId,
    );
  assert.deepEqual(list({}), ['c-1', 'c-3', 'c-5', 'c-4', 'c-2']);
  assert.deepEqual(list({ settledLimit: 0 }), ['c-1', 'c-3', 'c-5']);
  assert.deepEqual(list({ states: ['acknowledged'] }), ['c-3']);
  assert.deepEqual(list({ states: ['fulfilled'], settledLimit: 9 }), ['c-4', 'c-2', 'c-0']);
  assert.deepEqual(list({ obligor: 'lead' }), []);
  assert.deepEqual(list({ requester: 'lead', states: ['open'] }), ['c-1', 'c-5']);
  assert.equal(rig.ledger.obligations({ states: null, obligor: 'nobody', requester: null, settledLimit: 2 }).ok, false);
});

test('stalled: of every kind, following hand-offs, wherever the answer was sent', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('other');
  const minute = 60_000;
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'handed-on' });
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'answered-elsewhere' });
  rig.send('PROPOSE', 'lead', { target: 'worker', correlationId: 'offer' });
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'lively' });
  rig.send('HANDOFF', 'worker', { target: 'stranger', correlationId: 'handed-on' });
  rig.send('DONE', 'worker', { channel: 'other', correlationId: 'answered-elsewhere' });
  rig.clock.advance(6 * minute);
  rig.send('STATUS', 'worker', { correlationId: 'lively' });
  const stalled = must(rig.ledger.stalled(5 * minute)).map((s) => [
    s.commitment.correlationId,
    s.commitment.obligor,
    ...s.conditions.map((c) => c.code),
  ]);
  assert.deepEqual(stalled, [
    ['offer', 'worker', 'silent'],
    ['handed-on', 'stranger', 'silent', 'unacknowledged'],
  ]);
});

test('a token speaks for one live agent, and the store does not hold it', (t) => {
  const rig = temporaryLedger(t);
  const token = must(rig.ledger.issueToken('Worker', 'd-1'));
  const holder = must(rig.ledger.whois(token));
  assert.deepEqual([holder.agent.name, holder.dispatch], ['worker', 'd-1']);
  const filter = { type: null, correlationId: null, channel: null, after: 0 };
  assert.ok(!JSON.stringify(must(rig.ledger.entries(filter, -1))).includes(token));
  assert.equal(rig.ledger.whois('msd_none').ok, false);
  assert.equal(rig.ledger.whois(`${token} `).ok, false);
  must(rig.ledger.endAgent('worker'));
  assert.equal(rig.ledger.whois(token).ok, false);
  assert.equal(rig.ledger.issueToken('worker', null).ok, false);
});
