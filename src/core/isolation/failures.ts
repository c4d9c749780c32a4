/** What can be wrong with recording or reading an isolation decision. */
export type IsolationFailure =
  | IsolationValueUnknown
  | ProducerUnknown
  | ReasonUnknown
  | SentinelFailure
  | IsolationViolated;

export type SentinelFailure = SentinelUnreadable | SentinelUnwritable;

/** Exit 2. */
export interface IsolationValueUnknown {
  readonly reason: 'isolation-unknown';
  readonly found: string;
  readonly accepted: readonly string[];
}
/** Exit 2. */
export interface ProducerUnknown {
  readonly reason: 'producer-unknown';
  readonly found: string;
  readonly accepted: readonly string[];
}
/** A reason that is none of the vocabulary's. Exit 2. */
export interface ReasonUnknown {
  readonly reason: 'isolation-reason-unknown';
  readonly found: string;
  readonly accepted: readonly string[];
}
/** The record is there and is not what it should be; it was left as it is. Exit 7. */
export interface SentinelUnreadable {
  readonly reason: 'sentinel-unreadable';
  readonly path: string;
  /** `empty`, `malformed`, `wrong-type`, `newer-version`, `too-large`, `not-a-file` or `unreadable`. */
  readonly problem: string;
}
/** Exit 7. */
export interface SentinelUnwritable {
  readonly reason: 'sentinel-unwritable';
  readonly path: string;
  readonly cause: string;
}
/** Executors started in the main checkout though nothing allowed it; a person has to look. Exit 5. */
export interface IsolationViolated {
  readonly reason: 'isolation-violated';
  /** Oldest first. */
  readonly violations: readonly { readonly agent: string; readonly type: string; readonly at: string }[];
}
