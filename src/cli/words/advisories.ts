import type { Advisory } from '../../core/channels/advisory.js';
import type { StallCondition } from '../../core/channels/stalled.js';
import { unreachable } from '../../core/unreachable.js';

/** What a sender is told of a message that went through all the same. */
export function advisoryText(advisory: Advisory): string {
  switch (advisory.code) {
    case 'type-denied':
      return `${advisory.channel} denies ${advisory.types.join(', ')}; this ${advisory.type} went through, and belongs on another channel`;
    case 'type-not-allowed':
      return `${advisory.channel} takes only ${advisory.types.join(', ')}; this ${advisory.type} went through, and belongs on another channel`;
    case 'wrong-channel':
      return `what this answers was asked on ${advisory.commitmentChannel}; it counts, and who waits on that channel does not read it on ${advisory.channel}`;
    case 'reply-elsewhere':
      return `message ${advisory.replyTo} is on ${advisory.replyChannel}`;
    case 'reply-mismatch':
      return `message ${advisory.replyTo} belongs to ${advisory.replyCorrelationId ?? 'no correlation'}`;
    case 'not-obligor':
      return advisory.moved
        ? `${advisory.sender} does not owe this, ${advisory.obligor ?? 'nobody in particular'} does; the channel is lenient, so it counts`
        : `${advisory.sender} does not owe this, ${advisory.obligor ?? 'another'} does; nothing changed`;
    case 'expected-type':
      return `${advisory.type} is not how this is answered: ${advisory.expected.join(', ')} would be`;
    case 'circular-handoff':
      return `the obligation went round: ${advisory.cycle.join(' → ')}`;
    case 'deep-handoff':
      return `the obligation was handed on ${advisory.depth} times`;
    default:
      return unreachable(advisory);
  }
}

/** Why an obligation needs a look. */
export function stallText(condition: StallCondition): string {
  switch (condition.code) {
    case 'silent':
      return `nothing was said for ${seconds(condition.silentMs)}`;
    case 'unacknowledged':
      return `not taken up for ${seconds(condition.openMs)}`;
    case 'circular-handoff':
      return `went round: ${condition.cycle.join(' → ')}`;
    case 'deep-handoff':
      return `handed on ${condition.depth} times`;
    default:
      return unreachable(condition);
  }
}

const seconds = (ms: number): string =>
  ms < 120_000 ? `${Math.floor(ms / 1000)} s` : `${Math.floor(ms / 60_000)} min`;
