import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A longer line is cut; nothing that is shown or parsed needs more. */
const LINE_LIMIT = 256 * 1024;
const CHUNK = 256 * 1024;

/** Reads what is appended to a file, line by line. */
export interface LogFollower {
  /** Hands over the complete lines that arrived; with `end`, the last one too. */
  read(end?: boolean): void;
  /** When output last arrived, in `performance.now()` time. */
  lastOutput(): number;
}

/** @param fromEnd start at what is there already: for an attempt taken up again */
export function followLog(path: string, onLine: (line: string) => void, fromEnd = false): LogFollower {
  let offset = fromEnd ? sizeOf(path) : 0;
  let rest = '';
  let last = performance.now();
  const decoder = new TextDecoder();
  const lines = (text: string) => {
    const parts = (rest + text).split('\n');
    rest = (parts.pop() ?? '').slice(0, LINE_LIMIT);
    for (const part of parts) onLine(part.slice(0, LINE_LIMIT).replace(/\r$/, ''));
  };
  return {
    read(end = false) {
      let fd: number;
      try {
        fd = openSync(path, 'r');
      } catch {
        return;
      }
      try {
        const buffer = Buffer.alloc(CHUNK);
        for (;;) {
          const got = readSync(fd, buffer, 0, CHUNK, offset);
          if (got === 0) break;
          offset += got;
          last = performance.now();
          lines(decoder.decode(buffer.subarray(0, got), { stream: true }));
        }
      } finally {
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

function sizeOf(path: string): number {
  try {
    const fd = openSync(path, 'r');
    try {
      return fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
  } catch {
    return 0;
  }
}
