import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunEvent } from '../../src/core/event.js';
import type { PlanId } from '../../src/core/phase/plan-id.js';
import { ok } from '../../src/core/result.js';
import { type AskPerson, OpenQuestions } from '../../src/engine/open-questions.js';
import type { RunSession } from '../../src/engine/run-session.js';
import type { Asked } from '../../src/world/talk.js';

const PLAN = '03-01-a' as PlanId;

/** A session as far as questions need one: its ledger holds one question. */
function rig(askPerson: AskPerson | null) {
  const events: RunEvent[] = [];
  const interrupt = new AbortController();
  let question: Asked = {
    type: 'QUERY',
    id: 'o-1',
    correlationId: 'c-1',
    text: 'which?',
    state: 'open',
    obligor: 'person',
    askedAt: 0,
    answer: null,
  };
  const answer = (text: string) => {
    question = { ...question, state: 'fulfilled', answer: { type: 'RESPONSE', by: 'person', text, at: 1 } };
  };
  const store = {
    talk: () => ok({ dispatch: 'd', settled: null, questions: [question], proposals: [], messages: {} }),
    issueCode: () => ok('secret'),
    reply: (_id: string, said: { text: string }) => {
      answer(said.text);
      return ok(null);
    },
  };
  const session = {
    world: { store },
    interrupted: interrupt.signal,
    emit: (event: RunEvent) => events.push(event),
  } as unknown as RunSession;
  const questions = new OpenQuestions(() => session, askPerson);
  const asked = () => ({ dispatch: { id: 'd' }, question }) as Parameters<OpenQuestions['wait']>[1];
  return { questions, events, answer, asked, interrupt };
}

test('without a terminal the command carries a code, and the plan is let go unanswered', async () => {
  const { questions, events, asked } = rig(null);
  const changed = questions.changed();
  const waiting = questions.wait(PLAN, asked());
  await changed;
  await questions.lastCall();
  assert.equal(await waiting, null);
  assert.deepEqual(
    events.map((event) => event.type === 'plan-asked' && event.next),
    ['msd answer o-1 --code secret "…"'],
  );
  assert.deepEqual(questions.waiting(), []);
});

test('on a terminal the person is asked when nothing else can run, and the plan goes on with the words', async () => {
  const texts: string[] = [];
  const { questions, events, asked } = rig(async ({ text }) => {
    texts.push(text);
    return 'B';
  });
  const waiting = questions.wait(PLAN, asked());
  await questions.lastCall();
  assert.deepEqual(questions.answered(), [PLAN]);
  questions.goOn(PLAN);
  assert.equal((await waiting)?.answer?.text, 'B');
  assert.deepEqual(texts, ['which?']);
  assert.ok(events.every((event) => event.type !== 'plan-asked' || !event.next.includes('--code')));
});

test('an empty line leaves the question open', async () => {
  const { questions, asked } = rig(async () => null);
  const waiting = questions.wait(PLAN, asked());
  await questions.lastCall();
  assert.equal(await waiting, null);
});

test('an answer from elsewhere is seen, and wins over the terminal', async () => {
  const { questions, asked, answer } = rig(async () => {
    answer('from elsewhere');
    return 'too late';
  });
  const waiting = questions.wait(PLAN, asked());
  await questions.lastCall();
  questions.goOn(PLAN);
  assert.equal((await waiting)?.answer?.text, 'from elsewhere');
});

test('a question that is answered already is not waited for; an interrupted run waits for none', async () => {
  const { questions, events, asked, answer, interrupt } = rig(null);
  const waiting = questions.wait(PLAN, asked());
  interrupt.abort();
  assert.equal(await waiting, null);
  assert.equal(await questions.wait(PLAN, asked()), null);
  answer('B');
  assert.equal((await questions.wait(PLAN, asked()))?.answer?.text, 'B');
  assert.equal(events.length, 1);
});
