import type { TestContext } from 'node:test';
import { decideChannelVerb } from '../../src/cli/verbs/channels.js';
import type { VerbContext } from '../../src/cli/verbs/verb.js';
import type { ChannelDecision, Mute } from '../../src/core/channels/channel-decision.js';
import { type ChannelKey, channelKey } from '../../src/core/channels/channel-key.js';
import { fail } from '../../src/core/result.js';
import type { Agent, NewAgent } from '../../src/world/store/agents.js';
import { speakOnHub, replyOnHub } from '../../src/engine/send-on-hub.js';
import type { EndedAgent } from '../../src/world/store/ledger.js';
import type { Sent } from '../../src/world/store/send.js';
import type { ShownNotice } from '../../src/world/store/show-notices.js';
import type { FakeHub } from './fake-hub.js';
import { TemporaryLedger } from './ledger.js';
import { must } from './must.js';

/** The command that closes a channel, as advice names it. */
export const closes = (id: string, hub = 'local'): string => `msd channel close ${hub}/${id}`;

/**
 * A ledger with channels `h` and `a` on `local`, both closed, and whoever a test adds: P a primary, F an executor at home
 * in `h`, R a run.
 */
export class NoticeRig extends TemporaryLedger {
  constructor(t: TestContext) {
    super(t);
    for (const id of ['h', 'a']) {
      this.make(id);
      this.decide(id, 'close');
    }
  }

  make(id: string, options: { hub?: string; label?: string | null } = {}): ChannelKey {
    const channel = { hub: options.hub ?? 'local', id, label: options.label ?? null };
    const types = { allowed: null, denied: null, lenient: false };
    return must(this.ledger.createChannel({ ...channel, ...types }, { source: 'person', agent: null })).key;
  }

  label(id: string, label: string | null, hub = 'local'): void {
    must(this.ledger.setChannel(channelKey({ hub, id }), { label }, { source: 'person', agent: null }));
  }

  decide(
    id: string,
    decision: ChannelDecision,
    as: string | null = null,
    hub = 'local',
    mute: Mute | null = null,
  ): void {
    const by = { source: as === null ? 'person' : 'agent', agent: as } as const;
    must(this.ledger.decide(channelKey({ hub, id }), decision, mute ?? { until: null, cap: null }, by));
  }

  stateOf(id: string, hub = 'local'): string {
    return must(this.ledger.channel(channelKey({ hub, id }))).state;
  }

  add(name: string, kind: NewAgent['kind'], change: Partial<NewAgent> & { hears?: readonly string[] } = {}): Agent {
    const { hears = [], ...rest } = change;
    const agent = { name, kind, home: null, caps: null, denied: [], template: null, dispatch: null, ...rest };
    return must(
      this.ledger.addAgent({
        ...agent,
        hears: hears.map((scope) => ({ scope, kind: scope.endsWith('/') ? 'hub' : 'watch' })),
      }),
    );
  }

  primary(name = 'P', change: Partial<NewAgent> = {}): Agent {
    return this.add(name, 'primary', change);
  }

  fork(name = 'F', change: Partial<NewAgent> = {}): Agent {
    return this.add(name, 'executor', { home: channelKey({ hub: 'local', id: 'h' }), ...change });
  }

  /** A send on the ledger's own hub; by the run for an agent that may have ended. */
  say(
    agent: string,
    id: string,
    change: { id?: string; via?: 'person' | 'run'; type?: 'STATUS' | 'EVENT' } = {},
  ): Sent {
    const { type = 'STATUS', via = 'person', id: message = null } = change;
    return this.send(type, agent, { channel: channelKey({ hub: 'local', id }), id: message, via });
  }

  async speak(hub: FakeHub, agent: string, id: string, message: string): Promise<string> {
    return must(await speakOnHub(hub, this.ledger.hubs, this.#outgoing(hub, agent, id, message)));
  }

  async reply(hub: FakeHub, agent: string, id: string, message: string): Promise<string> {
    return must(await replyOnHub(hub, this.ledger.hubs, this.#outgoing(hub, agent, id, message)));
  }

  #outgoing(hub: FakeHub, agent: string, id: string, message: string) {
    return { id: message, agent, channel: channelKey({ hub: hub.name, id }), content: 'hello' };
  }

  /** What is pending for an agent, in words of now. */
  inbox(name: string): readonly ShownNotice[] {
    return must(this.ledger.notices.list(must(this.ledger.agent(name)))).notices;
  }

  /** The one notice that is pending for an agent. */
  only(name: string): ShownNotice {
    const [first, ...others] = this.inbox(name);
    if (first === undefined || others.length > 0) throw new Error(`${name} reads ${JSON.stringify(this.inbox(name))}`);
    return first;
  }

  /** Closes a channel as an agent, through the one function behind the command and the tool. @returns whether it did */
  async closeAs(name: string, channel: string): Promise<boolean> {
    const nobody = () => fail({ reason: 'token-missing' } as const);
    const context: VerbContext = {
      ledger: this.ledger,
      reader: nobody,
      writer: nobody,
      noticeReader: nobody,
      decider: () => this.ledger.agent(name),
      interrupted: new AbortController().signal,
    };
    return (await decideChannelVerb(context, { channel, decision: 'close' })).ok;
  }

  /** Every delivery as it lies in the ledger: `event slot addressee state`, in the order they were written. */
  deliveries(): readonly string[] {
    const rows = this.database()
      .prepare(
        'SELECT event.kind AS kind, slot AS slot, addressee AS addressee, state AS state FROM delivery JOIN event ON event.id = delivery.event ORDER BY delivery.seq',
      )
      .all();
    return rows.map((row) => [row['kind'], row['slot'], this.#who(String(row['addressee'])), row['state']].join(' '));
  }

  #who(addressee: string): string {
    const agents = must(this.ledger.agents(true));
    return agents.find((agent) => `agent:${agent.id}` === addressee)?.name ?? addressee;
  }

  end(name: string): EndedAgent {
    return must(this.ledger.endAgent(name));
  }

  /** Why nothing was passed on, for the last agent that ended. */
  lapsed(ended: EndedAgent): readonly string[] {
    return (ended.settled?.lapsed ?? []).map((one) => one.why);
  }
}
