/**
 * The ledger's tables, as numbered steps that only go forward. A step that was released is never edited; the file's
 * version is the number of steps it has seen (`PRAGMA user_version`).
 *
 * `entry` is the ledger: append-only, one hash chain. Every other table but `chain`, and those said to be none, is a projection: each of its rows is
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
  // Notices: what happened, who is told of it, who gets which channel's traffic, and whether offering is on hold.
  `
CREATE TABLE event (id TEXT PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, inputs TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE delivery (
  event TEXT NOT NULL,
  slot TEXT NOT NULL,
  addressee TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'seen', 'passed-on', 'lapsed')),
  why TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (event, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_pending ON delivery (addressee, seq) WHERE state = 'pending';
CREATE INDEX delivery_by_seq ON delivery (seq);
CREATE TABLE subscription (
  agent TEXT NOT NULL,
  scope TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('home', 'watch', 'hub')),
  from_seq INTEGER NOT NULL,
  until_seq INTEGER,
  PRIMARY KEY (agent, scope)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_by_scope ON subscription (scope) WHERE until_seq IS NULL;
CREATE UNIQUE INDEX subscription_one ON subscription (scope) WHERE until_seq IS NULL AND kind IN ('home', 'hub');
CREATE TABLE hold (name TEXT PRIMARY KEY, since INTEGER, agent TEXT) STRICT, WITHOUT ROWID;

-- What follows is no projection: it holds for one process or one connection, and the ledger says nothing of it.
CREATE TABLE offer (
  event TEXT NOT NULL,
  slot TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  session TEXT NOT NULL,
  at INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (event, slot, attempt)
) STRICT, WITHOUT ROWID;
CREATE INDEX offer_by_session ON offer (session);
CREATE TABLE hub (name TEXT PRIMARY KEY, epoch TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE transport (channel TEXT PRIMARY KEY, up INTEGER NOT NULL, epoch TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE outgoing (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  channel TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intent', 'sent', 'failed', 'unknown')),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
];

/** Says in the file's header whose it is (`PRAGMA application_id`): "msdL". */
export const APPLICATION_ID = 0x6d73644c;
