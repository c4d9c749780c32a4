import * as z from 'zod/mini';
import { authorize } from '../../core/channels/authorize.js';
import { CHANNEL_DECISIONS, verbOf } from '../../core/channels/channel-decision.js';
import { parseDuration } from '../../core/duration.js';
import { fail, ok } from '../../core/result.js';
import { hubOf } from '../../world/store/agents.js';
import { channelJson, channelLine } from '../print/ledger.js';
import { realClock } from '../real-clock.js';
import { choice, count, duration, flag, text } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

/** Every channel, what it takes and what was decided about it. */
export function listChannelsVerb(context: VerbContext): VerbAnswer {
  const found = context.ledger.channels();
  if (!found.ok) return fail(found.error);
  return ok({
    json: found.value.map(channelJson),
    human: found.value.length === 0 ? 'no channel yet' : found.value.map(channelLine).join('\n'),
  });
}

export const decideChannelInput = z.strictObject({
  channel: text('the channel: hub/id, or an id that one hub has'),
  decision: choice(CHANNEL_DECISIONS, 'what becomes of it'),
  for: z.optional(duration('a mute ends after this; without it when it is undone')),
  cap: z.optional(count('messages let through while it is muted', 0, 1_000_000)),
});

/** Opens, closes, mutes or unmutes a channel: one rule of who may, and one record of what was decided. */
export function decideChannelVerb(context: VerbContext, input: z.infer<typeof decideChannelInput>): VerbAnswer {
  const by = context.decider();
  if (!by.ok) return by;
  const agent = by.value;
  const channel = context.ledger.channel(input.channel, agent === null ? null : hubOf(agent));
  if (!channel.ok) return fail(channel.error);
  const { key } = channel.value;
  if (agent !== null) {
    const verb = verbOf(input.decision);
    const why = authorize({ ...agent, ended: agent.endedAt !== null }, verb, [key]);
    if (why !== null) return fail({ reason: 'not-permitted', agent: agent.name, verb, channels: [key], why });
  }
  const source =
    agent === null ? ({ source: 'person', agent: null } as const) : ({ source: 'agent', agent: agent.name } as const);
  const time = input.for === undefined ? null : parseDuration(input.for);
  const until = time === null ? null : realClock.now().getTime() + time;
  const mute = input.decision === 'mute' ? { until, cap: input.cap ?? null } : null;
  const decided = context.ledger.decide(key, input.decision, mute, source);
  if (!decided.ok) return fail(decided.error);
  const { before, changed } = decided.value;
  return ok({
    json: { ...channelJson(decided.value.channel), before, changed },
    human: changed ? `${key} is ${decided.value.channel.state} now; it was ${before}` : `${key} is ${before} already`,
  });
}

export const watchChannelInput = z.strictObject({
  channel: text('the channel: hub/id, or an id that one hub has'),
  stop: z.optional(flag('hear it no more')),
});

/** Lets the reader hear a channel from now on, or no more. */
export function watchChannelVerb(context: VerbContext, input: z.infer<typeof watchChannelInput>): VerbAnswer {
  const by = context.reader();
  if (!by.ok) return by;
  const { agent } = by.value;
  const channel = context.ledger.channel(input.channel, hubOf(agent));
  if (!channel.ok) return fail(channel.error);
  const { key } = channel.value;
  const verb = 'channel:watch';
  const why = authorize({ ...agent, ended: agent.endedAt !== null }, verb, [key]);
  if (why !== null) return fail({ reason: 'not-permitted', agent: agent.name, verb, channels: [key], why });
  const on = input.stop !== true;
  const watched = context.ledger.notices.watch(agent.name, key, on);
  if (!watched.ok) return fail(watched.error);
  const { changed } = watched.value;
  const state = on ? 'hears' : 'does not hear';
  return ok({
    json: { agent: agent.name, channel: key, watching: on, changed },
    human: `${agent.name} ${state} ${key}${changed ? ' from now on' : ' already'}`,
  });
}
