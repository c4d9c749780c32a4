import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ok } from '../../../src/core/result.js';
import { COLUMNS } from '../../../src/world/store/columns.js';
import { openDatabase } from '../../../src/world/store/database.js';
import { type Driver, openDriver } from '../../../src/world/store/driver.js';
import { MIGRATIONS } from '../../../src/world/store/schema.js';
import { send } from '../../../src/world/store/send.js';
import { verifyLedger } from '../../../src/world/store/verify.js';
import { countingDriver } from '../../rig/counting-driver.js';
import { TemporaryLedger, temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

const reason = (answer: { readonly ok: boolean; readonly error?: unknown }): string | null =>
  answer.ok ? null : (answer.error as { readonly reason: string }).reason;

test('a file written by a newer msd is refused, and left as it is', (t) => {
  const rig = new TemporaryLedger(t);
  rig.ledger.close();
  const driver = openDriver(rig.path);
  driver.exec('PRAGMA user_version = 99');
  driver.close();
  const before = readFileSync(rig.path);
  const opened = openDatabase(rig.path, { create: true });
  assert.deepEqual(!opened.ok && opened.error, {
    reason: 'store-newer',
    path: rig.path,
    found: 99,
    known: MIGRATIONS.length,
  });
  assert.deepEqual(readFileSync(rig.path), before);
});

test('what is no database, or another program’s, is refused, and left as it is', (t) => {
  const folder = temporaryFolder(t);
  const garbage = join(folder, 'garbage.db');
  writeFileSync(garbage, 'a diary, and no database at all\n'.repeat(200));
  const foreign = join(folder, 'foreign.db');
  const driver = openDriver(foreign);
  driver.exec('CREATE TABLE diary (day TEXT)');
  driver.exec('PRAGMA user_version = 1');
  driver.close();
  const unversioned = join(folder, 'unversioned.db');
  const other = openDriver(unversioned);
  other.exec('CREATE TABLE diary (day TEXT)');
  other.close();
  for (const path of [garbage, foreign, unversioned]) {
    const before = readFileSync(path);
    assert.equal(reason(openDatabase(path, { create: true })), 'store-corrupt', path);
    assert.deepEqual(readFileSync(path), before);
  }
});

test('a file that lost its end is damaged: told by whoever reads it, and by verify', (t) => {
  const rig = temporaryLedger(t);
  for (let i = 0; i < 40; i++) rig.send('STATUS', 'lead', { content: 'x'.repeat(500) });
  rig.database().prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  const short = join(temporaryFolder(t), 'short.db');
  const whole = readFileSync(rig.path);
  writeFileSync(short, whole.subarray(0, Math.floor(whole.length * 0.6)));
  const opened = openDatabase(short, { create: true });
  const found = opened.ok ? opened.value.read(() => ok(verifyLedger(opened.value))) : opened;
  assert.equal(reason(found), 'store-corrupt');
  if (opened.ok) opened.value.close();
});

test('a table or column that was taken out is damage', (t) => {
  for (const sql of ['DROP TABLE commitment', 'ALTER TABLE channel DROP COLUMN label']) {
    const rig = temporaryLedger(t);
    const database = rig.database();
    must(database.write(() => ok(database.prepare(sql).run())));
    assert.equal(rig.refuse('QUERY', 'lead', { target: 'worker', correlationId: 'c-1' }), 'store-corrupt', sql);
    const verified = rig.ledger.verify();
    assert.equal(!verified.ok && verified.error.reason, 'store-corrupt', sql);
  }
});

test('a file where a folder should be, and a folder where the file should be', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  assert.equal(reason(openDatabase(join(folder, 'file', 'ledger.db'), { create: true })), 'store-unwritable');
  mkdirSync(join(folder, 'ledger.db'));
  assert.equal(reason(openDatabase(join(folder, 'ledger.db'), { create: true })), 'store-unreadable');
});

test('an empty file, and one that is not there, become a ledger that only its owner may read', (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['empty.db', 'new.db']) {
    const path = join(folder, name);
    if (name === 'empty.db') writeFileSync(path, '', { mode: 0o600 });
    must(openDatabase(path, { create: true })).close();
    assert.equal(statSync(path).mode & 0o077, 0);
    must(openDatabase(path, { create: false })).close();
  }
});

test('a ledger that is only looked at is not made', (t) => {
  const path = join(temporaryFolder(t), 'ledger.db');
  const database = must(openDatabase(path, { create: false }));
  assert.equal(must(database.read(() => ok(database.prepare('SELECT count(*) AS n FROM entry').get())))?.['n'], 0);
  database.close();
  assert.equal(existsSync(path), false);
});

test('a folder or file that may not be written is told as such', { skip: process.platform === 'win32' }, (t) => {
  const rig = temporaryLedger(t);
  rig.channel('ch-0');
  rig.ledger.close();
  // Root may write everywhere: then it is tried as somebody else.
  const nobody = process.getuid?.() === 0 ? 65534 : null;
  const msd = join(rig.root, '.msd');
  const child = fileURLToPath(new URL('./writing-process.js', import.meta.url));
  if (nobody !== null)
    for (const path of [msd, rig.path, rig.root, join(rig.root, '..')]) chownSync(path, nobody, nobody);
  const attempt = (path: string) =>
    spawnSync(process.execPath, [child, path, 'w', '1'], {
      encoding: 'utf8',
      ...(nobody === null ? {} : { uid: nobody }),
    }).stderr;
  chmodSync(rig.path, 0o400);
  if (/EACCES|Cannot find module/.test(attempt(rig.path))) {
    t.skip('this checkout cannot be read by another user');
    return;
  }
  assert.match(attempt(rig.path), /store-unwritable/);
  chmodSync(rig.path, 0o600);
  chmodSync(msd, 0o500);
  assert.match(attempt(rig.path), /store-unwritable|store-unreadable/);
  assert.match(attempt(join(msd, 'other.db')), /store-unwritable/);
  chmodSync(msd, 0o700);
});

test('a full disk is told, nothing of the entry is there, and the next one goes through', (t) => {
  const rig = temporaryLedger(t);
  const before = rig.kinds();
  let driver: Driver | null = null;
  const database = must(
    openDatabase(rig.path, {
      create: true,
      openDriver: (path) => {
        driver = openDriver(path);
        return driver;
      },
    }),
  );
  const full = driver as unknown as Driver;
  const request = rig.request('COMMAND', 'lead', {
    target: 'worker',
    correlationId: 'c-1',
    content: 'x'.repeat(100_000),
  });
  full.exec('PRAGMA max_page_count = 1');
  assert.deepEqual(send(database, request, 1), { ok: false, error: { reason: 'store-full', path: rig.path } });
  full.exec('PRAGMA max_page_count = 1000000');
  assert.deepEqual(rig.kinds(), before);
  assert.equal(rig.ledger.obligation('c-1').ok, false);
  must(send(database, request, 1));
  database.close();
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('whichever statement of a send fails, nothing of it is there', (t) => {
  const rig = temporaryLedger(t);
  const before = rig.kinds();
  let failing = Number.POSITIVE_INFINITY;
  let count = 0;
  const openFailing = (path: string) =>
    countingDriver(path, (sql) => {
      if (++count !== failing || sql === 'ROLLBACK') return;
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR', rawCode: 10 });
    });
  const database = must(openDatabase(rig.path, { create: true, openDriver: openFailing }));
  let failed = 0;
  for (failing = 1; ; failing++) {
    count = 0;
    const sent = send(
      database,
      rig.request('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1', id: 'm-1' }),
      1,
    );
    if (sent.ok) break;
    assert.equal(sent.error.reason, 'store-unreadable');
    assert.deepEqual(rig.kinds(), before);
    failed++;
  }
  database.close();
  // Begin, the id, the chain's head, entry, head and commitment, commit; names are looked up once.
  assert.ok(failed >= 6, String(failed));
  assert.deepEqual(rig.kinds(), [...before, 'COMMAND']);
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('an error that is not the store’s is a bug: undone, and thrown on', (t) => {
  const rig = temporaryLedger(t);
  const before = rig.kinds();
  const database = rig.database();
  assert.throws(() =>
    database.write(() => {
      database.prepare("UPDATE agent SET kind = 'x'").run();
      throw new TypeError('a bug');
    }),
  );
  assert.deepEqual(rig.kinds(), before);
  assert.equal(must(rig.ledger.verify()).ok, true);
  rig.send('STATUS', 'lead');
});

test('both drivers read and write the same file', (t) => {
  const rig = temporaryLedger(t);
  rig.ledger.close();
  const names = [
    'libsql',
    ...(openDriver(':memory:').name === 'node:sqlite' ? (['node:sqlite'] as const) : []),
  ] as const;
  for (const [i, name] of names.entries()) {
    const openNamed = (path: string) => openDriver(path, name);
    const database = must(openDatabase(rig.path, { create: true, openDriver: openNamed }));
    must(send(database, rig.request('COMMAND', 'lead', { target: 'worker', id: `m-${i}`, content: 'ünïcode ✓' }), 1));
    assert.equal(database.prepare('SELECT sender FROM entry WHERE id = ?').get(`m-${i}`)?.['sender'], 'lead');
    assert.deepEqual([...database.prepare("SELECT id FROM entry WHERE kind = 'message'").each()].length, i + 1);
    database.close();
  }
  rmSync(`${rig.path}-wal`, { force: true });
});

test('the columns that queries name are the columns of the schema', (t) => {
  const database = new TemporaryLedger(t).database();
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const found = database.prepare(`SELECT name AS name FROM pragma_table_info('${table}')`).all();
    assert.deepEqual(
      found.map((row) => row['name']),
      columns,
      table,
    );
  }
  const tables = database.prepare("SELECT name AS name FROM sqlite_schema WHERE type = 'table'").all();
  assert.deepEqual(tables.map((row) => row['name']).sort(), Object.keys(COLUMNS).sort());
});
