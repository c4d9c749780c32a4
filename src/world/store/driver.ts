import { isUtf8 } from 'node:buffer';
import { loadLibsql } from './load-libsql.js';

/**
 * The one file that knows which SQLite there is: `node:sqlite` where Node has it, else libsql's prebuilt one (ADR 0010).
 * Both are synchronous; a parameter is a string, a number or null, and a row a plain object.
 */
export type Value = string | number | null;
export type Row = Record<string, Value>;

export interface Driver {
  readonly name: 'node:sqlite' | 'libsql';
  /** Runs statements that answer nothing. */
  exec(sql: string): void;
  /** The statement, prepared once for each text. */
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  /** @returns rows changed */
  run(...params: readonly Value[]): number;
  get(...params: readonly Value[]): Row | null;
  all(...params: readonly Value[]): Row[];
  /** Rows one after the other, for answers that should not be held in memory. */
  each(...params: readonly Value[]): Iterable<Row>;
}

/** What SQLite says of a failure, the same for both drivers. */
export interface SqliteProblem {
  /** Primary result code. */
  readonly code: 'busy' | 'corrupt' | 'full' | 'readonly' | 'cantopen' | 'ioerr' | 'constraint' | 'other';
  readonly message: string;
}

/** A row that holds what msd never writes: other hands or a faulty disk changed the file. */
export class DamagedRow extends Error {}

/** Opens a file, which is made where it is not there. Throws what {@link sqliteProblem} reads. */
export function openDriver(path: string, only?: Driver['name']): Driver {
  const builtIn = only === 'libsql' ? null : nodeSqlite();
  return builtIn !== null ? openNode(builtIn, path) : openLibsql(path);
}

/** What went wrong, or null where the error is not SQLite's: then it is a bug. */
export function sqliteProblem(error: unknown): SqliteProblem | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode, rawCode } = error as { code?: unknown; errcode?: unknown; rawCode?: unknown };
  const number = typeof errcode === 'number' ? errcode : typeof rawCode === 'number' ? rawCode : null;
  const opening = /^ConnectionFailed\(.*: (\d+)"\)$/.exec(error.message)?.[1];
  const primary = opening === undefined ? number : Number(opening);
  if (primary === null) {
    return typeof code === 'string' && /^(SQLITE_|ERR_SQLITE)/.test(code)
      ? { code: 'other', message: error.message }
      : null;
  }
  return { code: PRIMARY[primary & 0xff] ?? 'other', message: error.message };
}

const PRIMARY: Readonly<Record<number, SqliteProblem['code']>> = {
  5: 'busy',
  6: 'busy',
  8: 'readonly',
  10: 'ioerr',
  11: 'corrupt',
  13: 'full',
  14: 'cantopen',
  19: 'constraint',
  26: 'corrupt',
};

// ---------------------------------------------------------------- node:sqlite

interface NodeStatement {
  run(...params: readonly Value[]): { readonly changes: number | bigint };
  get(...params: readonly Value[]): Row | undefined;
  all(...params: readonly Value[]): Row[];
  iterate(...params: readonly Value[]): Iterable<Row>;
}
interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
}
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase;
}

/** The built-in module without its "experimental" warning, or null where this Node has none. */
function nodeSqlite(): NodeSqlite | null {
  const load = (process as { getBuiltinModule?: (id: string) => unknown }).getBuiltinModule;
  if (load === undefined) return null;
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return (load('node:sqlite') as NodeSqlite | undefined) ?? null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openNode(sqlite: NodeSqlite, path: string): Driver {
  const database = new sqlite.DatabaseSync(path);
  return {
    name: 'node:sqlite',
    exec: (sql) => database.exec(sql),
    prepare: remembered((sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...params) => Number(statement.run(...params).changes),
        get: (...params) => {
          const row = statement.get(...params);
          return row === undefined ? null : { ...row };
        },
        all: (...params) => statement.all(...params).map((row) => ({ ...row })),
        each: (...params) => statement.iterate(...params),
      };
    }),
    close: once(() => database.close()),
  };
}

// ---------------------------------------------------------------- libsql

/** As libsql gives it, with a `_metadata` of its own. */
type LibsqlRow = Record<string, Value | Buffer | ArrayBuffer>;

interface LibsqlStatement {
  run(params: readonly Value[]): { readonly changes: number };
  get(params: readonly Value[]): LibsqlRow | undefined;
  all(params: readonly Value[]): LibsqlRow[];
  iterate(params: readonly Value[]): Iterable<LibsqlRow>;
  columns(): readonly { readonly name: string }[];
}
interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}

function openLibsql(path: string): Driver {
  const Libsql = loadLibsql() as new (path: string) => LibsqlDatabase;
  const database = new Libsql(path);
  return {
    name: 'libsql',
    exec: (sql) => database.exec(sql),
    prepare: remembered((sql) => {
      const statement = database.prepare(asBytes(database, sql));
      return {
        run: (...params) => statement.run(params).changes,
        get: (...params) => {
          const row = statement.get(params);
          return row === undefined ? null : asText(row);
        },
        all: (...params) => statement.all(params).map(asText),
        each: function* (...params) {
          for (const row of statement.iterate(params)) yield asText(row);
        },
      };
    }),
    close: once(() => database.close()),
  };
}

/**
 * libsql ends the whole process over a text that is not UTF-8, which a single faulty bit in the file makes. So every text
 * is asked for as bytes, and made a text here.
 */
function asBytes(database: LibsqlDatabase, sql: string): string {
  if (!/^\s*SELECT\b/i.test(sql)) return sql;
  const names = database
    .prepare(sql)
    .columns()
    .map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  const bytes = names.map(
    (name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END AS ${name}`,
  );
  return `SELECT ${bytes.join(', ')} FROM (${sql})`;
}

function asText(row: LibsqlRow): Row {
  const texts: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === '_metadata') continue;
    texts[name] =
      typeof value === 'object' && value !== null ? decoded(Buffer.from(value as ArrayBuffer), name) : value;
  }
  return texts;
}

function decoded(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw new DamagedRow(`the column ${name} holds bytes that are no text`);
  return bytes.toString('utf8');
}

function once(close: () => void): () => void {
  let closed = false;
  return () => {
    if (closed) return;
    closed = true;
    close();
  };
}

function remembered(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
}
