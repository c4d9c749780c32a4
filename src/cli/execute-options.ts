import { parseDuration } from '../core/duration.js';
import type { UsageFailure } from '../core/failure.js';
import type { PlanId } from '../core/phase/plan-id.js';
import { fail, ok, type Result } from '../core/result.js';

/** The words of `msd execute-phase`, understood. Null: not said, so the config or a default decides. */
export interface ExecuteOptions {
  readonly phase: string;
  readonly plans: readonly string[];
  readonly wave: number | null;
  readonly host: string | null;
  readonly agentCommand: string | null;
  readonly jobs: number | null;
  readonly schedule: 'dag' | 'wave';
  readonly land: 'ff' | 'branch' | 'none' | null;
  readonly planTimeoutMs: number | null;
  readonly stallAfterMs: number | null;
  readonly onStall: 'warn' | 'kill' | null;
  /** True: every plan; a list: these plans; null: not asked for. */
  readonly restart: true | string | null;
  readonly dryRun: boolean;
  /** `msd run resolve`: nothing is started, and this plan stays owed whatever its checks say; null for a run of agents. */
  readonly resolving: PlanId | null;
}

export function readExecuteOptions(
  phase: string,
  options: Readonly<Record<string, unknown>>,
): Result<ExecuteOptions, UsageFailure> {
  const text = (name: string): string | null => (typeof options[name] === 'string' ? options[name] : null);
  const wrong = (message: string) => fail<UsageFailure>({ reason: 'usage', message, command: 'execute-phase' });
  const number = (name: string, most: number): number | null | undefined => {
    const said = text(name);
    if (said === null) return null;
    return /^\d{1,6}$/.test(said) && Number(said) >= (name === 'wave' ? 0 : 1) && Number(said) <= most
      ? Number(said)
      : undefined;
  };
  const jobs = number('jobs', 256);
  if (jobs === undefined) return wrong(`--jobs takes a whole number from 1 to 256, not "${text('jobs')}"`);
  const wave = number('wave', 100_000);
  if (wave === undefined) return wrong(`--wave takes a whole number, not "${text('wave')}"`);
  const schedule = text('schedule') ?? 'dag';
  if (schedule !== 'dag' && schedule !== 'wave') return wrong(`--schedule takes dag or wave, not "${schedule}"`);
  const land = text('land');
  if (land !== null && land !== 'ff' && land !== 'branch' && land !== 'none')
    return wrong(`--land takes ff, branch or none, not "${land}"`);
  const timeout = text('planTimeout');
  const planTimeoutMs = timeout === null ? null : parseDuration(timeout);
  if (timeout !== null && (planTimeoutMs === null || planTimeoutMs === 0))
    return wrong(`--plan-timeout takes a duration such as 90s, 10m or 2h, not "${timeout}"`);
  const stallAfter = text('stallAfter');
  const stallAfterMs = stallAfter === null ? null : parseDuration(stallAfter);
  if (stallAfter !== null && (stallAfterMs === null || stallAfterMs === 0))
    return wrong(`--stall-after takes a duration such as 90s, 10m or 2h, not "${stallAfter}"`);
  const onStall = text('onStall');
  if (onStall !== null && onStall !== 'warn' && onStall !== 'kill')
    return wrong(`--on-stall takes warn or kill, not "${onStall}"`);
  const restart = options['restart'];
  return ok({
    phase,
    plans: Array.isArray(options['plan']) ? (options['plan'] as string[]) : [],
    wave,
    host: text('host'),
    agentCommand: text('agentCommand'),
    jobs,
    schedule,
    land,
    planTimeoutMs,
    stallAfterMs,
    onStall,
    restart: restart === true ? true : typeof restart === 'string' ? restart : null,
    dryRun: options['dryRun'] === true,
    resolving: null,
  });
}
