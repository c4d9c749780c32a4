import { type MessageType, opensCommitment } from './message-type.js';

/** Which types a channel takes. Null: every type. */
export interface ChannelTypes {
  readonly allowed: readonly MessageType[] | null;
  readonly denied: readonly MessageType[] | null;
}

/** Why a type does not belong on a channel. A denial is looked at first. */
export type TypeViolation =
  | { readonly rule: 'denied'; readonly types: readonly MessageType[] }
  | { readonly rule: 'not-allowed'; readonly types: readonly MessageType[] };

/** The rule of the channel that the type breaks, or null. */
export function typeViolation(type: MessageType, channel: ChannelTypes): TypeViolation | null {
  if (channel.denied?.includes(type)) return { rule: 'denied', types: channel.denied };
  if (channel.allowed !== null && !channel.allowed.includes(type))
    return { rule: 'not-allowed', types: channel.allowed };
  return null;
}

/**
 * The hybrid policy (ADR 0011): a type that opens a commitment is refused before anything is opened, so that a sender who
 * corrects itself leaves no orphan behind; every other type goes through and is advised.
 */
export function isHard(type: MessageType): boolean {
  return opensCommitment(type) !== null;
}

/** Types that are both allowed and denied: such a channel is not made. */
export function contradiction(channel: ChannelTypes): readonly MessageType[] {
  return channel.allowed?.filter((type) => channel.denied?.includes(type)) ?? [];
}

/** Who wants to open a commitment, with whom. */
export interface TrustRequest {
  readonly type: MessageType;
  readonly sender: string;
  /** Null for a broadcast. */
  readonly target: string | null;
  readonly channel: string;
}

/** Whether a sender may ask this of a target. Asked for opening types only. */
export interface TrustPolicy {
  permits(request: TrustRequest): boolean;
}

/** One row of the default policy: the first row that matches decides. Absent fields match everything. */
export interface TrustRow {
  readonly sender?: string;
  readonly target?: string;
  readonly type?: MessageType;
  readonly channel?: string;
  readonly permit: boolean;
}

/** The default policy: rows in order, and permission where none matches. */
export function tableTrust(rows: readonly TrustRow[]): TrustPolicy {
  const matches = (row: TrustRow, request: TrustRequest): boolean =>
    (row.sender === undefined || row.sender === request.sender) &&
    (row.target === undefined || row.target === request.target) &&
    (row.type === undefined || row.type === request.type) &&
    (row.channel === undefined || row.channel === request.channel);
  return { permits: (request) => rows.find((row) => matches(row, request))?.permit ?? true };
}
