import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { PlanId } from '../core/phase/plan-id.js';
import { fail, ok } from '../core/result.js';
import type { RunFiles } from './world.js';

const READ_LIMIT = 1024 * 1024;

/** The files of a run on the real disk. */
export const runFiles: RunFiles = {
  write(path, text) {
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      const fd = openSync(temporary, 'w', 0o644);
      try {
        writeSync(fd, text);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
      return ok(null);
    } catch (error) {
      rmSync(temporary, { force: true });
      return fail({ reason: 'file-unwritable', path, cause: (error as NodeJS.ErrnoException).code ?? String(error) });
    }
  },
  read(path) {
    try {
      if (statSync(path).size > READ_LIMIT) return null;
      return readFileSync(path, 'utf8');
    } catch {
      return null;
    }
  },
  tail(path, bytes) {
    let fd: number;
    try {
      fd = openSync(path, 'r');
    } catch {
      return '';
    }
    try {
      const size = fstatSync(fd).size;
      const buffer = Buffer.alloc(Math.min(bytes, size));
      readSync(fd, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8');
    } finally {
      closeSync(fd);
    }
  },
  exists: existsSync,
  folderName(plan: PlanId) {
    const safe = plan
      .normalize('NFC')
      .replace(/[^A-Za-z0-9._-]+/g, '_')
      .replace(/^[.-]+/, '_')
      .slice(0, 60)
      .replace(/\.+$/, '');
    if (safe === plan && plan === plan.toLowerCase()) return safe;
    return `${safe}-${createHash('sha256').update(plan).digest('hex').slice(0, 8)}`;
  },
  relative(from, to) {
    return relative(from, to).split(sep).join('/');
  },
};
