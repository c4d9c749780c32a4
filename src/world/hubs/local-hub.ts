import { LOCAL_HUB } from '../../core/channels/channel-key.js';
import { fail, ok } from '../../core/result.js';
import type { Ledger } from '../store/ledger.js';
import type { Hub } from './hub.js';

/** The ledger as a hub: always connected, and a message is delivered once it is written. */
export function localHub(ledger: Pick<Ledger, 'channel' | 'message' | 'send'>): Hub {
  return {
    name: LOCAL_HUB,
    connect: async () => ok(LOCAL_HUB),
    async open(channel) {
      const found = ledger.channel(channel, LOCAL_HUB);
      return found.ok ? ok(null) : fail({ kind: 'refused', cause: found.error.reason });
    },
    async deliver({ id, channel, sender, content }) {
      const sent = ledger.send({
        id,
        type: 'STATUS',
        channel,
        sender,
        target: null,
        correlationId: null,
        replyTo: null,
        content,
        windowMs: null,
        budgetUntil: null,
        via: 'agent',
      });
      return sent.ok ? ok(null) : fail({ kind: 'refused', cause: sent.error.reason });
    },
    landed: async (id) => ledger.message(id).ok,
  };
}
