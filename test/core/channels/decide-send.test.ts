import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdvisoryCode } from '../../../src/core/channels/advisory.js';
import type { AgentName } from '../../../src/core/channels/agent-name.js';
import type { ChannelKey } from '../../../src/core/channels/channel-key.js';
import { type Commitment, openCommitment } from '../../../src/core/channels/commitment.js';
import { correlationOf, type Draft, decideSend, type SendFacts } from '../../../src/core/channels/decide-send.js';
import { DEEP_HANDOFF } from '../../../src/core/channels/handoff.js';
import {
  type CommitmentKind,
  type MessageType,
  opensCommitment,
  TYPE_NAMES,
} from '../../../src/core/channels/message-type.js';
import { tableTrust } from '../../../src/core/channels/policy.js';
import { must } from '../../rig/must.js';

const WORK = 'local/work' as ChannelKey;
const OTHER = 'local/other' as ChannelKey;
const NOW = 5_000;

const draft = (type: MessageType, change: Partial<Draft> = {}): Draft => ({
  id: 'm-2',
  type,
  channel: WORK,
  sender: (opensCommitment(type) === null ? 'worker' : 'lead') as AgentName,
  target: 'worker' as AgentName,
  correlationId: 'c-1',
  replyTo: null,
  content: 'because',
  windowMs: null,
  budgetUntil: null,
  ...change,
});

const owed = (kind: CommitmentKind = 'COMMAND', change: Partial<Commitment> = {}): Commitment => ({
  ...openCommitment({
    id: 'o-1',
    correlationId: 'c-1',
    kind,
    channel: WORK,
    requester: 'lead',
    obligor: 'worker',
    at: 1_000,
    windowMs: 60_000,
    budgetUntil: null,
  }),
  ...change,
});

const facts = (commitment: Commitment | null, change: Partial<SendFacts> = {}): SendFacts => ({
  now: NOW,
  channel: { allowed: null, denied: null },
  trust: tableTrust([]),
  replyTo: null,
  commitment,
  lenient: false,
  chain: commitment === null ? [] : [commitment],
  fresh: { commitment: 'o-new', correlation: 'c-new' },
  ...change,
});

const codes = (d: Draft, f: SendFacts): readonly AdvisoryCode[] => must(decideSend(d, f)).advisories.map((a) => a.code);

function refusal(d: Draft, f: SendFacts): string {
  const decision = decideSend(d, f);
  assert.equal(decision.ok, false);
  return decision.ok ? '' : decision.error.reason;
}

test('on a channel that denies it, an opening type is refused and every other type is advised', () => {
  for (const type of TYPE_NAMES) {
    for (const [channel, code, rule] of [
      [{ allowed: null, denied: [type] }, 'type-denied', 'denied'],
      [{ allowed: [], denied: null }, 'type-not-allowed', 'not-allowed'],
    ] as const) {
      const opens = opensCommitment(type) !== null;
      const decision = decideSend(draft(type), facts(opens ? null : owed(), { channel }));
      if (opens) {
        assert.deepEqual(!decision.ok && decision.error, {
          reason: 'type-refused',
          type,
          channel: WORK,
          rule,
          types: rule === 'denied' ? [type] : [],
        });
      } else {
        assert.deepEqual(must(decision).advisories[0], {
          code,
          type,
          channel: WORK,
          types: rule === 'denied' ? [type] : [],
        });
      }
    }
  }
});

test('an opening message opens what its target owes; an answer on a channel that denies it still settles', () => {
  const opened = must(decideSend(draft('COMMAND', { windowMs: 100, budgetUntil: 9_999 }), facts(null)));
  assert.equal(opened.before, null);
  assert.deepEqual(opened.changed, [opened.after]);
  assert.deepEqual(
    opened.after,
    openCommitment({
      id: 'o-new',
      correlationId: 'c-1',
      kind: 'COMMAND',
      channel: WORK,
      requester: 'lead',
      obligor: 'worker',
      at: NOW,
      windowMs: 100,
      budgetUntil: 9_999,
    }),
  );
  const denied = must(decideSend(draft('DONE'), facts(owed(), { channel: { allowed: null, denied: ['DONE'] } })));
  assert.equal(denied.after?.state, 'fulfilled');
  assert.equal(denied.changed.length, 1);
});

test('an opening message without a correlation id gets a new one, also when it replies to something', () => {
  const plan = must(decideSend(draft('PROPOSE', { correlationId: null }), facts(null)));
  assert.equal(plan.correlationId, 'c-new');
  assert.equal(plan.after?.correlationId, 'c-new');
  const replyTo = { id: 'm-1', channel: WORK, correlationId: 'c-1' };
  const counter = draft('PROPOSE', { correlationId: null, replyTo: 'm-1' });
  assert.equal(correlationOf(counter, replyTo), null);
  assert.equal(must(decideSend(counter, facts(null, { replyTo }))).correlationId, 'c-new');
  assert.equal(correlationOf(draft('DONE', { correlationId: null, replyTo: 'm-1' }), replyTo), 'c-1');
  assert.equal(correlationOf(draft('DONE', { correlationId: 'c-2', replyTo: 'm-1' }), replyTo), 'c-2');
  assert.equal(correlationOf(draft('DONE', { correlationId: null }), null), null);
});

test('a correlation id that is still owed is not opened again; one that is settled is', () => {
  for (const state of ['open', 'acknowledged'] as const) {
    const decision = decideSend(draft('QUERY'), facts(owed('COMMAND', { state })));
    assert.deepEqual(!decision.ok && decision.error, {
      reason: 'correlation-active',
      type: 'QUERY',
      channel: WORK,
      correlationId: 'c-1',
      commitment: 'o-1',
      state,
      obligor: 'worker',
    });
  }
  for (const state of ['fulfilled', 'declined', 'failed', 'delegated', 'expired'] as const) {
    assert.equal(must(decideSend(draft('QUERY'), facts(owed('COMMAND', { state })))).after?.id, 'o-new');
  }
});

test('the trust policy is asked for opening types, and refuses before anything is opened', () => {
  const trust = tableTrust([{ sender: 'lead', type: 'COMMAND', permit: false }]);
  assert.equal(refusal(draft('COMMAND'), facts(null, { trust })), 'sender-not-trusted');
  assert.equal(must(decideSend(draft('PROPOSE'), facts(null, { trust }))).after?.state, 'open');
  const none = tableTrust([{ permit: false }]);
  for (const type of TYPE_NAMES) {
    assert.equal(
      decideSend(draft(type), facts(opensCommitment(type) ? null : owed(), { trust: none })).ok,
      opensCommitment(type) === null,
    );
  }
});

test('an answer to nothing is refused; telemetry and progress for everyone are not answers', () => {
  for (const type of ['RESPONSE', 'DONE', 'FAILURE', 'DECLINE', 'HANDOFF', 'STATUS'] as const) {
    assert.equal(refusal(draft(type), facts(null)), 'correlation-not-found');
  }
  const event = must(decideSend(draft('EVENT'), facts(null)));
  assert.deepEqual([event.correlationId, event.before, event.after, event.changed], ['c-1', null, null, []]);
  const status = must(decideSend(draft('STATUS', { correlationId: null }), facts(null)));
  assert.deepEqual([status.correlationId, status.after, status.changed], [null, null, []]);
  const noted = must(decideSend(draft('EVENT'), facts(owed())));
  assert.deepEqual([noted.before, noted.changed], [null, []]);
});

test('an answer on the wrong channel settles, with an advisory', () => {
  for (const type of ['RESPONSE', 'DONE', 'FAILURE', 'DECLINE', 'HANDOFF'] as const) {
    const plan = must(decideSend(draft(type, { channel: OTHER }), facts(owed('PROPOSE'))));
    assert.deepEqual(plan.advisories[0], { code: 'wrong-channel', channel: OTHER, commitmentChannel: WORK });
    assert.equal(plan.after?.channel, WORK);
  }
  assert.deepEqual(codes(draft('STATUS', { channel: OTHER }), facts(owed())), []);
  assert.deepEqual(codes(draft('EVENT', { channel: OTHER }), facts(owed())), []);
  assert.deepEqual(codes(draft('DONE'), facts(owed())), []);
});

test("a hand-off on the wrong channel leaves its child on the parent's channel", () => {
  const plan = must(decideSend(draft('HANDOFF', { channel: OTHER, target: 'heir' as AgentName }), facts(owed())));
  assert.deepEqual([plan.after?.state, plan.child?.channel, plan.child?.obligor], ['delegated', WORK, 'heir']);
  assert.deepEqual(plan.changed, [plan.after, plan.child]);
});

test("others' answers change nothing and are advised; on a lenient channel they count, advised all the same", () => {
  for (const type of ['DONE', 'FAILURE', 'DECLINE', 'HANDOFF', 'STATUS'] as const) {
    const stranger = draft(type, { sender: 'stranger' as AgentName, target: 'heir' as AgentName });
    const strict = must(decideSend(stranger, facts(owed())));
    assert.deepEqual(strict.changed, []);
    assert.deepEqual(strict.advisories, [{ code: 'not-obligor', sender: 'stranger', obligor: 'worker', moved: false }]);
    const lenient = must(decideSend(stranger, facts(owed(), { lenient: true })));
    assert.notDeepEqual(lenient.changed, []);
    assert.deepEqual(lenient.advisories, [{ code: 'not-obligor', sender: 'stranger', obligor: 'worker', moved: true }]);
  }
});

test('withdrawing one’s own request, and talk about an offer, need no advice', () => {
  assert.deepEqual(codes(draft('DECLINE', { sender: 'lead' as AgentName }), facts(owed())), []);
  assert.deepEqual(codes(draft('RESPONSE', { sender: 'lead' as AgentName }), facts(owed('PROPOSE'))), []);
  assert.deepEqual(codes(draft('RESPONSE', { sender: 'stranger' as AgentName }), facts(owed('PROPOSE'))), []);
  assert.deepEqual(codes(draft('RESPONSE', { sender: 'stranger' as AgentName }), facts(owed('QUERY'))), [
    'not-obligor',
  ]);
  assert.deepEqual(codes(draft('DONE', { sender: 'stranger' as AgentName }), facts(owed('PROPOSE'))), ['not-obligor']);
});

test('an answer in the wrong words is told the right ones', () => {
  const response = must(decideSend(draft('RESPONSE'), facts(owed('COMMAND'))));
  assert.deepEqual(
    [response.changed, response.advisories],
    [[], [{ code: 'expected-type', type: 'RESPONSE', expected: ['DONE', 'FAILURE', 'DECLINE'] }]],
  );
  const done = must(decideSend(draft('DONE'), facts(owed('QUERY'))));
  assert.equal(done.after?.state, 'fulfilled');
  assert.deepEqual(done.advisories, [{ code: 'expected-type', type: 'DONE', expected: ['RESPONSE', 'DECLINE'] }]);
});

test('several things can be wrong at once', () => {
  const d = draft('RESPONSE', { channel: OTHER, sender: 'stranger' as AgentName });
  const f = facts(owed('COMMAND'), { channel: { allowed: ['DONE'], denied: null } });
  assert.deepEqual(codes(d, f), ['type-not-allowed', 'wrong-channel', 'expected-type', 'not-obligor']);
});

test('an answer to what is settled changes nothing and needs no advice, but the channel may object', () => {
  for (const state of ['fulfilled', 'declined', 'failed', 'delegated', 'expired'] as const) {
    const held = owed('COMMAND', { state });
    const again = draft('DONE', { channel: OTHER, sender: 'stranger' as AgentName });
    const plan = must(decideSend(again, facts(held)));
    assert.deepEqual([plan.before, plan.after, plan.changed, plan.advisories], [held, held, [], []]);
    assert.deepEqual(codes(again, facts(held, { channel: { allowed: null, denied: ['DONE'] } })), ['type-denied']);
  }
});

test('a reply to a message elsewhere, or of another correlation, is advised once', () => {
  const here = { id: 'm-1', channel: WORK, correlationId: 'c-1' };
  const reply = draft('DONE', { replyTo: 'm-1' });
  assert.deepEqual(codes(reply, facts(owed(), { replyTo: here })), []);
  const elsewhere = { ...here, channel: OTHER };
  assert.deepEqual(must(decideSend(reply, facts(owed(), { replyTo: elsewhere }))).advisories, [
    { code: 'reply-elsewhere', replyTo: 'm-1', replyChannel: OTHER },
  ]);
  const mismatch = { ...here, correlationId: 'c-9' };
  assert.deepEqual(must(decideSend(reply, facts(owed(), { replyTo: mismatch }))).advisories, [
    { code: 'reply-mismatch', replyTo: 'm-1', replyCorrelationId: 'c-9' },
  ]);
  // Sent to the wrong channel, replying to the question on the right one: the wrong channel is what is wrong.
  assert.deepEqual(codes({ ...reply, channel: OTHER }, facts(owed(), { replyTo: here })), ['wrong-channel']);
  // Telemetry about a message elsewhere, and a counter-proposal to an offer elsewhere.
  const event = draft('EVENT', { replyTo: 'm-1', correlationId: null });
  assert.deepEqual(codes(event, facts(null, { replyTo: elsewhere })), ['reply-elsewhere']);
  assert.deepEqual(codes(event, facts(null, { replyTo: { ...here, correlationId: null } })), []);
  const counter = draft('PROPOSE', { replyTo: 'm-1', correlationId: null });
  assert.deepEqual(codes(counter, facts(null, { replyTo: elsewhere })), ['reply-elsewhere']);
  assert.deepEqual(codes(counter, facts(null, { replyTo: here })), []);
});

test('a hand-off that goes round or on and on is noted', () => {
  const chain = ['worker', 'heir', 'worker'].map((obligor, depth) =>
    owed('COMMAND', { id: `o-${depth}`, obligor, depth }),
  );
  const back = must(
    decideSend(draft('HANDOFF', { target: 'heir' as AgentName }), facts(chain[2]!, { chain: chain.slice(1) })),
  );
  assert.deepEqual(back.advisories, [{ code: 'circular-handoff', cycle: ['heir', 'worker', 'heir'] }]);
  const long = Array.from({ length: DEEP_HANDOFF + 1 }, (_, depth) =>
    owed('COMMAND', { id: `o-${depth}`, obligor: `a${depth}`, depth }),
  );
  const last = { ...long.at(-1)!, obligor: 'worker' };
  const on = must(
    decideSend(draft('HANDOFF', { target: 'heir' as AgentName }), facts(last, { chain: [...long.slice(0, -1), last] })),
  );
  assert.deepEqual(on.advisories, [{ code: 'deep-handoff', depth: DEEP_HANDOFF + 1 }]);
  const shorter = must(
    decideSend(draft('HANDOFF', { target: 'heir' as AgentName }), facts(last, { chain: [...long.slice(1, -1), last] })),
  );
  assert.deepEqual(shorter.advisories, []);
});
