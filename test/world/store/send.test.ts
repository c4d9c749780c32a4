import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opensCommitment, TYPE_NAMES } from '../../../src/core/channels/message-type.js';
import { temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

const MINUTE = 60_000;

test('a command, progress, and its end: one commitment in the ledger', (t) => {
  const rig = temporaryLedger(t);
  const asked = rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1', windowMs: 10 * MINUTE });
  assert.deepEqual(asked.message.effect?.after, 'open');
  rig.clock.advance(9 * MINUTE);
  rig.send('STATUS', 'worker', { correlationId: 'c-1' });
  rig.clock.advance(9 * MINUTE);
  const done = rig.send('DONE', 'worker', { replyTo: asked.message.id });
  assert.deepEqual(done.message.effect, {
    commitment: asked.message.effect?.commitment,
    before: 'acknowledged',
    after: 'fulfilled',
    child: null,
  });
  const { commitment, messages } = must(rig.ledger.obligation('c-1'));
  assert.deepEqual(
    [commitment.obligor, commitment.requester, commitment.resolvedBy],
    ['worker', 'lead', done.message.id],
  );
  assert.deepEqual(
    messages.map((message) => message.type),
    ['COMMAND', 'STATUS', 'DONE'],
  );
});

test('refused on a wrong channel: no commitment and no message, only the refusal; then exactly one is open', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('quiet', { deny: ['QUERY', 'COMMAND', 'PROPOSE'] });
  rig.channel('observe', { allow: ['EVENT', 'STATUS'] });
  for (const type of TYPE_NAMES.filter((name) => opensCommitment(name) !== null)) {
    const before = rig.kinds().length;
    for (const channel of ['quiet', 'observe']) {
      assert.equal(rig.refuse(type, 'lead', { channel, target: 'worker', correlationId: type }), 'type-refused');
    }
    assert.deepEqual(rig.kinds().slice(before), ['refusal', 'refusal']);
    assert.equal(rig.ledger.obligation(type).ok, false);
    rig.send(type, 'lead', { target: 'worker', correlationId: type });
    assert.equal(
      must(rig.ledger.obligations({ states: ['open'], obligor: null, requester: null, settledLimit: 9 })).filter(
        (c) => c.correlationId === type,
      ).length,
      1,
    );
  }
  for (const channel of ['quiet', 'observe']) {
    const query = { channel, reader: 'worker', after: 0, limit: 99 };
    assert.deepEqual(must(rig.ledger.page(query)).messages, []);
  }
});

test('every other type arrives where it does not belong, with its advisory on the result and in the ledger', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('strict', { allow: ['QUERY'] });
  for (const type of TYPE_NAMES.filter((name) => opensCommitment(name) === null)) {
    rig.send('COMMAND', 'lead', { target: 'worker', correlationId: type });
    const sent = rig.send(type, 'worker', {
      channel: 'strict',
      correlationId: type,
      target: type === 'HANDOFF' ? 'stranger' : null,
    });
    assert.equal(sent.message.advisories[0]?.code, 'type-not-allowed');
    const stored = must(rig.ledger.message(sent.message.id));
    assert.deepEqual(stored.advisories, sent.message.advisories);
    const page = must(rig.ledger.page({ channel: 'strict', reader: 'lead', after: sent.message.seq - 1, limit: 9 }));
    assert.equal(page.messages.length, type === 'EVENT' || type === 'HANDOFF' ? 0 : 1);
  }
});

test('the right answer on the wrong channel settles; sent again on the right one it reaches who waits there', (t) => {
  const rig = temporaryLedger(t);
  const other = rig.channel('other');
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  const wrong = rig.send('DONE', 'worker', { channel: 'other', correlationId: 'c-1' });
  assert.deepEqual(wrong.message.advisories, [
    { code: 'wrong-channel', channel: other, commitmentChannel: 'local/work' },
  ]);
  assert.equal(rig.state('c-1'), 'fulfilled');
  const again = rig.send('DONE', 'worker', { correlationId: 'c-1' });
  assert.deepEqual([again.repeated, again.message.advisories, again.message.effect?.before], [false, [], 'fulfilled']);
  const page = must(rig.ledger.page({ channel: 'work', reader: 'lead', after: wrong.message.seq, limit: 9 }));
  assert.deepEqual(
    page.messages.map((message) => message.id),
    [again.message.id],
  );
});

test('a hand-off on any channel leaves its child where the work was asked for', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('other');
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  const handed = rig.send('HANDOFF', 'worker', { channel: 'other', target: 'stranger', correlationId: 'c-1' });
  const { commitment, chain } = must(rig.ledger.obligation('c-1'));
  assert.deepEqual(
    [commitment.id, commitment.channel, commitment.obligor, commitment.requester, commitment.state],
    [handed.message.effect?.child, 'local/work', 'stranger', 'lead', 'open'],
  );
  assert.deepEqual(
    chain.map((c) => c.state),
    ['delegated', 'open'],
  );
  assert.equal(rig.send('DONE', 'worker', { correlationId: 'c-1' }).message.advisories[0]?.code, 'not-obligor');
  assert.equal(rig.state('c-1'), 'open');
  rig.send('DONE', 'stranger', { correlationId: 'c-1' });
  assert.equal(rig.state('c-1'), 'fulfilled');
});

test('the same id is the same message: sent once, answered the same; another message under it is refused', (t) => {
  const rig = temporaryLedger(t);
  const request = { id: 'mine', target: 'worker', correlationId: 'c-1' };
  const first = rig.send('COMMAND', 'lead', request);
  const entries = rig.kinds().length;
  rig.clock.advance(MINUTE);
  const second = rig.send('COMMAND', 'lead', request);
  assert.deepEqual([second.repeated, second.message], [true, first.message]);
  rig.send('DONE', 'worker', { correlationId: 'c-1' });
  assert.deepEqual(rig.send('COMMAND', 'lead', request).message, first.message);
  assert.equal(rig.state('c-1'), 'fulfilled');
  assert.equal(rig.kinds().length, entries + 1);
  assert.equal(rig.refuse('COMMAND', 'lead', { ...request, content: 'something else' }), 'message-id-taken');
  assert.equal(rig.refuse('QUERY', 'lead', request), 'message-id-taken');
});

test('a retry after a refusal is looked at anew', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('quiet', { deny: ['COMMAND'] });
  const request = { id: 'mine', channel: 'quiet', target: 'worker' };
  assert.equal(rig.refuse('COMMAND', 'lead', request), 'type-refused');
  must(rig.ledger.setChannel('quiet', { denied: null }, { source: 'person', agent: null }));
  assert.equal(rig.send('COMMAND', 'lead', request).repeated, false);
});

test('an active correlation id is not opened twice, on whatever channel', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('other');
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  assert.equal(
    rig.refuse('COMMAND', 'lead', { channel: 'other', target: 'worker', correlationId: 'c-1' }),
    'correlation-active',
  );
  assert.equal(rig.refuse('PROPOSE', 'stranger', { target: 'worker', correlationId: 'c-1' }), 'correlation-active');
  rig.send('FAILURE', 'worker', { correlationId: 'c-1' });
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  assert.equal(rig.state('c-1'), 'open');
});

test('what is unknown is refused and named, and nothing is recorded', (t) => {
  const rig = temporaryLedger(t);
  const before = rig.kinds().length;
  assert.equal(rig.refuse('STATUS', 'nobody'), 'agent-not-found');
  assert.equal(rig.refuse('COMMAND', 'lead', { target: 'nobody' }), 'agent-not-found');
  assert.equal(rig.refuse('STATUS', 'lead', { channel: 'nowhere' }), 'channel-not-found');
  assert.equal(rig.refuse('STATUS', 'lead', { channel: 'ci/work' }), 'channel-not-found');
  assert.equal(rig.refuse('DONE', 'lead', { replyTo: 'm-none' }), 'message-not-found');
  assert.equal(rig.refuse('DONE', 'lead', { correlationId: 'c-none' }), 'correlation-not-found');
  assert.equal(rig.refuse('DONE', 'lead'), 'message-malformed');
  assert.equal(rig.kinds().length, before);
});

test('an agent has one spelling: answers, lists and advice know it by the name it was added under', (t) => {
  const rig = temporaryLedger(t);
  rig.agents('Grace Hopper');
  rig.send('COMMAND', 'LEAD', { target: 'grace hopper ', correlationId: 'c-1' });
  const owed = must(
    rig.ledger.obligations({ states: null, obligor: 'GRACE HOPPER', requester: 'Lead', settledLimit: 9 }),
  );
  assert.deepEqual(
    owed.map((c) => [c.obligor, c.requester]),
    [['Grace Hopper', 'lead']],
  );
  assert.deepEqual(rig.send('DONE', 'gRACE hopper', { correlationId: 'c-1' }).message.advisories, []);
  assert.equal(rig.state('c-1'), 'fulfilled');
  assert.throws(() => rig.agents('GRACE hopper'), /agent-exists/);
});

test('an agent that ended sends nothing and is asked for nothing; its name is not given again', (t) => {
  const rig = temporaryLedger(t);
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  must(rig.ledger.endAgent('worker'));
  assert.equal(rig.refuse('DONE', 'worker', { correlationId: 'c-1' }), 'agent-ended');
  assert.equal(rig.refuse('COMMAND', 'lead', { target: 'worker' }), 'agent-ended');
  assert.equal(rig.refuse('HANDOFF', 'stranger', { target: 'worker', correlationId: 'c-1' }), 'agent-ended');
  assert.throws(() => rig.agents('worker'), /agent-exists/);
  for (const name of ['person', 'Orchestrator']) assert.equal(rig.ledger.endAgent(name).ok, false);
});

test('an agent may be trusted to propose and not to command', (t) => {
  const rig = temporaryLedger(t);
  const scout = {
    name: 'scout',
    kind: 'run',
    home: null,
    caps: null,
    denied: ['COMMAND'],
    template: null,
    dispatch: null,
  } as const;
  must(rig.ledger.addAgent(scout));
  assert.equal(rig.refuse('COMMAND', 'scout', { target: 'worker' }), 'sender-not-trusted');
  rig.send('PROPOSE', 'scout', { target: 'worker' });
  assert.equal(rig.kinds().at(-2), 'refusal');
});

test('a lenient channel lets anyone settle what was asked there, and only there', (t) => {
  const rig = temporaryLedger(t);
  rig.channel('open-house', { lenient: true });
  rig.send('COMMAND', 'lead', { channel: 'open-house', target: 'worker', correlationId: 'c-1' });
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-2' });
  assert.deepEqual(rig.send('DONE', 'stranger', { correlationId: 'c-1' }).message.advisories.at(-1), {
    code: 'not-obligor',
    sender: 'stranger',
    obligor: 'worker',
    moved: true,
  });
  rig.send('DONE', 'stranger', { channel: 'open-house', correlationId: 'c-2' });
  assert.deepEqual([rig.state('c-1'), rig.state('c-2')], ['fulfilled', 'open']);
});

test('an expiry is an entry, told once, whoever looks first; a later answer arrives and changes nothing', (t) => {
  const rig = temporaryLedger(t);
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1', windowMs: MINUTE });
  rig.send('QUERY', 'lead', { target: 'worker', correlationId: 'c-2', windowMs: 2 * MINUTE });
  rig.clock.advance(MINUTE);
  const late = rig.send('DONE', 'worker', { correlationId: 'c-1' });
  assert.deepEqual([late.message.effect?.before, late.message.effect?.after], ['expired', 'expired']);
  assert.equal(rig.state('c-1'), 'expired');
  assert.equal(rig.state('c-2'), 'open');
  rig.clock.advance(MINUTE);
  assert.equal(rig.state('c-2'), 'expired');
  assert.deepEqual(rig.kinds().filter((kind) => kind === 'expiry').length, 2);
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('a counter-proposal is a PROPOSE of its own, linked to the one it answers', (t) => {
  const rig = temporaryLedger(t);
  const offer = rig.send('PROPOSE', 'worker', { target: 'lead', correlationId: 'c-1' });
  rig.send('RESPONSE', 'lead', { correlationId: 'c-1', content: 'too dear' });
  assert.equal(rig.state('c-1'), 'open');
  rig.send('DECLINE', 'lead', { correlationId: 'c-1' });
  const counter = rig.send('PROPOSE', 'lead', { target: 'worker', replyTo: offer.message.id });
  assert.notEqual(counter.message.correlationId, 'c-1');
  assert.equal(counter.message.replyTo, offer.message.id);
  rig.send('DONE', 'worker', { correlationId: counter.message.correlationId });
  assert.deepEqual([rig.state('c-1'), rig.state(counter.message.correlationId!)], ['declined', 'fulfilled']);
  assert.equal(must(rig.ledger.count({ type: 'PROPOSE', correlationId: null, channel: null, after: 0 })), 2);
});

test('a send into a closed channel opens it; a refused one does not, and a muted one stays muted', (t) => {
  const rig = temporaryLedger(t);
  const by = { source: 'person', agent: null } as const;
  rig.channel('quiet', { deny: ['COMMAND'] });
  must(rig.ledger.decide('quiet', 'close', null, by));
  assert.equal(rig.refuse('COMMAND', 'lead', { channel: 'quiet' }), 'type-refused');
  assert.equal(must(rig.ledger.channel('quiet')).state, 'closed');
  assert.equal(rig.send('STATUS', 'lead', { channel: 'quiet' }).reopened, true);
  assert.equal(must(rig.ledger.channel('quiet')).state, 'open');
  assert.equal(rig.send('STATUS', 'lead', { channel: 'quiet' }).reopened, false);
  must(rig.ledger.decide('quiet', 'mute', { until: null, cap: null }, by));
  assert.equal(rig.send('STATUS', 'lead', { channel: 'quiet' }).reopened, false);
  assert.equal(must(rig.ledger.channel('quiet')).state, 'muted');
  const refused = rig.ledger.decide('quiet', 'open', null, by);
  assert.equal(!refused.ok && refused.error.reason, 'channel-muted');
});

test('channels of equal ids on two hubs are two channels', (t) => {
  const rig = temporaryLedger(t);
  const ci = { hub: 'ci', id: 'work', label: null, allowed: null, denied: null, lenient: false };
  must(rig.ledger.createChannel(ci, { source: 'person', agent: null }));
  assert.equal(rig.refuse('STATUS', 'lead', { channel: 'work' }), 'channel-ambiguous');
  rig.send('STATUS', 'lead', { channel: 'ci/work' });
  assert.deepEqual(must(rig.ledger.page({ channel: 'local/work', reader: 'worker', after: 0, limit: 9 })).messages, []);
  must(rig.ledger.decide('ci/work', 'close', null, { source: 'person', agent: null }));
  assert.equal(must(rig.ledger.channel('local/work')).state, 'open');
  assert.equal(rig.send('STATUS', 'lead', { channel: 'ci/work' }).reopened, false);
});
