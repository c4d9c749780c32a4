import { LIMITS } from '../core/workflow/limits.js';
import type { PhasePorts } from '../engine/execute-phase.js';
import type { RunVerb } from './command.js';
import type { Io } from './io.js';

/** A shell block that runs longer than this has hung. */
const SHELL_TIMEOUT_MS = 60 * 60_000;

/** How a run's workflow calls msd's own verbs (in this process, with the session at hand) and a shell. */
export function sessionVerbs(io: Io, runVerb: RunVerb): Pick<PhasePorts, 'verb' | 'shell'> {
  return {
    async verb(words, session) {
      const said: string[] = [];
      const answer = await runVerb(words, {
        ...io,
        env: { ...io.env, MSD_RUN: session.row.id },
        cwd: session.paths.project,
        json: words.includes('--json'),
        terminal: false,
        color: false,
        interactive: false,
        stdout: (text) => said.push(text),
        stderr: () => {},
        readStdin: async () => Buffer.alloc(0),
        session,
      });
      if (!answer.ok) return answer;
      const { json, human, exitCode } = answer.value;
      return { ok: true, value: { json, text: human ?? said.join(''), exitCode: exitCode ?? 0 } };
    },
    async shell({ step, script, env }, session) {
      const { runShell } = await import('../world/run-shell.js');
      return runShell({
        shell: step.shell,
        script,
        cwd: session.paths.project,
        values: env,
        env: io.env,
        signal: io.interrupted,
        limit: LIMITS.output,
        timeoutMs: SHELL_TIMEOUT_MS,
      });
    },
  };
}
