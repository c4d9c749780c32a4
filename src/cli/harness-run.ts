import type { Command } from 'commander';
import type { StampedEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import { hostOfEnvironment, sessionHost } from '../core/isolation/session-host.js';
import { fail, type Result } from '../core/result.js';
import type { AgentReport } from '../engine/harness-report.js';
import type { CommandInput, CommandOutput } from './command.js';
import { readExecuteOptions } from './execute-options.js';
import type { Io } from './io.js';
import { personOnly } from './person-only.js';
import { prepareRun } from './prepare-run.js';
import { turnOutput } from './print/harness-turn.js';

export function defineHarness(command: Command): void {
  command
    .requiredOption('--phase <phase>', 'number or directory name of the phase')
    .option('--host <host>', 'whose session starts the agents (default: the one this is called in)');
}

/**
 * One turn of a run that the session of a host drives (ADR 0020).
 * @param verb the command's name, for refusals
 */
export async function harnessRun(
  { options, runVerb }: CommandInput,
  io: Io,
  verb: string,
  report: AgentReport | null,
): Promise<Result<CommandOutput, Failure>> {
  const phase = String(options['phase']);
  const asked = readExecuteOptions(phase, {});
  if (!asked.ok) return asked;
  const named = typeof options['host'] === 'string' ? options['host'] : hostOfEnvironment(io.env);
  const facts = named === null ? null : sessionHost(named);
  // Only a host whose tool takes a parameter for each agent can be handed plans; elsewhere msd makes the worktrees itself.
  if (facts?.harnessFlag?.includes('=') !== true) return fail({ reason: 'no-session', verb, phase });
  const { openProject } = await import('../world/project.js');
  const project = openProject(io.cwd);
  if (!project.ok) return project;
  const allowed = personOnly(io, project.value, `msd ${verb}`);
  if (!allowed.ok) return allowed;
  const prepared = await prepareRun(asked.value, io, runVerb);
  if (!prepared.ok) return prepared;
  const { harnessHost } = await import('../world/hosts/harness-host.js');
  const { sessionProcess } = await import('../world/session-process.js');
  const events: StampedEvent[] = [];
  const turn = await prepared.value.turn({
    host: harnessHost(facts.name, facts.harnessFlag),
    owner: sessionProcess(),
    report,
    show: (event) => events.push(event),
  });
  return turn.ok ? { ok: true, value: turnOutput(turn.value, events, phase) } : turn;
}
