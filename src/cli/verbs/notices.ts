import * as z from 'zod/mini';
import { PERSON } from '../../core/channels/agent-name.js';
import type { Failure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { Agent } from '../../world/store/agents.js';
import type { ShownNotice } from '../../world/store/show-notices.js';
import { iso } from '../print/ledger.js';
import { texts, word } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

/** Notices shown to an agent at once; the rest are counted. */
const MOST = 50;

export const listNoticesInput = z.strictObject({});

/** What happened to the reader that it did not ask for, and what it can do about it. */
export function listNoticesVerb(context: VerbContext): VerbAnswer {
  const by = readerOf(context);
  if (!by.ok) return by;
  const { agent, session } = by.value;
  if (session !== null) {
    const offered = context.ledger.notices.offer(agent, session, MOST);
    return offered.ok ? ok(inboxOutput({ ...offered.value, hold: null })) : fail(offered.error);
  }
  const listed = context.ledger.notices.list(agent);
  return listed.ok ? ok(inboxOutput({ ...listed.value, rest: 0 })) : fail(listed.error);
}

/** Notices that a session is handed at one boundary; the rest comes at the next ones. */
const AT_A_BOUNDARY = 5;

export const offerNoticesInput = z.strictObject({ session: word("the host's session") });

/**
 * What a host's session is handed at a boundary; what it was handed at the one before is seen by now (ADR 0024). An executor is
 * handed nothing: what its client lets it run is for its client to say, and it hears of its notices with msd's tools.
 */
export function offerNoticesVerb(context: VerbContext, input: z.infer<typeof offerNoticesInput>): VerbAnswer {
  const by = readerOf(context);
  if (!by.ok) return by;
  const { agent, session } = by.value;
  if (agent.kind === 'executor') return ok(inboxOutput({ notices: [], quarantined: [], rest: 0, hold: null }));
  // The name of a host's session must not pass for a token's.
  const offered = context.ledger.notices.offer(agent, session ?? `host:${input.session}`, AT_A_BOUNDARY);
  return offered.ok ? ok(inboxOutput({ ...offered.value, hold: null })) : fail(offered.error);
}

export const ackNoticesInput = z.strictObject({
  events: texts('the notices that were read, by the ids they end with'),
});

/** Says that notices were read: they are not shown again, and not passed on. */
export function ackNoticesVerb(context: VerbContext, input: z.infer<typeof ackNoticesInput>): VerbAnswer {
  const by = readerOf(context);
  if (!by.ok) return by;
  const done = context.ledger.notices.ack(by.value.agent, input.events);
  if (!done.ok) return fail(done.error);
  const acknowledged = [...new Set(input.events)];
  const human = acknowledged.map((id) => `${id} ${done.value.includes(id) ? 'is read' : 'was settled already'}`);
  return ok({ json: { acknowledged, changed: done.value }, human: human.join('\n') });
}

/** Who reads: an agent, or at the main checkout the person, who also reads what the role `primary` is owed. */
function readerOf(context: VerbContext): Result<{ readonly agent: Agent; readonly session: string | null }, Failure> {
  const by = context.noticeReader();
  if (!by.ok) return by;
  if (by.value !== null) return ok(by.value);
  const person = context.ledger.agent(PERSON);
  return person.ok ? ok({ agent: person.value, session: null }) : person;
}

interface Listed {
  readonly notices: readonly ShownNotice[];
  readonly quarantined: readonly { readonly event: string; readonly why: string }[];
  readonly rest: number;
  readonly hold: { readonly since: number; readonly by: string | null } | null;
}

function inboxOutput({ notices, quarantined, rest, hold }: Listed) {
  const json = {
    notices: notices.map(noticeJson),
    ...(rest > 0 ? { rest } : {}),
    ...(quarantined.length > 0 ? { quarantined } : {}),
    ...(hold === null ? {} : { hold: { since: iso(hold.since), by: hold.by } }),
  };
  const lines = [
    ...notices.map((notice) => notice.text),
    ...(rest > 0 ? [`${rest} more: acknowledge these first`] : []),
    ...quarantined.map(({ event, why }) => `${event} is not shown: it is not as msd writes it (${why})`),
  ];
  const nothing = hold === null ? 'no notice' : `notices are on hold since ${iso(hold.since)}: msd resume`;
  return { json, human: lines.length === 0 ? nothing : lines.join('\n') };
}

/** A notice as other programs read it (DESIGN §13). */
export function noticeJson({ event, kind, text, advice, channels, at }: ShownNotice) {
  return { event, kind, text, advice, channels, at: iso(at) };
}
