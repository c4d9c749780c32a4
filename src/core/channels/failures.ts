import type { Denial } from './authorize.js';
import type { CommitmentState } from './commitment.js';
import type { Field, MessageType } from './message-type.js';

/** What can be wrong with the ledger, its channels, messages and commitments. */
export type LedgerFailure = StoreFailure | SendFailure | NameFailure;

/** What can be wrong with the file. Exit 7; it is left as it is, and never half an entry is written. */
export type StoreFailure = StoreUnreadable | StoreUnwritable | StoreCorrupt | StoreFull | StoreNewer | StoreBusy;

/** Why a message was not sent. Nothing was opened and nothing was delivered. */
export type SendFailure = MessageMalformed | MessageIdTaken | SendRefused;

/** A refusal by a rule: recorded in the ledger, exit 1. */
export type SendRefused = TypeRefused | CorrelationActive | SenderNotTrusted;

/** A name that names nothing, or cannot be given. */
export type NameFailure =
  | AgentNotFound
  | AgentEnded
  | AgentExists
  | AgentNameInvalid
  | AgentBuiltIn
  | EntryNotFound
  | NoticeNotFound
  | ChannelNotFound
  | ChannelAmbiguous
  | ChannelExists
  | ChannelMuted
  | ChannelInvalid
  | ChannelTypesContradict
  | CorrelationNotFound
  | MessageNotFound
  | CommitmentNotFound
  | DispatchNotFound
  | DispatchNotOpen
  | NotThePersons
  | AlreadyAnswered
  | CodeNeeded
  | CodeRefused
  | TokenInvalid
  | TokenMissing
  | NotPermitted
  | TokenPresent;

/** The database cannot be opened or read. */
export interface StoreUnreadable {
  readonly reason: 'store-unreadable';
  readonly path: string;
  readonly cause: string;
}
/** A read-only file or folder. */
export interface StoreUnwritable {
  readonly reason: 'store-unwritable';
  readonly path: string;
  readonly cause: string;
}
/** The file is not a database, or its pages contradict each other. */
export interface StoreCorrupt {
  readonly reason: 'store-corrupt';
  readonly path: string;
  readonly cause: string;
}
/** No space left on the disk. */
export interface StoreFull {
  readonly reason: 'store-full';
  readonly path: string;
}
/** Written by a newer msd. */
export interface StoreNewer {
  readonly reason: 'store-newer';
  readonly path: string;
  readonly found: number;
  readonly known: number;
}
/** Bounded retries on the write lock were used up. */
export interface StoreBusy {
  readonly reason: 'store-busy';
  readonly path: string;
  readonly waitedMs: number;
}

/** A field that the type needs is missing, one that it may not carry is there, or its text cannot be taken. Exit 2. */
export interface MessageMalformed {
  readonly reason: 'message-malformed';
  readonly type: MessageType;
  readonly field: Field | 'id';
  readonly problem: 'missing' | 'forbidden' | 'too-long' | 'not-an-id';
}
/** Another message, or another entry of the ledger, has this id. Exit 1. */
export interface MessageIdTaken {
  readonly reason: 'message-id-taken';
  readonly id: string;
  /** A message's type, or the kind of an entry that is none. */
  readonly type: string;
  readonly sender: string | null;
  readonly channel: string | null;
}
/** The channel does not take this opening type. */
export interface TypeRefused {
  readonly reason: 'type-refused';
  readonly type: MessageType;
  readonly channel: string;
  readonly rule: 'denied' | 'not-allowed';
  readonly types: readonly MessageType[];
}
/** A commitment with this correlation id is still owed. */
export interface CorrelationActive {
  readonly reason: 'correlation-active';
  readonly type: MessageType;
  readonly channel: string;
  readonly correlationId: string;
  readonly commitment: string;
  readonly state: CommitmentState;
  readonly obligor: string | null;
}
/** The sender may not ask this of the target. */
export interface SenderNotTrusted {
  readonly reason: 'sender-not-trusted';
  readonly type: MessageType;
  readonly channel: string;
  readonly sender: string;
  readonly target: string | null;
}

/** Exit 3, as every name that names nothing. */
export interface AgentNotFound {
  readonly reason: 'agent-not-found';
  readonly agent: string;
  readonly known: readonly string[];
}
/** The agent has ended: it sends nothing more and is owed nothing new. Exit 1. */
export interface AgentEnded {
  readonly reason: 'agent-ended';
  readonly agent: string;
  readonly endedAt: string;
}
/** The name, in this or another spelling, is taken or was; names are not used twice. Exit 1. */
export interface AgentExists {
  readonly reason: 'agent-exists';
  readonly agent: string;
  readonly endedAt: string | null;
}
/** The person and the orchestrator are always there. Exit 1. */
export interface AgentBuiltIn {
  readonly reason: 'agent-built-in';
  readonly agent: string;
}
/** Exit 2. */
export interface AgentNameInvalid {
  readonly reason: 'agent-name-invalid';
  readonly found: string;
}
export interface ChannelNotFound {
  readonly reason: 'channel-not-found';
  readonly channel: string;
  readonly known: readonly string[];
}
/** A bare id that channels of several hubs have. Exit 3. */
export interface ChannelAmbiguous {
  readonly reason: 'channel-ambiguous';
  readonly channel: string;
  readonly candidates: readonly string[];
}
/** Exit 1. */
export interface ChannelExists {
  readonly reason: 'channel-exists';
  readonly channel: string;
}
/** A muted channel is not opened; unmuting does that. Exit 1. */
export interface ChannelMuted {
  readonly reason: 'channel-muted';
  readonly channel: string;
}
/** Not a hub or id. Exit 2. */
export interface ChannelInvalid {
  readonly reason: 'channel-invalid';
  readonly found: string;
}
/** Types both allowed and denied. Exit 2. */
export interface ChannelTypesContradict {
  readonly reason: 'channel-types-contradict';
  readonly channel: string;
  readonly types: readonly MessageType[];
}
/** An answer to a correlation id that nothing was ever opened under. */
export interface CorrelationNotFound {
  readonly reason: 'correlation-not-found';
  readonly correlationId: string;
}
export interface MessageNotFound {
  readonly reason: 'message-not-found';
  readonly message: string;
}
export interface EntryNotFound {
  readonly reason: 'entry-not-found';
  readonly entry: string;
}
/** No such notice is addressed to the reader. Exit 3; nothing was acknowledged. */
export interface NoticeNotFound {
  readonly reason: 'notice-not-found';
  readonly notice: string;
  readonly reader: string;
}
export interface CommitmentNotFound {
  readonly reason: 'commitment-not-found';
  readonly query: string;
}
export interface DispatchNotFound {
  readonly reason: 'dispatch-not-found';
  readonly dispatch: string;
}
/** Nobody owes anything under the dispatch any more, so it cannot be handed on. Exit 1. */
export interface DispatchNotOpen {
  readonly reason: 'dispatch-not-open';
  readonly dispatch: string;
  readonly state: CommitmentState;
}
/** `msd answer` speaks for the person, and the commitment is another's. Exit 1. */
export interface NotThePersons {
  readonly reason: 'not-the-persons';
  readonly commitment: string;
  readonly obligor: string | null;
}
/** Exit 1. */
export interface AlreadyAnswered {
  readonly reason: 'already-answered';
  readonly commitment: string;
  readonly state: CommitmentState;
}
/** Without a terminal only the one-time code shows that a person answers. Exit 5. */
export interface CodeNeeded {
  readonly reason: 'code-needed';
  readonly commitment: string;
}
/** The code is not one that a run printed for this commitment. Exit 1. */
export interface CodeRefused {
  readonly reason: 'code-refused';
  readonly commitment: string;
}
/** `MSD_AGENT_TOKEN` is no token, or its agent has ended. Exit 1. */
export interface TokenInvalid {
  readonly reason: 'token-invalid';
}
/** Sending and deciding over MCP need a token. Exit 1. */
export interface TokenMissing {
  readonly reason: 'token-missing';
}
/** The agent lacks the capability, or the channel is not its own. Exit 1. */
export interface NotPermitted {
  readonly reason: 'not-permitted';
  readonly agent: string;
  readonly verb: string;
  readonly channels: readonly string[];
  readonly why: Denial;
}
/** A command of a person's, where an agent's token is in the environment. Exit 1. */
export interface TokenPresent {
  readonly reason: 'token-present';
  readonly command: string;
}
