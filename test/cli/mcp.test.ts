import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cleanEnvironment } from '../rig/environment.js';
import { temporaryLedger } from '../rig/ledger.js';
import { MSD_BIN, msd } from '../rig/msd.js';
import { must } from '../rig/must.js';

/** The list as clients were shown it. `MSD_UPDATE_SNAPSHOT=1` writes it anew: a decision, since it empties their caches. */
const SNAPSHOT = fileURLToPath(new URL('../../../test/fixtures/mcp-tools.json', import.meta.url));

async function connect(t: TestContext, root: string, token: string | null): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = cleanEnvironment(root, token === null ? {} : { MSD_AGENT_TOKEN: token });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MSD_BIN, 'mcp'], cwd: root, env, stderr: 'inherit' }),
  );
  t.after(() => client.close());
  return client;
}

interface Called {
  readonly failed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers is JSON
  readonly data: any;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content as { type: string; text: string }[];
  if (result.structuredContent === undefined) return { failed: result.isError === true, data: first?.text };
  assert.deepEqual(JSON.parse(first?.text ?? ''), result.structuredContent);
  return { failed: result.isError === true, data: result.structuredContent };
}

test('the list of tools is the one that was decided', async (t) => {
  const rig = temporaryLedger(t);
  const client = await connect(t, rig.root, null);
  const { tools } = await client.listTools();
  const shown = `${JSON.stringify(tools, null, 2)}\n`;
  if (process.env['MSD_UPDATE_SNAPSHOT'] || !existsSync(SNAPSHOT)) writeFileSync(SNAPSHOT, shown);
  assert.equal(shown, readFileSync(SNAPSHOT, 'utf8'));
});

test('an agent is known by its token: it asks, answers and waits as itself', async (t) => {
  const rig = temporaryLedger(t);
  rig.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1', content: 'build it' });
  const client = await connect(t, rig.root, must(rig.ledger.issueToken('worker', 'd-1')));
  assert.equal((await call(client, 'who_am_i')).data.name, 'worker');
  const page = await call(client, 'check_messages', { channel: 'work' });
  assert.deepEqual([page.data.messages.length, page.data.messages[0].content], [1, 'build it']);
  const mine = await call(client, 'list_my_commitments', { role: 'obligor' });
  assert.deepEqual([mine.data.owed_by_me.length, mine.data.owed_to_me.length], [1, 0]);
  const status = await call(client, 'send_message', { channel: 'work', type: 'STATUS', correlation: 'c-1' });
  assert.equal(status.data.commitment.after, 'acknowledged');
  const done = await call(client, 'send_message', { channel: 'work', type: 'DONE', correlation: 'c-1' });
  assert.deepEqual(
    [done.failed, done.data.message.sender, done.data.message.via, done.data.commitment.after],
    [false, 'worker', 'agent', 'fulfilled'],
  );
  const waited = await call(client, 'wait_for_reply', { correlation: 'c-1', timeout: '1s' });
  assert.deepEqual([waited.data.outcome, waited.data.message.type], ['answered', 'DONE']);
  const chain = await call(client, 'get_obligation_chain', { id: 'c-1' });
  assert.deepEqual(
    [chain.data.initiator, chain.data.participants, chain.data.state],
    ['lead', ['worker'], 'fulfilled'],
  );
  assert.equal((await call(client, 'list_ledger_entries', { type: 'DONE', count: true })).data.count, 1);
  assert.deepEqual((await call(client, 'list_stalled_obligations', {})).data.items, []);
  assert.equal((await call(client, 'list_pending_commitments', { state: ['fulfilled'] })).data.items.length, 1);
  assert.equal((await call(client, 'get_commitment', { id: 'c-1' })).data.messages.length, 3);
});

test('the sender is never an argument, and a failure tells its code', async (t) => {
  const rig = temporaryLedger(t);
  rig.channel('observe', { allow: ['EVENT', 'STATUS'] });
  const client = await connect(t, rig.root, must(rig.ledger.issueToken('worker', null)));
  const forged = await call(client, 'send_message', { channel: 'work', type: 'STATUS', as: 'lead' });
  assert.equal(forged.failed, true);
  const refused = await call(client, 'send_message', { channel: 'observe', type: 'COMMAND', to: 'lead' });
  assert.deepEqual([refused.failed, refused.data.error.code], [true, 'type-refused']);
  const unknown = await call(client, 'send_message', { channel: 'nowhere', type: 'STATUS' });
  assert.equal(unknown.data.error.code, 'channel-not-found');
  const odd = await call(client, 'send_message', { channel: 'work', type: 'ACK' });
  assert.equal(odd.failed, true);
  const advised = await call(client, 'send_message', { channel: 'observe', type: 'EVENT', content: '{"tool":"x"}' });
  assert.equal(advised.failed, false);
  assert.equal(rig.kinds().filter((kind) => kind === 'STATUS').length, 0);
});

test('a deadline given by tool is the commitment’s, and the same id twice is one message', async (t) => {
  const rig = temporaryLedger(t);
  const client = await connect(t, rig.root, must(rig.ledger.issueToken('worker', null)));
  const asked = { channel: 'work', type: 'QUERY', to: 'lead', correlation: 'q-1', deadline: '1ms', id: 'm-1' };
  const [first, second] = [await call(client, 'send_message', asked), await call(client, 'send_message', asked)];
  assert.deepEqual([first.data.commitment.after, first.data.repeated, second.data.repeated], ['open', undefined, true]);
  const waited = await call(client, 'wait_for_reply', { correlation: 'q-1', timeout: '1m' });
  assert.deepEqual([waited.data.outcome, waited.data.commitment.state], ['expired', 'expired']);
  assert.equal((await call(client, 'list_ledger_entries', { type: 'QUERY', count: true })).data.count, 1);
  const far = await call(client, 'send_message', { ...asked, id: 'm-2', correlation: 'q-2', deadline: '999999999d' });
  assert.equal(far.failed, true);
});

test('without a token there is only reading; an ended agent’s token is void, also in a connection that is open', async (t) => {
  const rig = temporaryLedger(t);
  const reading = await connect(t, rig.root, null);
  assert.equal((await call(reading, 'who_am_i')).data.name, 'person');
  assert.equal((await call(reading, 'list_channels')).data.items.length, 1);
  for (const [name, input] of [
    ['send_message', { channel: 'work', type: 'STATUS' }],
    ['decide_channel', { channel: 'work', decision: 'close' }],
  ] as const) {
    const refused = await call(reading, name, input);
    assert.deepEqual([refused.failed, refused.data.error.code], [true, 'token-missing']);
  }
  const ending = await connect(t, rig.root, must(rig.ledger.issueToken('worker', null)));
  assert.equal((await call(ending, 'send_message', { channel: 'work', type: 'STATUS' })).failed, false);
  must(rig.ledger.endAgent('worker'));
  const late = await call(ending, 'send_message', { channel: 'work', type: 'STATUS' });
  assert.equal(late.data.error.code, 'token-invalid');
});

test('an agent decides about channels by its rights: an executor closes its home and nothing else', async (t) => {
  const rig = temporaryLedger(t);
  const home = rig.channel('home');
  must(
    rig.ledger.addAgent({
      name: 'fork',
      kind: 'executor',
      home,
      caps: null,
      denied: [],
      template: null,
      dispatch: null,
    }),
  );
  const client = await connect(t, rig.root, must(rig.ledger.issueToken('fork', null)));
  const closed = await call(client, 'decide_channel', { channel: 'home', decision: 'close' });
  assert.deepEqual([closed.data.state, closed.data.changed], ['closed', true]);
  const other = await call(client, 'decide_channel', { channel: 'work', decision: 'close' });
  assert.deepEqual([other.data.error.code, other.data.error.details.why], ['not-permitted', 'not-home']);
  const opened = await call(client, 'decide_channel', { channel: 'home', decision: 'open' });
  assert.equal(opened.data.error.details.why, 'fork-never-opens');
});

test('outside a project there is no server, and standard output stays clean', async (t) => {
  const rig = temporaryLedger(t);
  const outside = await msd(['mcp'], { cwd: `${rig.root}/..` });
  assert.deepEqual([outside.code, outside.stdout], [3, '']);
  const inside = await msd(['mcp'], { cwd: rig.root });
  assert.deepEqual([inside.code, inside.stdout, inside.stderr], [0, '', '']);
});
