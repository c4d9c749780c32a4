import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Hub } from '../../../src/world/hubs/hub.js';
import { localHub } from '../../../src/world/hubs/local-hub.js';
import { FakeHub } from '../../rig/fake-hub.js';
import { temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

/** Each hub by its name: the ledger itself, and the one of the tests. Both have a channel `work` and know an agent `lead`. */
const HUBS: Readonly<Record<string, (t: TestContext) => Hub>> = {
  local: (t) => localHub(temporaryLedger(t).ledger),
  ci: () => new FakeHub('ci'),
};

for (const [name, make] of Object.entries(HUBS)) {
  test(`hub ${name}: a connection, an open channel, a message that arrives once`, async (t) => {
    const hub = make(t);
    assert.equal(hub.name, name);
    assert.ok(must(await hub.connect()).length > 0);
    must(await hub.open('work'));
    must(await hub.open('work'));
    const message = { id: 'm-1', channel: 'work', sender: 'lead', content: 'hello' };
    assert.equal(await hub.landed('m-1'), false);
    must(await hub.deliver(message));
    must(await hub.deliver(message));
    assert.equal(await hub.landed('m-1'), true);
    assert.equal(await hub.landed('m-2'), false);
  });
}

test('hub local: what it refuses is refused for certain, and nothing of it is there', async (t) => {
  const hub = localHub(temporaryLedger(t).ledger);
  const opened = await hub.open('nowhere');
  assert.deepEqual(opened, { ok: false, error: { kind: 'refused', cause: 'channel-not-found' } });
  const sent = await hub.deliver({ id: 'm-1', channel: 'nowhere', sender: 'lead', content: 'x' });
  assert.deepEqual(sent, { ok: false, error: { kind: 'refused', cause: 'channel-not-found' } });
  assert.equal(await hub.landed('m-1'), false);
});
