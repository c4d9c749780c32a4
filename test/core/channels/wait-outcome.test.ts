import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerCommitment,
  type Commitment,
  expireCommitment,
  openCommitment,
} from '../../../src/core/channels/commitment.js';
import type { CommitmentKind, MessageType } from '../../../src/core/channels/message-type.js';
import { type Answering, waitOutcome } from '../../../src/core/channels/wait-outcome.js';

/** Plays messages on one commitment and looks as a waiter does. */
class Talk {
  readonly messages: Answering[] = [];
  commitment: Commitment;

  constructor(kind: CommitmentKind, obligor: string | null = 'worker') {
    this.commitment = openCommitment({
      id: 'o-1',
      correlationId: 'c-1',
      kind,
      channel: 'local/work',
      requester: 'lead',
      obligor,
      at: 0,
      windowMs: 1000,
      budgetUntil: null,
    });
    this.say(kind, 'lead');
  }

  say(type: MessageType, sender: string): number {
    const seq = this.messages.length + 1;
    this.messages.push({ id: `m-${seq}`, seq, type, sender });
    const message = { id: `m-${seq}`, type, sender, target: 'heir', at: seq };
    this.commitment = answerCommitment(this.commitment, message, { lenient: false, childId: 'o-2' }).commitment;
    return seq;
  }

  look(after: number | null = null): string {
    const told = waitOutcome({ commitment: this.commitment, messages: this.messages, after });
    return told === null ? 'wait' : `${told.outcome} ${told.message?.seq ?? '-'}`;
  }
}

test('a waiter is told what settled the commitment', () => {
  for (const [kind, type, outcome] of [
    ['QUERY', 'RESPONSE', 'answered'],
    ['QUERY', 'DONE', 'answered'],
    ['COMMAND', 'DONE', 'answered'],
    ['COMMAND', 'FAILURE', 'failed'],
    ['COMMAND', 'DECLINE', 'declined'],
    ['PROPOSE', 'DONE', 'answered'],
    ['PROPOSE', 'DECLINE', 'declined'],
  ] as const) {
    const talk = new Talk(kind);
    assert.equal(talk.look(), 'wait');
    talk.say('STATUS', 'worker');
    assert.equal(talk.look(), 'wait');
    talk.say(type, 'worker');
    assert.equal(talk.look(), `${outcome} 3`);
  }
});

test('a request that its requester took back is cancelled', () => {
  const talk = new Talk('QUERY');
  talk.say('DECLINE', 'lead');
  assert.equal(talk.look(), 'cancelled 2');
  assert.equal(talk.look(1), 'cancelled 2');
  assert.equal(talk.look(2), 'wait');
  const own = new Talk('QUERY', 'lead');
  own.say('DECLINE', 'lead');
  assert.equal(own.look(), 'declined 2');
});

test('a deadline that passed ends the wait without a message', () => {
  const talk = new Talk('COMMAND');
  talk.commitment = expireCommitment(talk.commitment, 5000);
  assert.equal(talk.look(), 'expired -');
  const late = talk.say('DONE', 'worker');
  assert.equal(talk.look(), 'expired -');
  assert.equal(talk.look(late - 1), `answered ${late}`);
});

test("others' answers, and answers that settle nothing, do not end the wait", () => {
  const talk = new Talk('COMMAND');
  talk.say('DONE', 'stranger');
  talk.say('RESPONSE', 'worker');
  assert.equal(talk.look(), 'wait');
  assert.equal(talk.look(1), 'wait');
});

test('talk about an offer is told only to whom it is news, and never the same twice', () => {
  const talk = new Talk('PROPOSE');
  const first = talk.say('RESPONSE', 'worker');
  assert.equal(talk.look(), 'wait');
  assert.equal(talk.look(1), `answered ${first}`);
  assert.equal(talk.look(first), 'wait');
  talk.say('RESPONSE', 'lead');
  assert.equal(talk.look(first), 'wait');
  const second = talk.say('RESPONSE', 'worker');
  assert.equal(talk.look(1), `answered ${first}`);
  assert.equal(talk.look(first), `answered ${second}`);
  const done = talk.say('DONE', 'worker');
  assert.equal(talk.look(), `answered ${done}`);
  assert.equal(talk.look(second), `answered ${done}`);
  assert.equal(talk.look(done), 'wait');
});

test('an answer that is sent again reaches who knows the first one', () => {
  const talk = new Talk('COMMAND');
  const done = talk.say('DONE', 'worker');
  assert.equal(talk.look(done), 'wait');
  talk.say('STATUS', 'worker');
  talk.say('RESPONSE', 'worker');
  assert.equal(talk.look(done), 'wait');
  const again = talk.say('DONE', 'worker');
  assert.equal(talk.look(done), `answered ${again}`);
  assert.equal(talk.look(), `answered ${done}`);
  for (const [type, outcome] of [
    ['FAILURE', 'failed'],
    ['DECLINE', 'declined'],
  ] as const) {
    const other = new Talk('COMMAND');
    const settled = other.say('DONE', 'worker');
    const later = other.say(type, 'worker');
    assert.equal(other.look(settled), `${outcome} ${later}`);
  }
});
