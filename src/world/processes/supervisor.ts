import { closeSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { attemptFiles, readOrder, writeEnd } from './attempt-files.js';
import { supervise } from './supervise.js';

/** A program of its own (`dist/supervisor.js DIR`): its process outlives the engine that started it. */
const dir = resolve(process.argv[2] ?? '.');

/** Tells the engine, where it still listens, that the agent runs. */
function ready(): void {
  try {
    writeSync(3, 'ready\n');
    closeSync(3);
  } catch {
    // The engine is gone, or never asked.
  }
}

try {
  await supervise(dir, readOrder(attemptFiles(dir).order), ready);
} catch (error) {
  const detail = `the supervisor failed: ${(error as Error).message}`;
  const end = { exitCode: null, signal: null, startedAt: null, endedAt: new Date().toISOString() };
  writeEnd(dir, { kind: 'not-started', ...end, detail, result: null, resultProblem: null });
  ready();
}
process.exit();
