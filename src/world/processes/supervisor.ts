import { closeSync, readSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { attemptFiles, LOST, readEnd, readOrder, writeEnd } from './attempt-files.js';
import { endProcesses } from './process-tree.js';
import { ignoreTerminal, supervise } from './supervise.js';

/**
 * A program of its own (`dist/supervisor.js DIR`), whose process outlives the engine that started it. Channel 3 leads to the
 * engine: one byte from it means that this process is on record and may begin; the end of the channel before that means that
 * the engine died, and nothing is started. One line back says that the agent runs.
 */
const ENGINE = 3;
const dir = resolve(process.argv[2] ?? '.');

function mayBegin(): boolean {
  const byte = Buffer.alloc(1);
  for (;;) {
    try {
      return readSync(ENGINE, byte, 0, 1, null) === 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function tellEngine(): void {
  try {
    writeSync(ENGINE, 'ready\n');
    closeSync(ENGINE);
  } catch {
    // It is gone, or said so already.
  }
}

ignoreTerminal();
if (mayBegin()) {
  try {
    await supervise(dir, readOrder(attemptFiles(dir).order), tellEngine);
  } catch (error) {
    await endProcesses(dir, null, 1000);
    if (readEnd(dir) === null) {
      const detail = `the supervisor failed: ${(error as Error).message}`;
      writeEnd(dir, { ...LOST, endedAt: new Date().toISOString(), detail });
    }
    tellEngine();
  }
}
