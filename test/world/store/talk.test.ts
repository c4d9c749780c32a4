import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ownIdentity, provenDead } from '../../../src/world/process-identity.js';
import { openProject } from '../../../src/world/project.js';
import { createLedger, type Ledger } from '../../../src/world/store/ledger.js';
import { createRunStore } from '../../../src/world/store/run-store.js';
import type { SendRequest } from '../../../src/world/store/send.js';
import type { DispatchRow, RunStore } from '../../../src/world/store/port.js';
import { TestClock } from '../../rig/clock.js';
import { DISPATCH_ROW, RUN_ROW } from '../../rig/ledger-rows.js';
import { must } from '../../rig/must.js';
import { temporaryProject } from '../../rig/temporary-project.js';

const MINUTE = 60_000;

interface Rig {
  readonly store: RunStore;
  readonly ledger: Ledger;
  readonly clock: TestClock;
  readonly first: DispatchRow;
  /** Sends as the first executor, by its own hand. */
  say(type: SendRequest['type'], change?: Partial<SendRequest>): void;
}

function rig(t: TestContext): Rig {
  const project = must(openProject(temporaryProject(t, { withoutGit: true }).root));
  const clock = new TestClock();
  const store = createRunStore(project, clock, { own: ownIdentity(), provenDead });
  must(store.openRun(RUN_ROW));
  const first = must(store.openDispatch(DISPATCH_ROW));
  const ledger = must(createLedger(project, clock, { create: false }));
  t.after(() => {
    ledger.close();
    store.close();
  });
  const say: Rig['say'] = (type, change = {}) => {
    const channel = type === 'QUERY' ? 'local/03%2Foversight' : 'local/03%2F03-01-a';
    const target = type === 'QUERY' ? 'person' : 'orchestrator';
    const opens = type === 'QUERY' || type === 'PROPOSE';
    must(
      ledger.send({
        id: null,
        type,
        channel,
        sender: first.agent,
        target,
        correlationId: opens ? null : first.correlation,
        replyTo: null,
        content: 'words',
        windowMs: null,
        budgetUntil: null,
        via: 'agent',
        ...change,
      }),
    );
  };
  return { store, ledger, clock, first, say };
}

const next = { attempt: 2, attemptDir: '/a/2', deadlineMs: 10 * MINUTE };

test('a question is asked once; one that was answered after the agent ended is that one still', (t) => {
  const { store, clock, first } = rig(t);
  const endedAt = clock.now().getTime();
  const asked = must(store.ask(first.id, 'which?', endedAt));
  assert.equal(must(store.ask(first.id, 'which?', endedAt)).id, asked.id);
  clock.advance(MINUTE);
  must(store.reply(asked.correlationId, { type: 'RESPONSE', by: 'person', text: 'B' }));
  assert.equal(must(store.ask(first.id, 'which?', endedAt)).answer?.text, 'B');
  clock.advance(MINUTE);
  const later = must(store.ask(first.id, 'and now?', clock.now().getTime()));
  assert.notEqual(later.id, asked.id);
  assert.equal(later.answer, null);
});

test('what the agent asked itself is the question', (t) => {
  const { store, clock, first, say } = rig(t);
  say('QUERY', { content: 'mine?' });
  const asked = must(store.ask(first.id, 'from the result file', clock.now().getTime()));
  assert.equal(asked.text, 'mine?');
  assert.equal(must(store.talk(first.id)).questions.length, 1);
});

test('handed on, the obligation is the fresh executor’s, in the same place, and once', (t) => {
  const { store, ledger, first } = rig(t);
  const second = must(store.handOff(first.id, next));
  assert.deepEqual(
    [second.state, second.continues, second.correlation, second.worktree, second.branch, second.base],
    ['open', true, first.correlation, first.worktree, first.branch, first.base],
  );
  assert.equal(must(store.handOff(first.id, next)).id, second.id);
  assert.deepEqual(
    must(store.dispatches('r-1')).map((d) => [d.attempt, d.state, d.settledAt === null]),
    [
      [1, 'delegated', false],
      [2, 'open', true],
    ],
  );
  assert.notEqual(must(ledger.agent(first.agent)).endedAt, null);
  must(store.settleDispatch(second.id, { type: 'DONE', reason: null, commits: [], merged: null }));
  assert.equal(must(store.dispatches('r-1'))[1]?.state, 'fulfilled');
  assert.equal(must(ledger.verify()).ok, true);
});

test('an obligation that expired while the person was asked is taken up again to be handed on', (t) => {
  const { store, clock, first } = rig(t);
  clock.advance(60 * MINUTE);
  assert.equal(must(store.dispatches('r-1'))[0]?.state, 'expired');
  assert.equal(must(store.handOff(first.id, next)).state, 'open');
  const settled = store.handOff('r-1/03-01-a/9', next);
  assert.equal(!settled.ok && settled.error.reason, 'dispatch-not-found');
});

test('a settled dispatch is not handed on', (t) => {
  const { store, first } = rig(t);
  must(store.settleDispatch(first.id, { type: 'FAILURE', reason: 'x', commits: [], merged: null }));
  const handed = store.handOff(first.id, next);
  assert.equal(handed.ok, false);
  assert.equal(must(store.dispatches('r-1')).length, 1);
});

test("the agent's own answer is told from what the run says for it", (t) => {
  const { store, first, say } = rig(t);
  assert.equal(must(store.talk(first.id)).settled, null);
  say('STATUS');
  say('DONE', { content: 'all of it' });
  assert.deepEqual(must(store.talk(first.id)).settled, { type: 'DONE', content: 'all of it' });
  assert.deepEqual(must(store.dispatches('r-1'))[0]?.answer, null);
  assert.deepEqual(must(store.talk(first.id)).messages, { COMMAND: 1, STATUS: 1, DONE: 1 });
});

test('an offer is judged, or given to the person; what nobody answered is taken back when the plan ends', (t) => {
  const { store, ledger, first, say } = rig(t);
  say('PROPOSE', { correlationId: 'p-1' });
  say('PROPOSE', { correlationId: 'p-2' });
  say('PROPOSE', { correlationId: 'p-3' });
  assert.equal(must(store.look('r-1', [])).proposals.length, 3);
  must(store.reply('p-1', { type: 'DECLINE', by: 'orchestrator', text: 'no' }));
  must(store.handToPerson('p-2'));
  assert.deepEqual(
    must(store.look('r-1', [])).proposals.map((one) => one.correlationId),
    ['p-3'],
  );
  const open = must(store.talk(first.id)).proposals.find((one) => one.correlationId === 'p-2');
  assert.deepEqual([open?.obligor, open?.state], ['person', 'open']);
  must(store.settleDispatch(first.id, { type: 'FAILURE', reason: 'x', commits: [], merged: null }));
  const states = ['p-1', 'p-2', 'p-3'].map((id) => must(ledger.obligation(id)).commitment.state);
  assert.deepEqual(states, ['declined', 'declined', 'declined']);
});

test('a run sees what is owed in it, and once what expired', (t) => {
  const { store, clock, first } = rig(t);
  assert.deepEqual(
    must(store.look('r-1', [])).owed.map((one) => [one.dispatch, one.own]),
    [[first.id, true]],
  );
  assert.deepEqual(must(store.look('r-2', [])).owed, []);
  assert.equal(must(store.look('r-2', [first.id])).owed.length, 1);
  clock.advance(10 * MINUTE);
  assert.equal(must(store.look('r-1', [])).expired.length, 1);
  assert.deepEqual(must(store.look('r-1', [])), { owed: [], expired: [], proposals: [] });
});

test('a code fits the question it was made for, and no other', (t) => {
  const { store, ledger, first } = rig(t);
  const asked = must(store.ask(first.id, 'which?', 0));
  const code = must(store.issueCode(asked.correlationId));
  assert.equal(must(ledger.codeFits(asked.correlationId, code)), true);
  assert.equal(must(ledger.codeFits(asked.correlationId, `${code}0`)), false);
  assert.equal(must(ledger.codeFits('another', code)), false);
  assert.equal(ledger.whois(code).ok, false);
  const entries = must(ledger.entries({ type: null, correlationId: null, channel: null, after: 0 }, -1));
  assert.ok(!JSON.stringify(entries).includes(code));
});
