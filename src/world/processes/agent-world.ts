import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { fail, ok } from '../../core/result.js';
import { chooseHost, type HostSettings } from '../hosts/registry.js';
import { survivingGroup } from '../process-identity.js';
import type { AgentWorld } from './port.js';
import { agentEnv } from './agent-env.js';
import { readSupervisor, writeEnd } from './attempt-files.js';
import { followAttempt, lookAtAttempt } from './attempt.js';
import { endProcesses } from './process-tree.js';
import { runCommand } from './run-command.js';
import { startAttempt } from './start-attempt.js';

export interface AgentWorldOptions extends HostSettings {
  /** The caller's environment, which agents inherit; default this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The built supervisor; default `dist/supervisor.js`. */
  readonly supervisor?: string;
  /** Between asking a process group to end and ending it; default 5 s. */
  readonly graceMs?: number;
  /** Bytes of an agent's output that are kept; default 64 MiB. */
  readonly logLimit?: number;
}

/** The real agents. */
export function createAgentWorld(options: AgentWorldOptions): AgentWorld {
  const env = agentEnv(options.env ?? process.env);
  const graceMs = options.graceMs ?? 5000;
  const settings = {
    program: options.supervisor ?? fileURLToPath(import.meta.resolve('#root/dist/supervisor.js')),
    graceMs,
    logLimit: options.logLimit ?? 64 * 1024 * 1024,
  };
  return {
    host: (choice) => chooseHost(choice, options),
    start: (spec) => startAttempt(spec, env, settings),
    look: async (dir) => lookAtAttempt(dir),
    adopt: async (dir) =>
      lookAtAttempt(dir).kind === 'running' ? followAttempt(dir, () => {}, { fromEnd: true }) : null,
    recordEnd(dir, end) {
      try {
        writeEnd(dir, end);
        return ok(null);
      } catch (error) {
        return fail({
          reason: 'file-unwritable',
          path: dir,
          cause: (error as NodeJS.ErrnoException).code ?? 'unknown',
        });
      }
    },
    reap: async (dir) => {
      const agent = readSupervisor(dir)?.agent ?? null;
      await endProcesses(dir, agent === null ? null : survivingGroup(agent), graceMs);
    },
    runCommand: (spec) => runCommand(spec, env, graceMs),
  };
}
