import process from 'node:process';
import { openDatabase } from '../../../src/world/store/database.js';
import { send } from '../../../src/world/store/send.js';
import { must } from '../../rig/must.js';

// A process of its own: `node writing-process.js LEDGER NAME N` sends N messages as fast as it can and prints its slowest.
const [path, name, count] = process.argv.slice(2) as [string, string, string];
const database = must(openDatabase(path, { create: true }));
let slowest = 0;
for (let i = 0; i < Number(count); i++) {
  const started = performance.now();
  const request = {
    id: `${name}-${i}`,
    type: i % 2 === 0 ? 'COMMAND' : 'DONE',
    channel: `ch-${i % 3}`,
    sender: i % 2 === 0 ? 'lead' : 'worker',
    target: i % 2 === 0 ? 'worker' : 'lead',
    correlationId: `${name}-${i - (i % 2)}`,
    replyTo: null,
    content: String(i),
    windowMs: null,
    budgetUntil: null,
    via: 'person',
  } as const;
  must(send(database, request, Date.now()));
  slowest = Math.max(slowest, performance.now() - started);
}
database.close();
process.stdout.write(String(Math.round(slowest)));
