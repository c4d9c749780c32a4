import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type AgentResult, parseAgentResult, RESULT_FILE_LIMIT } from '../../core/run/agent-result.js';

/**
 * Reads what the agent wrote as its result: a plain file of bounded size, never through a symlink, never waiting on a pipe.
 * Both null where there is none.
 */
export function readResultFile(path: string): { result: AgentResult | null; resultProblem: string | null } {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { result: null, resultProblem: code === 'ENOENT' ? null : `the result file cannot be read (${code})` };
  }
  try {
    if (!fstatSync(fd).isFile()) return { result: null, resultProblem: 'the result file is not a plain file' };
    const bytes = Buffer.alloc(RESULT_FILE_LIMIT + 1);
    let size = 0;
    for (let got = 1; got > 0 && size < bytes.length; size += got)
      got = readSync(fd, bytes, size, bytes.length - size, null);
    if (size > RESULT_FILE_LIMIT)
      return { result: null, resultProblem: `the result file is longer than ${RESULT_FILE_LIMIT} bytes` };
    if (size === 0) return { result: null, resultProblem: 'the result file is empty' };
    const parsed = parseAgentResult(bytes.toString('utf8', 0, size));
    return parsed.ok ? { result: parsed.value, resultProblem: null } : { result: null, resultProblem: parsed.error };
  } catch (error) {
    return { result: null, resultProblem: `the result file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  } finally {
    closeSync(fd);
  }
}
