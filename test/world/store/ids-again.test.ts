import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitOutcome } from '../../../src/core/channels/wait-outcome.js';
import { temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

test('an id that another entry of the ledger has is taken, whatever that entry is', (t) => {
  const rig = temporaryLedger(t);
  const filter = { type: null, correlationId: null, channel: null, after: 0 };
  for (const { id } of must(rig.ledger.entries(filter, -1)))
    assert.equal(rig.refuse('STATUS', 'lead', { id }), 'message-id-taken');
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('an id that is opened again is another obligation: nobody is told the answer to the first', (t) => {
  const rig = temporaryLedger(t);
  const first = rig.send('PROPOSE', 'lead', { target: 'worker', correlationId: 'p-1' });
  rig.send('RESPONSE', 'worker', { correlationId: 'p-1' });
  rig.send('DECLINE', 'worker', { correlationId: 'p-1' });
  const again = rig.send('PROPOSE', 'lead', { target: 'worker', correlationId: 'p-1' });
  const known = must(rig.ledger.correlation('p-1'));
  assert.deepEqual(
    known?.messages.map((message) => message.id),
    [again.message.id],
  );
  assert.equal(
    waitOutcome({ commitment: known!.commitment, messages: known!.messages, after: first.message.seq }),
    null,
  );
  rig.send('HANDOFF', 'worker', { correlationId: 'p-1', target: 'stranger' });
  assert.deepEqual(
    must(rig.ledger.correlation('p-1'))?.messages.map((message) => message.type),
    ['PROPOSE', 'HANDOFF'],
  );
});
