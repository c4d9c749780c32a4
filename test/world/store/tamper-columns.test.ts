import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fail } from '../../../src/core/result.js';
import { COLUMNS, type Table } from '../../../src/world/store/columns.js';
import { type Database, openDatabase } from '../../../src/world/store/database.js';
import type { Row } from '../../../src/world/store/driver.js';
import { PROJECTIONS, type Projection } from '../../../src/world/store/entries.js';
import { verifyLedger, type Verification } from '../../../src/world/store/verify.js';
import { fillLedger } from '../../rig/busy-ledger.js';
import { must } from '../../rig/must.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** What is no projection of the ledger's: it holds for a process or a connection, and no entry says it. */
const UNRECORDED: readonly string[] = ['offer', 'hub', 'transport', 'outgoing'];

/** Runs SQL as other hands would, tells what verifying finds, and undoes it; null where SQLite itself refuses. */
function found(database: Database, sql: string, ...values: readonly (string | number | null)[]): Verification | null {
  let seen: Verification | null = null;
  const undone = database.write(() => {
    database.prepare(sql).run(...values);
    seen = verifyLedger(database);
    return fail({ reason: 'message-not-found', message: 'only to undo it' } as const);
  });
  assert.ok(!undone.ok);
  if (undone.error.reason !== 'message-not-found')
    assert.match(JSON.stringify(undone.error), /constraint|datatype mismatch/i, sql);
  return seen;
}

/** Other values of the same type, and nothing where there was something. */
function others(value: string | number | null, number: boolean): readonly (string | number | null)[] {
  const other = number ? Number(value) + 1 : value === null ? 'x' : `${value}x`;
  return value === null ? [other] : [other, null];
}

/** States and kinds have values of their own, which a check lets through. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  'decision.state': ['open', 'closed'],
  'delivery.state': ['pending', 'seen', 'lapsed'],
  'subscription.kind': ['home', 'watch', 'hub'],
};

test('every column of every row of every table that follows from the entries is named when it was changed', (t) => {
  const database = must(openDatabase(join(temporaryFolder(t), 'ledger.db'), { create: true }));
  t.after(() => database.close());
  fillLedger(database);
  assert.equal(must(database.read(() => ({ ok: true, value: verifyLedger(database) }) as const)).ok, true);
  let tried = 0;
  for (const table of Object.keys(COLUMNS).filter((name) => !UNRECORDED.includes(name)) as Table[]) {
    const types = new Map(
      database
        .prepare('SELECT name AS name, type AS type FROM pragma_table_info(?)')
        .all(table)
        .map((row) => [row['name'], row['type']]),
    );
    const rows = database.prepare(`SELECT ${COLUMNS[table].join(', ')} FROM ${table}`).all();
    assert.ok(rows.length > 0, `${table} is empty: the rig does not fill it`);
    for (const row of rows) {
      const key = keyOf(table, row);
      for (const column of COLUMNS[table]) {
        const value = row[column] ?? null;
        const listed = LISTED[`${table}.${column}`]?.filter((one) => one !== value);
        for (const other of listed ?? others(value, types.get(column) === 'INTEGER')) {
          const said = found(database, `UPDATE ${table} SET ${column} = ? WHERE ${key.sql}`, other, ...key.values);
          if (said !== null) assert.equal(said.ok, false, `${table}.${column}: ${value} → ${other}`);
          if (said !== null) tried++;
        }
      }
      const removed = found(database, `DELETE FROM ${table} WHERE ${key.sql}`, ...key.values);
      assert.equal(removed?.ok, false, `${table}: ${JSON.stringify(row)} removed`);
    }
  }
  t.diagnostic(`${tried} changes`);
});

function keyOf(table: Table, row: Row) {
  const columns: readonly string[] =
    table === 'entry' ? ['seq'] : table === 'chain' ? ['one'] : PROJECTIONS[table as Projection];
  return {
    sql: columns.map((column) => `${column} = ?`).join(' AND '),
    values: columns.map((column) => row[column] ?? null),
  };
}

test('every table is said to follow from the entries, or to be none of theirs', () => {
  const all = [...Object.keys(PROJECTIONS), 'entry', 'chain', ...UNRECORDED].sort();
  assert.deepEqual(Object.keys(COLUMNS).sort(), all);
});
