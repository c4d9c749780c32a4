import { ok } from '../../src/core/result.js';
import { letGo } from '../../src/world/store/agent-life.js';
import { findAgent } from '../../src/world/store/agents.js';
import { type Database, openDatabase } from '../../src/world/store/database.js';
import { recoverNotices } from '../../src/world/store/notice-box.js';
import { send } from '../../src/world/store/send.js';
import { countingDriver } from '../rig/counting-driver.js';
import { must } from '../rig/must.js';

const NOW = Date.parse('2026-11-30T13:00:00.000Z');
const NOTHING = { target: null, correlationId: null, replyTo: null, windowMs: null, budgetUntil: null };

export type Act = 'send' | 'end' | 'recover';

const ACTS: Readonly<Record<Act, (database: Database, about: string) => void>> = {
  send: (database, channel) => {
    const request = {
      id: 'm-1',
      type: 'STATUS',
      channel,
      sender: 'F',
      content: 'x',
      via: 'person',
      ...NOTHING,
    } as const;
    must(send(database, request, NOW));
  },
  end: (database) => {
    must(database.write(() => ok(letGo(database, must(findAgent(database, 'F')), NOW))));
  },
  recover: (database) => {
    must(recoverNotices(database, () => NOW));
  },
};

/**
 * Does one act on a ledger.
 * @param die called before the nth statement that writes; between two that only read there is nothing to tell apart
 */
export function act(path: string, step: number, what: Act, about: string, die: () => void): void {
  let left = step;
  const openDriver = (file: string) =>
    countingDriver(file, (sql) => {
      if (!/^(SELECT|PRAGMA)/.test(sql) && --left === 0) die();
    });
  const database = must(openDatabase(path, { create: true, openDriver }));
  try {
    ACTS[what](database, about);
  } finally {
    database.close();
  }
}
