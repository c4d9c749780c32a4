/**
 * The ledger's tables, as numbered steps that only go forward. A step that was released is never edited; the file's
 * version is the number of steps it has seen (`PRAGMA user_version`).
 *
 * `entry` is the ledger: append-only, one hash chain. Every other table but `chain` is a projection: each of its rows is
 * also in the body of the entry that last changed it, so `msd ledger verify` can tell that neither was tampered with.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  type TEXT,
  channel TEXT,
  sender TEXT,
  target TEXT,
  correlation TEXT,
  reply_to TEXT,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX entry_by_correlation ON entry (correlation, seq) WHERE correlation IS NOT NULL;
CREATE INDEX entry_by_reader ON entry (channel, target, seq) WHERE type IS NOT NULL AND type <> 'EVENT';
CREATE INDEX entry_by_type ON entry (type, seq) WHERE type IS NOT NULL;

CREATE TABLE chain (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;

CREATE TABLE agent (
  name TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  home TEXT,
  caps TEXT,
  denied TEXT,
  template TEXT,
  dispatch TEXT,
  added_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE role (name TEXT PRIMARY KEY, agent TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  dispatch TEXT,
  issued_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE channel (
  key TEXT PRIMARY KEY,
  hub TEXT NOT NULL,
  id TEXT NOT NULL,
  label TEXT,
  allowed TEXT,
  denied TEXT,
  lenient INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (hub, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_by_id ON channel (id);
CREATE TABLE decision (
  seq INTEGER PRIMARY KEY,
  channel TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'muted')),
  mute TEXT,
  source TEXT NOT NULL,
  agent TEXT,
  at INTEGER NOT NULL,
  CHECK ((state = 'muted') = (mute IS NOT NULL))
) STRICT;
CREATE INDEX decision_by_channel ON decision (channel, seq);

CREATE TABLE commitment (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  correlation TEXT NOT NULL,
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  requester TEXT NOT NULL,
  obligor TEXT,
  state TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  window_ms INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  budget_until INTEGER,
  acknowledged_at INTEGER,
  resolved_at INTEGER,
  resolved_by TEXT,
  delegated_to TEXT,
  parent TEXT,
  depth INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commitment_by_correlation ON commitment (correlation, seq);
CREATE INDEX commitment_by_state ON commitment (state, seq);
CREATE INDEX commitment_due ON commitment (expires_at) WHERE state IN ('open', 'acknowledged');

CREATE TABLE run (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  phase TEXT NOT NULL,
  checkout TEXT NOT NULL,
  branch TEXT NOT NULL,
  base TEXT NOT NULL,
  integration_branch TEXT NOT NULL,
  host TEXT NOT NULL,
  options TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  status TEXT,
  exit_code INTEGER,
  pid INTEGER NOT NULL,
  start_time TEXT,
  boot_id TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX run_live ON run (project, phase) WHERE ended_at IS NULL;
CREATE INDEX run_by_start ON run (started_at);
CREATE TABLE dispatch (
  id TEXT PRIMARY KEY,
  correlation TEXT NOT NULL,
  commitment TEXT NOT NULL,
  agent TEXT NOT NULL,
  run TEXT NOT NULL,
  phase TEXT NOT NULL,
  plan TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  isolation TEXT NOT NULL,
  base TEXT NOT NULL,
  branch TEXT,
  worktree TEXT NOT NULL,
  attempt_dir TEXT NOT NULL,
  deadline_ms INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  settled_at INTEGER,
  answer TEXT,
  UNIQUE (run, plan, attempt)
) STRICT, WITHOUT ROWID;
`,
];

/** Says in the file's header whose it is (`PRAGMA application_id`): "msdL". */
export const APPLICATION_ID = 0x6d73644c;
