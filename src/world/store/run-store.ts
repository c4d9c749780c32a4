import type { LedgerFailure } from '../../core/channels/failures.js';
import { ok, type Result } from '../../core/result.js';
import type { Project } from '../project.js';
import type { RunLook } from '../talk.js';
import type { Clock } from '../world.js';
import type { RunStore } from './port.js';
import { expireOverdue } from './commitments.js';
import type { Database } from './database.js';
import { issueCode } from './answer-code.js';
import { ensurePhaseChannels } from './dispatch-row.js';
import { ask, handToPerson, observe, reply, talkOf } from './dispatch-talk.js';
import {
  handOff,
  heartbeat,
  issueDispatchToken,
  listDispatches,
  openDispatch,
  placeDispatch,
  settleDispatch,
} from './dispatches.js';
import { openLedger } from './ledger-file.js';
import { recoverNotices } from './notice-box.js';
import { lookAtRun, mustSweep } from './run-look.js';
import { owedToRole, settleRun } from './run-notices.js';
import { closeRun, listRuns, openRun, type Processes } from './runs.js';
import { unsettledAgents } from './unsettled-agents.js';
import { noteRefusal, noteViolation } from './write-notice.js';

/**
 * The run's part of a project's ledger. The file is opened by the first call that needs it, and a failure to open it is
 * that call's answer.
 * @param create false: where there is no ledger, an empty one is read and nothing is made
 */
export function createRunStore(
  project: Project,
  clock: Pick<Clock, 'now'>,
  processes: Processes,
  create = true,
): RunStore {
  let database: Database | null = null;
  const now = (): number => clock.now().getTime();
  const using = <T, F>(work: (database: Database) => Result<T, F>): Result<T, F | LedgerFailure> => {
    if (database === null) {
      const opened = openLedger(project, { create });
      if (!opened.ok) return opened;
      database = opened.value;
    }
    return work(database);
  };
  return {
    openRun: (run) =>
      using((db) =>
        db.write(() => {
          expireOverdue(db, now());
          const opened = openRun(db, run, processes, now());
          if (opened.ok) ensurePhaseChannels(db, run.phase, run.id, now());
          return opened;
        }),
      ),
    closeRun: (id, status, exitCode) => using((db) => db.write(() => closeRun(db, id, status, exitCode, now()))),
    runs: (filter) => using((db) => db.read(() => listRuns(db, filter, processes))),
    openDispatch: (dispatch) => using((db) => db.write(() => openDispatch(db, dispatch, now()))),
    dispatches: (run) => using((db) => db.read(() => ok(listDispatches(db, run, now())))),
    placeDispatch: (id, place) => using((db) => db.write(() => placeDispatch(db, id, place, now()))),
    settleDispatch: (id, answer) => using((db) => db.write(() => settleDispatch(db, id, answer, now()))),
    heartbeat: (id, note) => using((db) => db.write(() => heartbeat(db, id, note, now()))),
    issueToken: (id) => using((db) => db.write(() => issueDispatchToken(db, id, now()))),
    talk: (id) => using((db) => db.read(() => talkOf(db, id))),
    ask: (id, question, unreadSince) => using((db) => db.write(() => ask(db, id, question, unreadSince, now()))),
    issueCode: (correlation) => using((db) => db.write(() => ok(issueCode(db, correlation, now())))),
    handOff: (id, next) => using((db) => db.write(() => handOff(db, id, next, now()))),
    reply: (correlation, said) => using((db) => db.write(() => reply(db, correlation, said, now()))),
    handToPerson: (correlation) => using((db) => db.write(() => handToPerson(db, correlation, now()))),
    observe: (phase, content, correlation) =>
      using((db) => db.write(() => observe(db, phase, content, correlation, now()))),
    look: (run, takenUp) =>
      using((db) => {
        const sweep = db.read<boolean, LedgerFailure>(() => ok(mustSweep(db, now())));
        if (!sweep.ok) return sweep;
        const look = (): Result<RunLook, LedgerFailure> => ok(lookAtRun(db, run, takenUp, now()));
        return sweep.value ? db.write(look) : db.read(look);
      }),
    noteRefusal: (refused) => using((db) => db.write(() => done(() => noteRefusal(db, refused, now())))),
    noteViolation: (who) => using((db) => db.write(() => done(() => noteViolation(db, who, now())))),
    owedToPrimary: () => using((db) => db.read(() => ok(owedToRole(db)))),
    settleRunNotices: (run) => using((db) => db.write(() => done(() => settleRun(db, run, now())))),
    recoverNotices: (dryRun) =>
      using((db) => {
        if (dryRun) return db.read(() => ok(unsettledAgents(db)));
        const settled = recoverNotices(db, now);
        return settled.ok ? ok(settled.value.map((one) => one.agent)) : settled;
      }),
    close: () => {
      database?.close();
      database = null;
    },
  };
}

/** A write that answers nothing. */
function done(write: () => void): Result<null, LedgerFailure> {
  write();
  return ok(null);
}
