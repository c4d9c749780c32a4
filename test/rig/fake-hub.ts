import { fail, ok, type Result } from '../../src/core/result.js';
import type { Hub, HubMessage, HubProblem } from '../../src/world/hubs/hub.js';

/** A second hub: it fails, lags, loses calls and restarts as a test tells it, and counts what it is asked. */
export class FakeHub implements Hub {
  readonly name: string;
  readonly delivered = new Map<string, HubMessage>();
  readonly open_ = new Set<string>();
  /** Calls, in order: `open a`, `deliver m-1`. */
  readonly calls: string[] = [];
  /** The next opening is refused with these words. */
  refuse: string | null = null;
  /** The next delivery is lost: `before` or `after` the hub has taken it. */
  lose: 'before' | 'after' | null = null;
  /** It cannot say what became of a message. */
  forgetful = false;
  /** Awaited by each opening: a hub that lags. */
  lag: Promise<void> | null = null;
  #epoch = 0;
  #up = true;

  constructor(name: string) {
    this.name = name;
  }

  /** It dies, and with it every link; the next connection is another one. */
  restart(): void {
    this.open_.clear();
    this.#up = true;
  }

  down(): void {
    this.open_.clear();
    this.#up = false;
  }

  async connect(): Promise<Result<string, HubProblem>> {
    this.calls.push('connect');
    return this.#up ? ok(`${this.name}-${++this.#epoch}`) : fail({ kind: 'refused', cause: 'the hub is down' });
  }

  async open(channel: string): Promise<Result<null, HubProblem>> {
    this.calls.push(`open ${channel}`);
    if (this.lag !== null) await this.lag;
    if (this.refuse !== null) {
      const cause = this.refuse;
      this.refuse = null;
      return fail({ kind: 'refused', cause });
    }
    if (!this.#up) return fail({ kind: 'refused', cause: 'the hub is down' });
    this.open_.add(channel);
    return ok(null);
  }

  async deliver(message: HubMessage): Promise<Result<null, HubProblem>> {
    this.calls.push(`deliver ${message.id}`);
    const { lose } = this;
    this.lose = null;
    if (lose !== 'before') this.delivered.set(message.id, message);
    return lose === null ? ok(null) : fail({ kind: 'lost', cause: 'the hub went away' });
  }

  async landed(id: string): Promise<boolean | null> {
    return this.forgetful ? null : this.delivered.has(id);
  }
}
