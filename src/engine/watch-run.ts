import { type Alert, watch } from '../core/channels/watchdog.js';
import type { Owed, RunLook } from '../world/talk.js';
import type { DispatchRow } from '../world/store/port.js';
import { judgeProposals } from './judge-proposals.js';
import { observe } from './observe.js';
import type { LiveAgent, RunSession } from './run-session.js';
import { printOwed } from './tell-primary.js';

/** How often a run looks into its ledger while plans are at work. Milliseconds. */
export const WATCH_MS = 1000;

/**
 * Looks into the ledger again and again while plans run: answers that came, offers to be judged, what expired, and what
 * stalls. Each alert is said once: as an event of the run and as an EVENT in the ledger (DESIGN §9).
 * @returns ends it
 */
export function watchRun(session: RunSession, everyMs: number): () => Promise<void> {
  const ended = new AbortController();
  const dog = new Watchdog(session);
  const loop = (async () => {
    for (;;) {
      await session.world.clock.wait(everyMs, ended.signal);
      if (ended.signal.aborted) return;
      session.questions.poll();
      // One look for all: what has expired is said to whoever looks first, and to nobody else.
      const look = session.world.store.look(session.row.id, [...session.live.keys()]);
      if (look.ok) judgeProposals(session, look.value.proposals);
      printOwed(session);
      if (look.ok) await dog.watch(look.value);
    }
  })();
  return () => {
    ended.abort();
    return loop;
  };
}

/** What was seen of an agent's worktree when it was last looked at. */
type Traces = string;

class Watchdog {
  readonly #session: RunSession;
  readonly #said = new Set<string>();
  readonly #traces = new Map<string, Traces>();
  /** When files or commits were last seen to change, by dispatch. */
  readonly #worked = new Map<string, number>();

  constructor(session: RunSession) {
    this.#session = session;
  }

  async watch(look: RunLook): Promise<void> {
    const { world, options, live } = this.#session;
    for (const one of look.expired) this.#expired(one);
    for (const one of look.owed) {
      const own = one.own;
      const agent = live.get(one.dispatch) ?? null;
      // A plan that waits for the person, or is being brought home, has no agent that could give a sign.
      if (own && agent === null) continue;
      const now = world.clock.now().getTime();
      const signs = [one.lastActivityAt];
      if (own && agent) signs.push(now - agent.attempt.quietMs(), this.#worked.get(one.dispatch) ?? 0);
      const lastSignAt = Math.max(...signs);
      const facts = { commitment: one.commitment, chain: one.chain, lastSignAt, executor: own };
      for (const alert of watch(facts, { now, stallAfterMs: options.stallAfterMs }))
        await this.#alert(alert, one, own ? agent : null, lastSignAt);
    }
  }

  async #alert(alert: Alert, one: Owed, agent: LiveAgent | null, lastSignAt: number): Promise<void> {
    const session = this.#session;
    const quiet = QUIET.has(alert.code);
    const key = `${alert.code} ${alert.commitment} ${quiet ? lastSignAt : ''}`;
    if (this.#said.has(key)) return;
    if (quiet && agent && (await this.#leftTraces(agent.dispatch))) {
      session.world.store.heartbeat(one.dispatch, 'files');
      return;
    }
    this.#said.add(key);
    const kill = quiet && agent !== null && session.options.onStall === 'kill';
    session.emit({
      type: 'notice',
      code: alert.code,
      message: `${one.plan}: ${words(alert)}${kill ? '; it is ended' : ''}`,
    });
    observe(session, { event: 'alert', plan: one.plan, dispatch: one.dispatch, ...alert, killed: kill });
    if (kill) void agent.attempt.stop('stalled');
  }

  /** Whether commits or uncommitted files of a worktree changed since it was last asked about. */
  async #leftTraces({ id, worktree, base }: DispatchRow): Promise<boolean> {
    const { git, clock } = this.#session.world;
    const [head, dirt] = await Promise.all([git.worktreeHead(worktree), git.dirt(worktree)]);
    const files = dirt.ok ? [...dirt.value.tracked, ...dirt.value.untracked] : [];
    const traces = JSON.stringify([head?.oid ?? null, files]);
    const before = this.#traces.get(id) ?? JSON.stringify([base, []]);
    this.#traces.set(id, traces);
    if (traces === before) return false;
    this.#worked.set(id, clock.now().getTime());
    return true;
  }

  #expired({ commitment, plan, dispatch }: Owed): void {
    const who = commitment.obligor ?? 'anyone';
    const message = `${plan}: the ${commitment.kind} that ${who} owed ${commitment.requester} has expired`;
    this.#session.emit({ type: 'notice', code: 'expired', message });
    observe(this.#session, { event: 'expired', plan, dispatch, commitment: commitment.id });
  }
}

/** Conditions that a sign of work ends. */
const QUIET: ReadonlySet<string> = new Set(['stalled', 'silent-executor', 'unacknowledged']);

function words(alert: Alert): string {
  const time = `${Math.round(alert.forMs / 1000)} s`;
  const who = alert.obligor ?? 'anyone';
  switch (alert.code) {
    case 'silent-executor':
      return `its agent has given no sign of work since it was started, ${time} ago`;
    case 'stalled':
      return `no sign of work from ${who} for ${time}; ${alert.requester} waits for it`;
    case 'unacknowledged':
      return `${who} has not taken up what ${alert.requester} asked ${time} ago`;
    case 'circular-handoff':
      return `what ${alert.requester} asked goes round in a circle: ${alert.agents.join(' → ')}`;
    case 'deep-handoff':
      return `what ${alert.requester} asked was handed on ${alert.agents.length - 1} times: ${alert.agents.join(' → ')}`;
  }
}
