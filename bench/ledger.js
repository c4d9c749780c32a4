// What the ledger costs: durable sends against bare inserts through the same driver, writers side by side, a send as a
// process, and lists of a long ledger against those of a short one. Method of the processes: measure.js.
// `MSD_BENCH_MESSAGES=100000` makes the long ledger shorter.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundled, must, scratchFolder } from './bundled.js';
import { compare, print } from './measure.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MSD = join(ROOT, 'bin/msd.js');
const node = process.execPath;
const MESSAGES = Number(process.env.MSD_BENCH_MESSAGES ?? 1_000_000);

const folder = scratchFolder();
const out = await bundled('ledger-store.ts');
const { addAgent, createChannel, ok, openDatabase, openDriver, send } = await import(out);

/** A project with a ledger: two agents, one channel. @returns its folder and the database */
function project(name) {
  const root = join(folder, name);
  mkdirSync(join(root, '.planning/phases'), { recursive: true });
  mkdirSync(join(root, '.msd'), { mode: 0o700 });
  const database = must(openDatabase(join(root, '.msd/ledger.db'), { create: true }));
  must(
    database.write(() => {
      for (const agent of ['lead', 'worker'])
        must(
          addAgent(
            database,
            { name: agent, kind: 'run', home: null, caps: null, denied: [], template: null, dispatch: null },
            0,
          ),
        );
      const channel = { hub: 'local', id: 'work', label: null, allowed: null, denied: null, lenient: false };
      return createChannel(database, channel, { source: 'person', agent: null }, 0);
    }),
  );
  return { root, path: join(root, '.msd/ledger.db'), database };
}

const message = (type, correlationId, more = {}) => ({
  id: null,
  type,
  channel: 'local/work',
  sender: type === 'COMMAND' ? 'lead' : 'worker',
  target: type === 'COMMAND' ? 'worker' : 'lead',
  correlationId,
  replyTo: null,
  content: 'x'.repeat(250),
  windowMs: null,
  budgetUntil: null,
  via: 'person',
  ...more,
});

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function rates() {
  const { database } = project('rates');
  const bare = openDriver(join(folder, 'bare.db'));
  for (const sql of [
    'PRAGMA journal_mode = WAL',
    'PRAGMA synchronous = FULL',
    'CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)',
  ])
    bare.exec(sql);
  const insert = bare.prepare('INSERT INTO t (body) VALUES (?)');
  const body = 'x'.repeat(279);
  let n = 0;
  const cases = {
    'bare insert': () => {
      bare.exec('BEGIN IMMEDIATE');
      insert.run(body);
      bare.exec('COMMIT');
    },
    'send STATUS': () => must(send(database, message('STATUS', null), Date.now())),
    'send COMMAND, then DONE': () =>
      must(send(database, message(n % 2 ? 'DONE' : 'COMMAND', `c-${n++ >> 1}`), Date.now())),
  };
  const rates = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < 12; round++) {
    for (const [name, work] of Object.entries(cases)) {
      const started = performance.now();
      for (let i = 0; i < 200; i++) work();
      if (round > 0) rates[name].push(200_000 / (performance.now() - started));
    }
  }
  console.log(`\nDurable writes in one process, driver ${bare.name}, Node ${process.version}\n`);
  const base = median(rates['bare insert']);
  for (const [name, values] of Object.entries(rates)) {
    const ratio = median(values.map((value, i) => value / rates['bare insert'][i]));
    const target = name === 'bare insert' ? '' : `  ≥ 0.50${ratio >= 0.5 ? '' : '  under'}`;
    console.log(
      `${name.padEnd(32)} ${String(Math.round(median(values))).padStart(7)} a second  ${ratio.toFixed(2)} of a bare insert${target}`,
    );
  }
  return base;
}

async function writers(count, seconds) {
  const { path, database } = project(`writers-${count}`);
  database.close();
  const script = fileURLToPath(new URL('ledger-writer.js', import.meta.url));
  const ends = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const child = spawn(node, [script, out, path, `w${i}`, String(seconds)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (data) => (text += data));
      return new Promise((settle) => child.on('close', () => settle(text === '' ? null : JSON.parse(text))));
    }),
  );
  const errors = ends.filter((end) => end === null).length;
  const sent = ends.filter((end) => end !== null).map((end) => end.sent);
  const total = sent.reduce((a, b) => a + b, 0);
  const check = must(openDatabase(path, { create: false }));
  const stored = check.prepare("SELECT count(*) AS n FROM entry WHERE kind = 'message'").get().n;
  check.close();
  const share = Math.min(...sent) / (total / count);
  const slowest = Math.max(...ends.filter((end) => end !== null).map((end) => end.slowest));
  console.log(
    `${String(count).padStart(2)} writers  ${String(Math.round(total / seconds)).padStart(6)} a second in all  slowest writer ${share.toFixed(2)} of the mean  ≥ 0.50${share >= 0.5 ? '' : '  under'}  longest send ${Math.round(slowest)} ms  errors ${errors}  lost ${total - stored}`,
  );
}

/**
 * A ledger of so many messages: one commitment for each ten of them, all but the last twenty settled. Made by SQL, since a
 * million sends take long; the rows are as sends would leave them, the hashes are none.
 */
function filled(name, count) {
  const { root, database } = project(name);
  const now = Date.now();
  const first = database.prepare('SELECT seq AS seq FROM chain').get().seq + 1;
  // Of ten the first is the COMMAND, the last its DONE, unless it is one of the last twenty. Ids in order: quickly put in.
  const type = `CASE i % 10 WHEN 0 THEN 'COMMAND' WHEN 9 THEN iif(i < ${count} - 200, 'DONE', 'STATUS') ELSE 'STATUS' END`;
  const body = JSON.stringify({ content: 'x'.repeat(250), via: 'person', effect: null, draft: 'x'.repeat(22) });
  database.prepare('PRAGMA cache_size = -200000').get();
  for (let from = 0; from < count; from += 100_000) {
    const to = Math.min(from + 100_000, count);
    const numbers = (each) =>
      `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + ${each} FROM n WHERE i + ${each} < ${to})`;
    must(
      database.write(() => {
        database
          .prepare(
            `${numbers(1)} INSERT INTO entry (seq, id, kind, at, type, channel, sender, target, correlation, reply_to, body, hash)
             SELECT ${first} + i, printf('m-%016d', i), 'message', ${now} - ${count} + i, ${type}, 'local/work',
               iif(i % 10 = 0, 'lead', 'worker'), iif(i % 10 = 0, 'worker', 'lead'), printf('c-%016d', i / 10), NULL,
               '${body}', lower(hex(randomblob(32))) FROM n`,
          )
          .run();
        database
          .prepare(
            `${numbers(10)} INSERT INTO commitment (id, seq, correlation, kind, channel, requester, obligor, state, opened_at,
               window_ms, expires_at, budget_until, acknowledged_at, resolved_at, resolved_by, delegated_to, parent, depth)
             SELECT printf('o-%016d', i), ${first} + i, printf('c-%016d', i / 10), 'COMMAND', 'local/work', 'lead', 'worker',
               iif(i < ${count} - 200, 'fulfilled', 'acknowledged'), ${now}, 86400000, ${now} + 86400000, NULL, ${now},
               iif(i < ${count} - 200, ${now}, NULL), NULL, NULL, NULL, 0 FROM n`,
          )
          .run();
        return ok(null);
      }),
    );
  }
  must(
    database.write(() => {
      database.prepare('UPDATE chain SET seq = ?').run(first + count - 1);
      return ok(null);
    }),
  );
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return root;
}

rates();
console.log('\nWriters at once, each as fast as it can for 4 seconds\n');
for (const count of [1, 2, 8]) await writers(count, 4);

const short = filled('short', 1000);
const started = performance.now();
const long = filled('long', MESSAGES);
console.log(`\n(a ledger of ${MESSAGES} messages made in ${Math.round((performance.now() - started) / 1000)} s)`);

const base = { name: 'node -e 0', argv: [node, '-e', '0'] };
const command = (name, cwd, words, target) => ({ name, cwd, argv: [node, MSD, ...words], target });
print(
  `Commands of the ledger, Node ${process.version}`,
  compare(base, [
    command(
      'message send',
      short,
      ['message', 'send', '--channel', 'work', '--as', 'worker', '--type', 'STATUS', '--content', 'x', '--json'],
      2.5,
    ),
    command('obligation list', short, ['obligation', 'list', '--json']),
  ]),
);
const lists = [
  ['obligation list', ['obligation', 'list', '--json'], 2],
  ['obligation list --obligor', ['obligation', 'list', '--obligor', 'worker', '--json'], 2],
  ['obligation stalled', ['obligation', 'stalled', '--json'], 2],
  ['message read --limit 50', ['message', 'read', '--channel', 'work', '--as', 'lead', '--json'], 2],
  [
    'message send',
    ['message', 'send', '--channel', 'work', '--as', 'worker', '--type', 'STATUS', '--content', 'x', '--json'],
    2,
  ],
  ['ledger list --type PROPOSE --count', ['ledger', 'list', '--type', 'PROPOSE', '--count', '--json'], 2],
];
for (const [name, words, target] of lists) {
  const rows = compare(
    command(`${name}, 1,000 messages`, short, words),
    [command(`${name}, ${MESSAGES} messages`, long, words, target)],
    { rounds: 7 },
  );
  print(`${name}: a long ledger against a short one`, rows);
}
