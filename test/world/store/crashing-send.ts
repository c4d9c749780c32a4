import process from 'node:process';
import { openDatabase } from '../../../src/world/store/database.js';
import { send } from '../../../src/world/store/send.js';
import { countingDriver } from '../../rig/counting-driver.js';
import { must } from '../../rig/must.js';

// A process of its own: `node crashing-send.js LEDGER N ID TYPE` sends one message and is killed before its Nth statement.
const [path, number, id, type] = process.argv.slice(2) as [string, string, string, 'COMMAND' | 'HANDOFF'];
let left = Number(number);
const database = must(
  openDatabase(path, {
    create: true,
    openDriver: (file) =>
      countingDriver(file, () => {
        if (--left === 0) process.kill(process.pid, 'SIGKILL');
      }),
  }),
);
const request = {
  id,
  type,
  channel: 'shut',
  sender: type === 'COMMAND' ? 'lead' : 'worker',
  target: type === 'COMMAND' ? 'worker' : 'stranger',
  correlationId: type === 'COMMAND' ? id : 'c-given',
  replyTo: null,
  content: 'because',
  windowMs: null,
  budgetUntil: null,
  via: 'person',
} as const;
must(send(database, request, Date.parse('2026-11-30T13:00:00.000Z')));
database.close();
process.stdout.write('sent');
