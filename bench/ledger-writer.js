// One of several writers: `node ledger-writer.js STORE LEDGER NAME SECONDS` sends as fast as it can and prints how many.
import process from 'node:process';

const [store, path, name, seconds] = process.argv.slice(2);
const { openDatabase, send } = await import(store);
const opened = openDatabase(path, { create: true });
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
let sent = 0;
let slowest = 0;
const end = performance.now() + Number(seconds) * 1000;
while (performance.now() < end) {
  const started = performance.now();
  const request = {
    id: null,
    type: 'STATUS',
    channel: 'local/work',
    sender: 'lead',
    target: 'worker',
    correlationId: null,
    replyTo: null,
    content: `${name} ${'x'.repeat(250)}`,
    windowMs: null,
    budgetUntil: null,
    via: 'person',
  };
  const answer = send(opened.value, request, Date.now());
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  slowest = Math.max(slowest, performance.now() - started);
  sent++;
}
process.stdout.write(JSON.stringify({ sent, slowest }));
