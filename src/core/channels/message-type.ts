/**
 * The ten message types, as one table from which every predicate is derived (ADR 0012). What a message does is read off
 * its type and never off its content.
 */

/** Speech-act category: what kind of saying the message is. */
export type Category = 'directive' | 'assertive' | 'commissive' | 'declaration';

/** What a message may do to a commitment. The pair of category and effect is what justifies a type's existence. */
export type Effect =
  | 'asks-for-information'
  | 'asks-for-action'
  | 'offers'
  | 'informs'
  | 'reports-progress'
  | 'completes'
  | 'gives-up'
  | 'refuses'
  | 'transfers'
  | 'none';

/** What an answer does to a commitment of one kind. */
export type Move = 'acknowledge' | 'fulfil' | 'decline' | 'fail' | 'delegate' | 'none';

/** An answer's move for one kind of commitment, and whether another type would have been the fitting one. */
export interface Answer {
  readonly move: Move;
  /** The types that would have said it properly; empty where this one does. */
  readonly expected: readonly MessageType[];
}

/** The fields of a message that a type may require or forbid. */
export type Field = 'target' | 'correlation' | 'content' | 'deadline';

interface TypeRule {
  readonly category: Category;
  readonly effect: Effect;
  /** Opens a commitment: requester = sender, obligor = target. */
  readonly opens: boolean;
  /** What it does to a commitment of each kind; null for a type that answers none. */
  readonly answers: Readonly<Record<CommitmentKind, Answer>> | null;
  readonly requires: readonly Field[];
  readonly forbids: readonly Field[];
  /** The sender says no more about the commitment after it. */
  readonly terminal: boolean;
  /** Shown to readers of the channel as a message. */
  readonly shown: boolean;
}

/** The kinds of commitment: each is named by the type that opens it. */
export const COMMITMENT_KINDS = ['QUERY', 'COMMAND', 'PROPOSE'] as const;
export type CommitmentKind = (typeof COMMITMENT_KINDS)[number];

export type MessageType = CommitmentKind | 'STATUS' | 'RESPONSE' | 'DONE' | 'FAILURE' | 'DECLINE' | 'HANDOFF' | 'EVENT';

const same = (move: Move): Readonly<Record<CommitmentKind, Answer>> => ({
  QUERY: { move, expected: [] },
  COMMAND: { move, expected: [] },
  PROPOSE: { move, expected: [] },
});

export const MESSAGE_TYPES = {
  QUERY: {
    category: 'directive',
    effect: 'asks-for-information',
    opens: true,
    answers: null,
    requires: [],
    forbids: [],
    terminal: false,
    shown: true,
  },
  COMMAND: {
    category: 'directive',
    effect: 'asks-for-action',
    opens: true,
    answers: null,
    requires: [],
    forbids: [],
    terminal: false,
    shown: true,
  },
  PROPOSE: {
    category: 'commissive',
    effect: 'offers',
    opens: true,
    answers: null,
    requires: ['content'],
    forbids: [],
    terminal: false,
    shown: true,
  },
  STATUS: {
    category: 'assertive',
    effect: 'reports-progress',
    opens: false,
    answers: same('acknowledge'),
    requires: [],
    forbids: ['deadline'],
    terminal: false,
    shown: true,
  },
  RESPONSE: {
    category: 'assertive',
    effect: 'informs',
    opens: false,
    answers: {
      QUERY: { move: 'fulfil', expected: [] },
      COMMAND: { move: 'none', expected: ['DONE', 'FAILURE', 'DECLINE'] },
      // Talk about an offer, or a counter-offer announced: neither accepts it.
      PROPOSE: { move: 'none', expected: [] },
    },
    requires: ['correlation'],
    forbids: ['deadline'],
    terminal: false,
    shown: true,
  },
  DONE: {
    category: 'declaration',
    effect: 'completes',
    opens: false,
    answers: {
      QUERY: { move: 'fulfil', expected: ['RESPONSE', 'DECLINE'] },
      COMMAND: { move: 'fulfil', expected: [] },
      PROPOSE: { move: 'fulfil', expected: [] },
    },
    requires: ['correlation'],
    forbids: ['deadline'],
    terminal: true,
    shown: true,
  },
  FAILURE: {
    category: 'declaration',
    effect: 'gives-up',
    opens: false,
    answers: same('fail'),
    requires: ['correlation', 'content'],
    forbids: ['deadline'],
    terminal: true,
    shown: true,
  },
  DECLINE: {
    category: 'assertive',
    effect: 'refuses',
    opens: false,
    answers: same('decline'),
    requires: ['correlation', 'content'],
    forbids: ['deadline'],
    terminal: false,
    shown: true,
  },
  HANDOFF: {
    category: 'declaration',
    effect: 'transfers',
    opens: false,
    answers: same('delegate'),
    requires: ['correlation', 'target'],
    forbids: ['deadline'],
    terminal: true,
    shown: true,
  },
  EVENT: {
    category: 'assertive',
    effect: 'none',
    opens: false,
    answers: null,
    requires: [],
    forbids: ['deadline'],
    terminal: false,
    shown: false,
  },
} as const satisfies Readonly<Record<MessageType, TypeRule>>;

/** Every type, in the order of the table. */
export const TYPE_NAMES = Object.keys(MESSAGE_TYPES) as readonly MessageType[];

const rule = (type: MessageType): TypeRule => MESSAGE_TYPES[type];

/** The type a word names, in any case; null where it names none. */
export function parseMessageType(word: string): MessageType | null {
  const name = word.toUpperCase();
  return Object.hasOwn(MESSAGE_TYPES, name) ? (name as MessageType) : null;
}

/** Whether a message of this type opens a commitment, and of which kind: `null` for none. The policy's one source. */
export function opensCommitment(type: MessageType): CommitmentKind | null {
  return rule(type).opens ? (type as CommitmentKind) : null;
}

/** What a message of this type does to a commitment of a kind; null for a type that answers none. */
export function answerOf(type: MessageType, kind: CommitmentKind): Answer | null {
  return rule(type).answers?.[kind] ?? null;
}

/** Whether the type speaks to a commitment at all. */
export const answersCommitments = (type: MessageType): boolean => rule(type).answers !== null;

export const categoryOf = (type: MessageType): Category => rule(type).category;
export const effectOf = (type: MessageType): Effect => rule(type).effect;
export const requiredFields = (type: MessageType): readonly Field[] => rule(type).requires;
export const forbiddenFields = (type: MessageType): readonly Field[] => rule(type).forbids;

/** Whether the sender says no more about the commitment after it. */
export const isTerminal = (type: MessageType): boolean => rule(type).terminal;

/** Whether readers of a channel see it as a message; what is not shown is telemetry. */
export const isShown = (type: MessageType): boolean => rule(type).shown;
