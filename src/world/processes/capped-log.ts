import { closeSync, openSync, writeSync } from 'node:fs';

/** Bytes of the end that are kept beyond the limit. */
const TAIL = 64 * 1024;

/**
 * A log that keeps the first `limit` bytes and the last 64 KiB of what is written to it, with a line between them that says
 * how much is missing. A disk that is full costs the log, not the agent.
 */
export interface CappedLog {
  write(chunk: Buffer): void;
  close(): void;
}

export function openCappedLog(path: string, limit: number): CappedLog {
  const fd = openSync(path, 'a', 0o600);
  let room = limit;
  let left = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let broken = false;
  const put = (chunk: Buffer) => {
    if (broken) return;
    try {
      for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
    } catch {
      broken = true;
    }
  };
  return {
    write(chunk) {
      const now = chunk.subarray(0, room);
      if (now.length > 0) put(now);
      room -= now.length;
      const rest = chunk.subarray(now.length);
      if (rest.length === 0) return;
      if (left === 0) put(Buffer.from('\n[msd: the log is full; output goes on]\n'));
      left += rest.length;
      tail.push(rest);
      tailSize += rest.length;
      while (tailSize - tail[0]!.length >= TAIL) tailSize -= tail.shift()!.length;
    },
    close() {
      const last = Buffer.concat(tail).subarray(-TAIL);
      // Whole lines where something is missing before them.
      const end = left > last.length ? last.subarray(last.indexOf(10) + 1) : last;
      if (left > end.length) put(Buffer.from(`[msd: ${left - end.length} bytes left out]\n`));
      if (end.length > 0) put(end);
      tail = [];
      closeSync(fd);
    },
  };
}
