import { ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { prepareRun } from '../prepare-run.js';
import { readExecuteOptions } from '../execute-options.js';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<phase>', 'a phase: 3, 03, 12A, 2.1, or the name of its directory')
      .option('--plan <id...>', 'only these plans')
      .option('--wave <n>', 'only the plans of this wave')
      .option('--host <name>', 'who runs the agents: command, claude, codex or cursor')
      .option(
        '--agent-command <command>',
        'the program that works on a plan, for host command; split into words, no shell',
      )
      .option('--jobs <n>', 'plans worked on at once (default: from config, else 3)')
      .option(
        '--schedule <mode>',
        'dag: a plan starts when its own dependencies are home; wave: wave after wave',
        'dag',
      )
      .option('--land <how>', 'ff: bring the work to your branch; branch, none: leave it on the integration branch')
      .option('--plan-timeout <duration>', 'the longest an agent may work on one plan, e.g. 90s, 10m, 2h')
      .option('--stall-after <duration>', 'an agent without a sign of work for so long is reported (default 10m)')
      .option('--on-stall <what>', 'warn: only report it; kill: end the agent, and its plan fails (default warn)')
      .option('--restart [plan]', 'begin anew: what earlier attempts left is salvaged first')
      .option('--dry-run', 'print the schedule and touch nothing')
      .option('--yes', 'ask nothing')
      .addHelpText(
        'after',
        '\nThe agent gets its prompt on stdin and in $MSD_PROMPT_FILE, works in its worktree, and answers by its exit code and, if it\nlikes, by $MSD_RESULT_FILE: {"status":"done|failed|declined|checkpoint","reason":"…"}.',
      );
  },
  async run({ args, options, runVerb }, io) {
    const asked = readExecuteOptions(args[0] ?? '', options);
    if (!asked.ok) return asked;
    const prepared = await prepareRun(asked.value, io, runVerb);
    if (!prepared.ok) return prepared;
    if (asked.value.dryRun) {
      const { describeSchedule } = await import('../print/schedule.js');
      return ok(describeSchedule(prepared.value.schedule()));
    }
    const finished = await prepared.value.run();
    if (!finished.ok) return finished;
    return ok({ json: null, human: null, exitCode: finished.value.exitCode });
  },
};
