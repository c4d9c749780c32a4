import type { Advisory, AdvisoryCode } from '../../core/channels/advisory.js';
import type { StallCondition } from '../../core/channels/stalled.js';
import { advisoryText, stallText } from '../words/advisories.js';
import type { AreaOf, Explained } from './explanation.js';
import { sampleFacts } from './sample.js';

const advice = (code: AdvisoryCode, means: string): Explained => ({
  says: advisoryText(sampleFacts<Advisory>({ code })),
  means: `${means} The message went through.`,
  next: null,
  exitCode: null,
});

export const advisories = (): AreaOf<AdvisoryCode> => ({
  'type-denied': advice('type-denied', 'Only what opens an obligation is refused on a channel that denies it.'),
  'type-not-allowed': advice(
    'type-not-allowed',
    'Only what opens an obligation is refused on a channel that does not take it.',
  ),
  'wrong-channel': advice(
    'wrong-channel',
    'An answer settles wherever it is sent, but who waits may not see it there.',
  ),
  'reply-elsewhere': advice('reply-elsewhere', 'The message that is replied to stands on another channel.'),
  'reply-mismatch': advice('reply-mismatch', 'The message that is replied to belongs to another conversation.'),
  'not-obligor': advice('not-obligor', 'Only who owes an answer settles it, unless the channel is lenient.'),
  'expected-type': advice('expected-type', 'Another type says this properly, and settles it.'),
  'circular-handoff': advice('circular-handoff', 'What is handed round is done by nobody.'),
  'deep-handoff': advice('deep-handoff', 'What is handed on so often is hard to follow.'),
});

const look = (code: StallCondition['code'], means: string): Explained => ({
  says: stallText(sampleFacts<StallCondition>({ code, silentMs: 600_000, openMs: 600_000 })),
  means,
  next: 'msd obligation show ID',
  exitCode: null,
});

export const stalls = (): AreaOf<StallCondition['code']> => ({
  silent: look('silent', 'Nothing was said about it for the time asked about.'),
  unacknowledged: look('unacknowledged', 'A COMMAND whose obligor never took it up.'),
  'circular-handoff': look('circular-handoff', 'It came back to an agent that had handed it on.'),
  'deep-handoff': look('deep-handoff', 'It was handed on many times.'),
});
