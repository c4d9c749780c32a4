import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** A longer line is cut; nothing that is shown or parsed needs more. */
const LINE_LIMIT = 256 * 1024;
const CHUNK = 256 * 1024;

/** Reading is synchronous, so one serves all. */
const buffer = Buffer.alloc(CHUNK);

/** Reads what is appended to a file, line by line. */
export interface LogFollower {
  /** Hands over the complete lines that arrived; with `end`, the last one too. */
  read(end?: boolean): void;
  /** When output last arrived, in `performance.now()` time. */
  lastOutput(): number;
}

/** @param fromEnd start at what is there already: for an attempt taken up again */
export function followLog(path: string, onLine: (line: string) => void, fromEnd = false): LogFollower {
  const start = fromEnd ? stateOf(path) : { size: 0, quietMs: 0 };
  let offset = start.size;
  let rest = '';
  let last = performance.now() - start.quietMs;
  const decoder = new TextDecoder();
  const lines = (text: string) => {
    const parts = (rest + text).split('\n');
    rest = (parts.pop() ?? '').slice(0, LINE_LIMIT);
    for (const part of parts) onLine(part.slice(0, LINE_LIMIT).replace(/\r$/, ''));
  };
  return {
    read(end = false) {
      const fd = stateOf(path).size > offset ? open(path) : null;
      if (fd !== null) {
        for (;;) {
          const got = readSync(fd, buffer, 0, CHUNK, offset);
          if (got === 0) break;
          offset += got;
          last = performance.now();
          lines(decoder.decode(buffer.subarray(0, got), { stream: true }));
        }
        closeSync(fd);
      }
      if (end && rest !== '') {
        onLine(rest);
        rest = '';
      }
    },
    lastOutput: () => last,
  };
}

function open(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

function stateOf(path: string): { size: number; quietMs: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, quietMs: Math.max(0, Date.now() - mtimeMs) };
  } catch {
    return { size: 0, quietMs: 0 };
  }
}
