import process from 'node:process';
import { readStop, type StopReason } from './attempt-files.js';

/** How often a request on file is looked for; a signal is quicker. */
const LOOK_MS = 250;
/** What `setTimeout` can hold. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a reason to stop: the time is up, a request on file, SIGTERM. */
export interface StopWatch {
  readonly requested: Promise<StopReason>;
  cancel(): void;
}

/** Listens from the moment it is called, so that no signal finds the supervisor without an answer. */
export function watchForStop(dir: string, timeoutMs: number): StopWatch {
  let tell: (reason: StopReason) => void = () => {};
  const requested = new Promise<StopReason>((resolve) => {
    tell = resolve;
  });
  const look = () => {
    const reason = readStop(dir);
    if (reason !== null) tell(reason);
  };
  const timer = setTimeout(() => tell('timeout'), Math.min(timeoutMs, LONGEST_MS));
  const interval = setInterval(look, LOOK_MS);
  process.on('SIGTERM', () => tell(readStop(dir) ?? 'stopped'));
  look();
  return {
    requested,
    cancel() {
      clearTimeout(timer);
      clearInterval(interval);
    },
  };
}
