import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { writeWhole } from '../durable-file.js';
import { identityOf, ownIdentity } from '../process-identity.js';
import type { AttemptEnd } from './port.js';
import { type AttemptOrder, attemptFiles, type StopReason, type SupervisorRecord, writeEnd } from './attempt-files.js';
import { endProcesses } from './process-tree.js';
import { readResultFile } from './result-file.js';
import { type RunningAgent, startAgent } from './start-agent.js';
import { watchForStop } from './stop-request.js';

/** How long output may still arrive after everything ended. */
const DRAIN_MS = 1000;
/** A full disk may have room again. */
const RECORD_TRIES = 20;

/**
 * One agent, from start to a durable record of its end. Runs in a process of its own session, so that neither the end of the
 * engine nor a closed terminal reaches it, and ends nothing but what the attempt started.
 * @param ready called once, when the agent runs or could not be started
 */
export async function supervise(dir: string, order: AttemptOrder, ready: () => void): Promise<void> {
  const stop = watchForStop(dir, order.timeoutMs);
  const startedAt = new Date().toISOString();
  const record: SupervisorRecord = { version: 1, supervisor: ownIdentity(), agent: null, startedAt };
  writeWhole(attemptFiles(dir).supervisor, JSON.stringify(record));
  const started = await startAgent(dir, order);
  if (typeof started === 'string') {
    stop.cancel();
    await recordEnd(dir, { kind: 'not-started', exitCode: null, signal: null, detail: started }, startedAt, order);
    ready();
    return;
  }
  const agent = identityOf(started.pid) ?? { pid: started.pid, startTime: null, bootId: record.supervisor.bootId };
  try {
    writeWhole(attemptFiles(dir).supervisor, JSON.stringify({ ...record, agent }));
  } catch {
    // The disk is full. The agent's processes can still be found by their mark.
  }
  ready();
  const stopped = await Promise.race([stop.requested, started.exited.then(() => null)]);
  stop.cancel();
  await recordEnd(dir, await endOf(dir, order, started, stopped), startedAt, order);
}

/** Ends what still runs and says how the agent itself ended. */
async function endOf(dir: string, order: AttemptOrder, agent: RunningAgent, stopped: StopReason | null) {
  if (stopped !== null) await endProcesses(dir, agent.pid, order.graceMs);
  const { exitCode, signal } = await agent.exited;
  // What the agent left running would go on writing into a worktree that is about to be judged.
  await endProcesses(dir, agent.pid, order.graceMs);
  await Promise.race([agent.drained, pause(DRAIN_MS, undefined, { ref: false })]);
  agent.closeOutput();
  const facts = { exitCode, signal };
  if (stopped === 'timeout') return { kind: 'timeout', ...facts, detail: null } as const;
  if (stopped === 'stalled') return { kind: 'stalled', ...facts, detail: null } as const;
  if (stopped !== null) return { kind: 'stopped', ...facts, detail: null } as const;
  return { kind: signal === null ? 'exited' : 'signalled', ...facts, detail: null } as const;
}

async function recordEnd(
  dir: string,
  end: Pick<AttemptEnd, 'kind' | 'exitCode' | 'signal' | 'detail'>,
  startedAt: string,
  order: AttemptOrder,
): Promise<void> {
  const started = end.kind !== 'not-started';
  const said = started ? readResultFile(order.resultFile) : { result: null, resultProblem: null };
  const record: AttemptEnd = { ...end, startedAt, endedAt: new Date().toISOString(), ...said };
  for (let n = 1; ; n++) {
    try {
      writeEnd(dir, record);
      return;
    } catch (error) {
      if (n === RECORD_TRIES) throw error;
      await pause(500);
    }
  }
}

/** Keeps the process from ending by a signal that is not for it to end by. */
export function ignoreTerminal(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, () => {});
}
