import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { MessageType } from '../../src/core/channels/message-type.js';
import { openProject } from '../../src/world/project.js';
import type { Database } from '../../src/world/store/database.js';
import { openLedger } from '../../src/world/store/ledger-file.js';
import { createLedger, type Ledger } from '../../src/world/store/ledger.js';
import type { SendRequest, Sent } from '../../src/world/store/send.js';
import { TestClock } from './clock.js';
import { saying } from './ledger-rows.js';
import { must } from './must.js';
import { temporaryProject } from './temporary-project.js';

/** A project's ledger in a fresh folder, with agents and channels, and a clock that moves only when told. */
export class TemporaryLedger {
  readonly clock = new TestClock();
  readonly ledger: Ledger;
  readonly root: string;
  readonly path: string;
  readonly #test: TestContext;
  readonly request = saying;

  constructor(t: TestContext) {
    this.#test = t;
    this.root = temporaryProject(t, { withoutGit: true }).root;
    this.path = join(this.root, '.msd', 'ledger.db');
    this.ledger = must(createLedger(must(openProject(this.root)), this.clock, { create: true }));
    t.after(() => this.ledger.close());
  }

  /** Agents that may do everything. */
  agents(...names: readonly string[]): void {
    for (const name of names) {
      const agent = { name, kind: 'run', home: null, caps: null, denied: [], template: null, dispatch: null } as const;
      must(this.ledger.addAgent(agent));
    }
  }

  /** An open channel on the hub `local`. @returns its key */
  channel(
    id: string,
    types: { allow?: readonly MessageType[]; deny?: readonly MessageType[]; lenient?: boolean } = {},
  ): string {
    const { allow = null, deny = null, lenient = false } = types;
    const channel = { hub: 'local', id, label: null, allowed: allow, denied: deny, lenient };
    return must(this.ledger.createChannel(channel, { source: 'person', agent: null })).key;
  }

  send(type: MessageType, sender: string, change: Partial<SendRequest> = {}): Sent {
    return must(this.ledger.send(saying(type, sender, change)));
  }

  /** The reason why it was not sent. */
  refuse(type: MessageType, sender: string, change: Partial<SendRequest> = {}): string {
    const sent = this.ledger.send(saying(type, sender, change));
    if (sent.ok) throw new Error(`was sent: ${JSON.stringify(sent.value)}`);
    return sent.error.reason;
  }

  state(correlation: string): string {
    return must(this.ledger.obligation(correlation)).commitment.state;
  }

  kinds(): readonly string[] {
    const filter = { type: null, correlationId: null, channel: null, after: 0 };
    return must(this.ledger.entries(filter, -1)).map((entry) => entry.type ?? entry.kind);
  }

  /** A second connection of another hand's: for tampering. */
  database(): Database {
    const database = must(openLedger(must(openProject(this.root)), { create: true }));
    this.#test.after(() => database.close());
    return database;
  }
}

/** With a lead and a worker, and an open channel `work`. */
export function temporaryLedger(t: TestContext): TemporaryLedger {
  const made = new TemporaryLedger(t);
  made.agents('lead', 'worker', 'stranger');
  made.channel('work');
  return made;
}
