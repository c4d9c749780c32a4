/**
 * The columns of each table, in the schema's order (a test holds them together). Queries name what they want: a damaged
 * file then cannot say what its columns are called.
 */
export const COLUMNS = {
  entry: ['seq', 'id', 'kind', 'at', 'type', 'channel', 'sender', 'target', 'correlation', 'reply_to', 'body', 'hash'],
  chain: ['one', 'seq', 'hash'],
  agent: ['name', 'id', 'name_key', 'kind', 'home', 'caps', 'denied', 'template', 'dispatch', 'added_at', 'ended_at'],
  role: ['name', 'agent'],
  token: ['hash', 'agent', 'dispatch', 'issued_at', 'ended_at'],
  channel: ['key', 'hub', 'id', 'label', 'allowed', 'denied', 'lenient', 'created_at'],
  decision: ['seq', 'channel', 'state', 'mute', 'source', 'agent', 'at'],
  commitment: [
    'id',
    'seq',
    'correlation',
    'kind',
    'channel',
    'requester',
    'obligor',
    'state',
    'opened_at',
    'window_ms',
    'expires_at',
    'budget_until',
    'acknowledged_at',
    'resolved_at',
    'resolved_by',
    'delegated_to',
    'parent',
    'depth',
  ],
  run: [
    'id',
    'project',
    'phase',
    'checkout',
    'branch',
    'base',
    'integration_branch',
    'host',
    'options',
    'started_at',
    'ended_at',
    'status',
    'exit_code',
    'pid',
    'start_time',
    'boot_id',
  ],
  dispatch: [
    'id',
    'correlation',
    'commitment',
    'agent',
    'run',
    'phase',
    'plan',
    'attempt',
    'isolation',
    'base',
    'branch',
    'worktree',
    'attempt_dir',
    'deadline_ms',
    'opened_at',
    'settled_at',
    'answer',
  ],
  event: ['id', 'kind', 'at', 'inputs'],
  delivery: ['event', 'slot', 'addressee', 'state', 'why', 'seq'],
  subscription: ['agent', 'scope', 'kind', 'from_seq', 'until_seq'],
  hold: ['name', 'since', 'agent'],
  offer: ['event', 'slot', 'attempt', 'session', 'at', 'hash'],
  hub: ['name', 'epoch'],
  transport: ['channel', 'up', 'epoch'],
  outgoing: ['id', 'agent', 'channel', 'body_hash', 'state', 'at'],
} as const;

export type Table = keyof typeof COLUMNS;

/** `SELECT … FROM table`, every column under its own name; more columns may be added. */
export function select(table: Table, ...more: readonly string[]): string {
  return more.length === 0 ? WHOLE[table] : selectOf(table, more);
}

function selectOf(table: Table, more: readonly string[]): string {
  const columns = COLUMNS[table].map((column) => `${table}.${column} AS ${column}`);
  return `SELECT ${[...columns, ...more].join(', ')} FROM ${table}`;
}

const WHOLE = Object.fromEntries(
  (Object.keys(COLUMNS) as Table[]).map((table) => [table, selectOf(table, [])]),
) as Readonly<Record<Table, string>>;
