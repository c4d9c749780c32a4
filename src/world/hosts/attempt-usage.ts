import { readdirSync } from 'node:fs';
import { addUsage, type Usage } from '../../core/run/usage.js';
import { runFiles } from '../run-files.js';
import { reportOf } from './registry.js';

/** Bytes of the end of each log that are read. */
const LOG_TAIL = 64 * 1024;

/**
 * What the sessions of an attempt used, from their logs: several where its host was down in between. Read anew each time, so
 * that a run which was killed is accounted for as well.
 * @param dir the attempt's folder
 * @returns null where the host does not say
 */
export function attemptUsage(host: string, dir: string): Usage | null {
  return addUsage(logsIn(dir).map((name) => reportOf(host, runFiles.tail(`${dir}/${name}`, LOG_TAIL)).usage));
}

function logsIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => /^agent(\.\d+)?\.log$/.test(name));
  } catch {
    return [];
  }
}
