/** What can be wrong with recording or reading an isolation decision. */
export type IsolationFailure = IsolationValueUnknown | ProducerUnknown | SentinelUnwritable;

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
/** Exit 7. */
export interface SentinelUnwritable {
  readonly reason: 'sentinel-unwritable';
  readonly path: string;
  readonly cause: string;
}
