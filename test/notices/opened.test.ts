import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../rig/must.js';
import { FakeHub } from '../rig/fake-hub.js';
import { closes, NoticeRig } from '../rig/notices.js';

const DELIVERS = /delivers? to you/;
const KNOWS = /has been told and can close/;

/** What a hub announces, and which of it its policy admits. */
const announce = (rig: NoticeRig, ids: readonly string[], admits: readonly string[], open: readonly string[] = []) =>
  must(
    rig.ledger.hubs.announced({
      hub: 'ci',
      id: ids.join(),
      channels: ids.map((id) => ({ id, label: null, listedOpen: open.includes(id) })),
      admits: (id) => admits.includes(id),
    }),
  );

test('T23 an executor that opens its home is told so, what it delivers, and how to close it; the primary is not', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.say('F', 'h');
  const notice = rig.only('F');
  assert.deepEqual([notice.kind, notice.advice, notice.channels], ['opened', [closes('h')], ['local/h']]);
  assert.match(notice.text, /Your message/);
  assert.match(notice.text, DELIVERS);
  assert.doesNotMatch(notice.text, KNOWS);
  assert.ok(notice.text.endsWith(`[${notice.event}]`));
  assert.deepEqual(rig.inbox('P'), []);
});

test('T24 another channel: no advice for the executor, which hears that its orchestrator knows; the primary may close it', async (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.say('F', 'a');
  const [own, told] = [rig.only('F'), rig.only('P')];
  assert.deepEqual([own.advice, told.advice], [[], [closes('a')]]);
  assert.doesNotMatch(own.text, /To refuse|msd channel close/);
  assert.doesNotMatch(own.text, DELIVERS);
  assert.match(own.text, /Your orchestrator has been told and can close it/);
  assert.match(told.text, /sent into it while closed and has no right to close it/);
  assert.deepEqual([await rig.closeAs('F', 'local/a'), await rig.closeAs('P', 'local/a')], [false, true]);
});

test('T25 a run without the right hears that the primary knows, by its name', (t) => {
  const rig = new NoticeRig(t);
  rig.primary('boss');
  rig.add('R', 'run', { caps: [] });
  rig.say('R', 'a');
  assert.match(rig.only('R').text, /"boss" has been told and can close it/);
  assert.deepEqual([rig.only('R').advice, rig.only('boss').advice], [[], [closes('a')]]);
  assert.match(rig.only('boss').text, /"R" sent into it/);
});

test('T26 a primary that cannot close is not told, and nobody is told that it was', (t) => {
  const rig = new NoticeRig(t);
  rig.primary('P', { caps: [] });
  rig.fork();
  rig.say('F', 'a');
  assert.deepEqual(rig.inbox('P'), []);
  assert.doesNotMatch(rig.only('F').text, KNOWS);
  assert.deepEqual(rig.deliveries(), ['opened actor F pending']);
  assert.deepEqual(rig.lapsed(rig.end('F')), ['reader-could-not-act']);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T27 a primary that does not live is owed nothing itself: the role is, once, and nobody is told that it knows', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.end('P');
  rig.say('F', 'a');
  assert.doesNotMatch(rig.only('F').text, KNOWS);
  assert.deepEqual(rig.deliveries(), ['opened primary role:primary pending', 'opened actor F pending']);
  rig.primary('P2');
  assert.doesNotMatch(rig.only('F').text, KNOWS, 'whoever came later was not told then');
});

test('T28 a primary that sends has its own notice only, with advice by its own rights', (t) => {
  for (const caps of [null, []]) {
    const rig = new NoticeRig(t);
    rig.primary('P', { caps });
    rig.say('P', 'a');
    assert.deepEqual(rig.only('P').advice, caps === null ? [closes('a')] : []);
    assert.match(rig.only('P').text, /Your message/);
    assert.deepEqual(rig.deliveries(), ['opened actor P pending']);
  }
});

test('T29 an executor of another template is “the executor” to the primary, and knows that one by its name', (t) => {
  const rig = new NoticeRig(t);
  rig.fork('F', { template: must(rig.ledger.agent('person')).name });
  rig.primary('boss');
  rig.say('F', 'a');
  assert.match(rig.only('boss').text, /The executor in local\/h, named "F",/);
  assert.match(rig.only('F').text, /"boss" has been told/);
});

test('T29 an executor whose orchestrator has ended is one of an earlier run', (t) => {
  const rig = new NoticeRig(t);
  rig.primary('old');
  rig.fork();
  rig.end('old');
  rig.primary('new');
  rig.say('F', 'a');
  assert.match(rig.only('new').text, /An executor of an earlier run in local\/h, named "F",/);
});

test('T30 an executor is known by its labelled home, and its name appears once', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork('plan-b#1@r-1');
  rig.label('h', '#plan');
  rig.say('plan-b#1@r-1', 'h');
  rig.end('plan-b#1@r-1');
  const { text } = rig.only('P');
  assert.match(text, /Your executor in "#plan" \(local\/h\), named "plan-b#1@r-1",/);
  assert.match(text, /That executor has ended/);
  assert.equal(text.split('plan-b#1@r-1').length, 2);
});

test('T31 a label that is the id is not shown', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.label('a', 'a');
  rig.say('P', 'a');
  assert.match(rig.only('P').text, /^Opened: local\/a\. /);
});

test('T32 a channel without a label is shown by its key', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.say('P', 'a');
  assert.match(rig.only('P').text, /^Opened: local\/a\. /);
  rig.label('a', 'the plan');
  assert.match(rig.only('P').text, /^Opened: "the plan" \(local\/a\)\. /, 'by the label of the moment');
});

test('T33 sent by an agent that has ended, by speech and by reply: the primary reads it, in the same words', async (t) => {
  const texts: string[] = [];
  for (const how of ['speech', 'reply']) {
    const rig = new NoticeRig(t);
    const hub = new FakeHub('ci');
    rig.primary();
    rig.make('c', { hub: 'ci' });
    rig.fork();
    rig.end('F');
    rig.decide('c', 'close', null, 'ci');
    if (how === 'speech') await rig.speak(hub, 'F', 'c', 'm-1');
    else await rig.reply(hub, 'F', 'c', 'm-1');
    const { text, advice } = rig.only('P');
    assert.match(text, /That executor has ended/);
    assert.deepEqual(advice, [closes('c', 'ci')]);
    texts.push(text.replace(/ \[n-\w+\]$/, ''));
    assert.deepEqual(rig.end('F').settled?.passedOn, []);
    assert.deepEqual(rig.deliveries(), ['opened primary role:primary pending']);
  }
  assert.equal(texts[0], texts[1]);
});

test('T34 the same, to a primary that cannot close: no advice', (t) => {
  const rig = new NoticeRig(t);
  rig.primary('P', { caps: [] });
  rig.fork();
  rig.end('F');
  rig.say('F', 'h', { via: 'run', type: 'EVENT' });
  assert.deepEqual([rig.only('P').kind, rig.only('P').advice], ['opened', []]);
});

test('T35 a policy chooses a channel to open: whoever the hub delivers to reads of a choice, and of no agent', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.add('R', 'run', { hears: ['ci/'] });
  announce(rig, ['x'], ['x']);
  const notice = rig.only('R');
  assert.equal(notice.kind, 'opened-by-policy');
  assert.match(notice.text, /^Chosen to open: ci\/x, by the policy of hub "ci"\. This is a choice on record/);
  assert.doesNotMatch(notice.text, /Opened|opened|Your message|sent into/);
  assert.deepEqual(notice.advice, [closes('x', 'ci')]);
  assert.deepEqual(rig.inbox('P'), []);
  announce(rig, ['x'], ['x']);
  assert.equal(rig.inbox('R').length, 1, 'announced again, it says nothing new');
  assert.deepEqual(rig.lapsed(rig.end('R')), ['concerns-reader-only']);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T36 a policy chooses two: one notice names both, and advises only whoever may close both', (t) => {
  for (const caps of [['channel:open'], []]) {
    const rig = new NoticeRig(t);
    rig.primary('P', { caps });
    announce(rig, ['x', 'y'], ['x', 'y']);
    const notice = rig.only('P');
    assert.match(notice.text, /ci\/x, ci\/y/);
    assert.deepEqual(notice.advice, []);
  }
  const rig = new NoticeRig(t);
  rig.make('x', { hub: 'ci' });
  rig.add('F', 'executor', { home: must(rig.ledger.channel('ci/x')).key, hears: ['ci/'] });
  announce(rig, ['y', 'z'], ['y', 'z']);
  assert.deepEqual(rig.only('F').advice, []);
  rig.primary();
  announce(rig, ['p', 'q'], ['p', 'q']);
  assert.deepEqual(rig.inbox('P'), [], 'it is the hub’s reader that is told');
});

test('T37 a notice starts nothing: no message, no opening, no call of a hub', async (t) => {
  const rig = new NoticeRig(t);
  const hub = new FakeHub('ci');
  rig.primary();
  rig.fork();
  rig.make('c', { hub: 'ci' });
  rig.decide('c', 'close', null, 'ci');
  await rig.reply(hub, 'F', 'c', 'm-1');
  const calls = hub.calls.length;
  const before = rig.kinds().filter((kind) => kind !== 'notice').length;
  const page = () => must(rig.ledger.page({ channel: 'local/h', reader: 'F', after: 0, limit: 99 })).messages;
  const messages = page().length;
  rig.say('F', 'a');
  const written = rig.kinds().filter((kind) => kind !== 'notice').length - before;
  assert.equal(written, 2, 'the decision and the message, and nothing else');
  for (const name of ['F', 'P']) rig.inbox(name);
  rig.end('F');
  assert.deepEqual([hub.calls.length, page().length, rig.stateOf('h')], [calls, messages, 'closed']);
});

test('T38 two sends into one closed channel make one decision and one notice', async (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.say('P', 'a');
  rig.say('P', 'a');
  assert.equal(rig.inbox('P').length, 1);
  // On a hub that lags both are under way at once.
  const hub = new FakeHub('ci');
  rig.make('c', { hub: 'ci' });
  rig.decide('c', 'close', null, 'ci');
  let go = (): void => {};
  hub.lag = new Promise((resolve) => {
    go = resolve;
  });
  const both = [rig.speak(hub, 'P', 'c', 'm-1'), rig.speak(hub, 'P', 'c', 'm-2')];
  go();
  assert.deepEqual(await Promise.all(both), ['sent', 'sent']);
  assert.equal(rig.inbox('P').filter((one) => one.channels[0] === 'ci/c').length, 1);
});

test('T39 a send into a muted channel, and into an open one whose link is down, is no opening; the mute is kept', async (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.decide('a', 'open');
  rig.decide('a', 'mute', null, 'local', { until: 99, cap: 3 });
  rig.say('P', 'a');
  assert.deepEqual([rig.inbox('P'), rig.stateOf('a')], [[], 'muted']);
  const hub = new FakeHub('ci');
  rig.make('c', { hub: 'ci' });
  await rig.speak(hub, 'P', 'c', 'm-1');
  assert.deepEqual([rig.inbox('P'), rig.stateOf('c', 'ci'), hub.calls], [[], 'open', ['open c', 'deliver m-1']]);
});

test('T40 what counts is that it was decided closed, whatever the hub did about it', async (t) => {
  const rig = new NoticeRig(t);
  const hub = new FakeHub('ci');
  rig.primary();
  rig.make('c', { hub: 'ci' });
  must(rig.ledger.hubs.connected('ci', must(await hub.connect())));
  await rig.speak(hub, 'P', 'c', 'm-1');
  // The hub never heard of the closing: its link is still up.
  rig.decide('c', 'close', null, 'ci');
  await rig.speak(hub, 'P', 'c', 'm-2');
  assert.deepEqual([rig.only('P').kind, rig.stateOf('c', 'ci')], ['opened', 'open']);
});

test('T41 a channel that stays selected after its opening failed is not opened by a later send', async (t) => {
  const rig = new NoticeRig(t);
  const hub = new FakeHub('ci');
  rig.primary();
  rig.make('c', { hub: 'ci' });
  rig.decide('c', 'close', null, 'ci');
  rig.decide('c', 'open', 'P', 'ci');
  hub.refuse = 'no room';
  assert.equal(await rig.speak(hub, 'P', 'c', 'm-1'), 'failed');
  assert.equal(await rig.speak(hub, 'P', 'c', 'm-2'), 'sent');
  assert.deepEqual(
    rig.inbox('P').map((one) => one.kind),
    ['send-failed'],
  );
});
