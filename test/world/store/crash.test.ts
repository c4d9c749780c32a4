import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TemporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

const CHILD = fileURLToPath(new URL('./crashing-send.js', import.meta.url));
/** Each step once, or as often as asked: MSD_CRASH_ROUNDS=8 kills some 200 times. */
const ROUNDS = Number(process.env['MSD_CRASH_ROUNDS'] ?? 1);

/** A closed channel, so that the send also has a decision to record, and a command to hand on. */
function rig(t: TestContext): TemporaryLedger {
  const made = new TemporaryLedger(t);
  made.agents('lead', 'worker', 'stranger');
  made.channel('work');
  made.channel('shut');
  made.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-given' });
  must(made.ledger.decide('shut', 'close', null, { source: 'person', agent: null }));
  return made;
}

for (const type of ['COMMAND', 'HANDOFF'] as const) {
  test(`a ${type} that is killed before any of its statements is wholly there or not at all`, (t) => {
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (let step = 1; ; step++) {
        const ledger = rig(t);
        const before = ledger.kinds();
        const id = `m-${round}-${step}`;
        const child = spawnSync(process.execPath, [CHILD, ledger.path, String(step), id, type], { encoding: 'utf8' });
        const there = ledger.ledger.message(id).ok;
        assert.equal(must(ledger.ledger.verify()).ok, true);
        assert.deepEqual(ledger.kinds(), there ? [...before, 'decision', type, 'notice'] : before);
        assert.equal(must(ledger.ledger.channel('shut')).state, there ? 'open' : 'closed');
        if (type === 'COMMAND') assert.equal(ledger.ledger.obligation(id).ok, there);
        else assert.equal(must(ledger.ledger.obligation('c-given')).chain.length, there ? 2 : 1);

        const again = ledger.send(type, type === 'COMMAND' ? 'lead' : 'worker', {
          id,
          channel: 'shut',
          target: type === 'COMMAND' ? 'worker' : 'stranger',
          correlationId: type === 'COMMAND' ? id : 'c-given',
        });
        assert.equal(again.repeated, there);
        assert.deepEqual(ledger.kinds(), [...before, 'decision', type, 'notice']);
        assert.equal(must(ledger.ledger.verify()).ok, true);
        ledger.ledger.close();
        if (child.stdout === 'sent') break;
        assert.equal(child.signal, 'SIGKILL', child.stderr);
        kills++;
      }
    }
    t.diagnostic(`killed ${kills} times`);
    assert.ok(kills > 12 * ROUNDS);
  });
}
