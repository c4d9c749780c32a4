import type { StampedEvent } from '../../core/event.js';

/** An event as it is kept on disk: the one-time code that only the person at the run's output may see is left out. */
export function withoutCode(event: StampedEvent): StampedEvent {
  if (!('next' in event) || event.next === null) return event;
  return { ...event, next: event.next.replace(/ --code \S+/, ' --code …') };
}
