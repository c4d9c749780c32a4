import { authorize } from '../core/channels/authorize.js';
import { type ChannelDecision, verbOf } from '../core/channels/channel-decision.js';
import { fail, ok } from '../core/result.js';
import type { CommandModule } from './command.js';
import { withLedger } from './open-ledger.js';
import { personOnly } from './person-only.js';
import { channelJson } from './print/ledger.js';
import { readCount, readDuration } from './read-words.js';
import { realClock } from './real-clock.js';

/** `msd channel open|close|mute|unmute KEY`: one rule of who may, and one record of what was decided. */
export function decideCommand(decision: ChannelDecision): CommandModule {
  const name = `channel ${decision}`;
  const verb = verbOf(decision);
  return {
    define(command) {
      command
        .argument('<key>', 'which channel: hub/id, or an id that one hub has')
        .option('--as <agent>', 'the agent that decides; without it a person does, who may do all');
      if (decision !== 'mute') return;
      command.option('--for <duration>', 'until then; without it until it is unmuted');
      command.option('--cap <n>', 'let so many messages through in that time');
    },
    async run({ args, options }, io) {
      const time = readDuration(options['for'] as string | undefined, '--for', name);
      if (!time.ok) return time;
      const cap = readCount(options['cap'] as string | undefined, '--cap', 0, name);
      if (!cap.ok) return cap;
      return withLedger(io, true, ({ project, ledger }) => {
        const person = personOnly(io, project, name);
        if (!person.ok) return person;
        const channel = ledger.channel(args[0]!);
        if (!channel.ok) return fail(channel.error);
        const { key } = channel.value;
        const as = options['as'] as string | undefined;
        if (as !== undefined) {
          const agent = ledger.agent(as);
          if (!agent.ok) return fail(agent.error);
          const why = authorize({ ...agent.value, ended: agent.value.endedAt !== null }, verb, [key]);
          if (why !== null) {
            return fail({ reason: 'not-permitted', agent: agent.value.name, verb, channels: [key], why });
          }
        }
        const source =
          as === undefined ? ({ source: 'person', agent: null } as const) : ({ source: 'agent', agent: as } as const);
        const until = time.value === null ? null : realClock.now().getTime() + time.value;
        const mute = decision === 'mute' ? { until, cap: cap.value } : null;
        const decided = ledger.decide(key, decision, mute, source);
        if (!decided.ok) return fail(decided.error);
        const { before, changed } = decided.value;
        return ok({
          json: { ...channelJson(decided.value.channel), before, changed },
          human: changed
            ? `${key} is ${decided.value.channel.state} now; it was ${before}`
            : `${key} is ${before} already`,
        });
      });
    },
  };
}
