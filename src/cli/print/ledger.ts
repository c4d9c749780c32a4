import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { StoredCommitment } from '../../world/store/commitments.js';
import type { Agent } from '../../world/store/agents.js';
import type { Channel } from '../../world/store/channels.js';
import type { Entry } from '../../world/store/entry-list.js';
import type { StoredMessage } from '../../world/store/messages.js';
import type { Advisory } from '../../core/channels/advisory.js';
import { advisoryText } from '../words/advisories.js';

/** The JSON and the lines of what the ledger holds (DESIGN §13). Times are ISO 8601 UTC. */

/** What is no time, as in a damaged file, is shown as it is. */
export function iso(time: number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

export function messageJson(message: StoredMessage) {
  const { id, type, channel, sender, target, correlationId, replyTo, content, via } = message;
  return { id, type, channel, sender, target, correlationId, replyTo, content, via, at: iso(message.at) };
}

export function commitmentJson(commitment: StoredCommitment) {
  return {
    id: commitment.id,
    correlationId: commitment.correlationId,
    type: commitment.kind,
    state: commitment.state,
    channel: commitment.channel,
    requester: commitment.requester,
    obligor: commitment.obligor,
    parent: commitment.parent,
    expiresAt: iso(commitment.expiresAt),
    openedAt: iso(commitment.openedAt),
    acknowledgedAt: iso(commitment.acknowledgedAt),
    resolvedAt: iso(commitment.resolvedAt),
    resolvedBy: commitment.resolvedBy,
    delegatedTo: commitment.delegatedTo,
  };
}

export function advisoryJson(advisory: Advisory) {
  const { code, ...details } = advisory;
  return { code, message: advisoryText(advisory), details };
}

export function entryJson(entry: Entry) {
  const { seq, id, kind, type, channel, sender, target, correlationId, replyTo, hash } = entry;
  const { rows: _rows, draft: _draft, ...body } = entry.body;
  return { seq, id, kind, at: iso(entry.at), type, channel, sender, target, correlationId, replyTo, ...body, hash };
}

export function channelJson(channel: Channel) {
  const { key, hub, id, label, state, allowed, denied, lenient } = channel;
  return { key, hub, id, label, state, allowed, denied, lenient, createdAt: iso(channel.createdAt) };
}

export function agentJson(agent: Agent) {
  const { name, id, kind, home, caps, denied, template, dispatch } = agent;
  return {
    name,
    id,
    kind,
    home,
    can: caps,
    denied,
    template,
    dispatch,
    addedAt: iso(agent.addedAt),
    endedAt: iso(agent.endedAt),
  };
}

export function messageLine(message: StoredMessage): string {
  const to = message.target === null ? '' : ` → ${message.target}`;
  const about = message.correlationId === null ? '' : ` (${message.correlationId})`;
  const text = message.content === null ? '' : `: ${cleanText(message.content, 300)}`;
  return `${iso(message.at)}  ${message.type} ${message.sender}${to}${about}${text}`;
}

export function commitmentLine(commitment: StoredCommitment): string {
  const who = commitment.obligor ?? 'anyone';
  return `${commitment.id}  ${commitment.kind} ${commitment.state}  ${who} owes ${commitment.requester}  on ${commitment.channel}, ${commitment.correlationId}, until ${iso(commitment.expiresAt)}`;
}

export function entryLine(entry: Entry): string {
  const what = [
    entry.type ?? entry.kind,
    entry.sender,
    entry.target === null ? null : `→ ${entry.target}`,
    entry.channel,
  ];
  const content = entry.body['content'];
  const text = typeof content === 'string' ? `: ${cleanText(content, 120)}` : '';
  return `${entry.seq}  ${iso(entry.at)}  ${what.filter((part) => part !== null).join(' ')}${text}`;
}

export function channelLine(channel: Channel): string {
  const takes = channel.allowed === null ? 'takes all' : `takes ${channel.allowed.join(', ')}`;
  const denies = channel.denied === null ? '' : `, denies ${channel.denied.join(', ')}`;
  return `${channel.key}  ${channel.state}  ${takes}${denies}${channel.lenient ? ', lenient' : ''}`;
}

export function agentLine(agent: Agent): string {
  const can =
    agent.caps === null ? 'may all' : agent.caps.length === 0 ? 'may nothing' : `may ${agent.caps.join(', ')}`;
  return `${agent.name}  ${agent.kind}${agent.home === null ? '' : `  at home in ${agent.home}`}  ${can}${agent.endedAt === null ? '' : `  ended ${iso(agent.endedAt)}`}`;
}
