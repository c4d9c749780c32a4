import { fail, ok } from '../../core/result.js';
import type { HostReport } from './port.js';
import type { HostAdapter } from './adapter.js';
import { findProgram } from './find-program.js';

/** A program of anybody's: its output is not read for what it used. */
const NOTHING: HostReport = { usage: null, denied: [] };

/** Any program: prompt on stdin and in a file, worktree as directory, exit code and result file as answer. */
export const commandHost: HostAdapter = {
  name: 'command',
  report: () => NOTHING,
  async find(choice, settings) {
    const [program, ...args] = choice.command ?? [];
    if (program === undefined) {
      return fail({ reason: 'host-missing', host: 'command', program: null, cause: 'no command was given' });
    }
    const found = findProgram(program, settings.root, choice.env);
    if (!found.ok) return fail({ reason: 'host-missing', host: 'command', program, cause: found.cause });
    return ok({
      name: 'command',
      version: null,
      isolation: 'orchestrator-worktree',
      harnessFlag: null,
      invocation: () => ({ argv: [found.path, ...args], env: {}, promptOnStdin: true }),
      verdict: () => ({ kind: 'ended' }),
      report: () => NOTHING,
      progress: (line) => (line.trim() === '' ? null : line),
    });
  },
};
