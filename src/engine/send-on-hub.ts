import { type ChannelKey, parseChannelKey } from '../core/channels/channel-key.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { Hub } from '../world/hubs/hub.js';
import type { HubLog, Outgoing } from '../world/store/hub-log.js';

/** What became of a message to a hub that is not the ledger. `unknown`: the hub went away in the middle; it is not sent again. */
export type HubSend = 'sent' | 'failed' | 'unknown';

/**
 * Sends on a hub: written down, connected where it was closed, delivered, confirmed. What the hub refuses is told to the
 * agent; what it loses stays as it is until a recovery asks. The same id again sends nothing.
 */
export async function speakOnHub(hub: Hub, log: HubLog, message: Outgoing): Promise<Result<HubSend, LedgerFailure>> {
  const intended = log.intend(message);
  if (!intended.ok) return intended;
  const { before, state, up } = intended.value;
  if (before !== null) return ok(before === 'intent' ? 'unknown' : before);
  const id = idOnHub(message.channel);
  if (state === 'closed' || !up) {
    const opening = await hub.open(id);
    if (!opening.ok) return gaveUp(log, message, opening.error);
    const noted = log.opened(message, intended.value, 'speech');
    if (!noted.ok) return noted;
  }
  const { id: key, agent: sender, content } = message;
  const delivered = await hub.deliver({ id: key, channel: id, sender, content });
  if (!delivered.ok) return gaveUp(log, message, delivered.error);
  const confirmed = log.sent(message);
  return confirmed.ok ? ok('sent') : confirmed;
}

function gaveUp(
  log: HubLog,
  message: Outgoing,
  problem: { readonly kind: 'refused' | 'lost'; readonly cause: string },
): Result<HubSend, LedgerFailure> {
  if (problem.kind === 'lost') return ok('unknown');
  const noted = log.failed(message, problem.cause);
  return noted.ok ? ok('failed') : noted;
}

/**
 * A reply that the agent's own tool has sent: its channel is connected after it. The reply is out whatever becomes of that;
 * where it fails the agent hears so.
 */
export async function replyOnHub(hub: Hub, log: HubLog, message: Outgoing): Promise<Result<HubSend, LedgerFailure>> {
  const intended = log.intend(message);
  if (!intended.ok) return intended;
  const { before, state, up } = intended.value;
  if (before !== null && before !== 'intent') return ok('sent');
  // A mute keeps the link, and is undone only by being undone.
  if (state === 'muted' || (state === 'open' && up)) return done(log.sent(message));
  const opening = await hub.open(idOnHub(message.channel));
  if (!opening.ok) return done(log.replyOpenFailed(message, opening.error.cause));
  const noted = log.opened(message, intended.value, 'reply');
  return noted.ok ? done(log.sent(message)) : noted;
}

/**
 * After a restart of a hub: what was on its way is asked about, by its id. What did not arrive has failed, and is told;
 * what the hub cannot say is unknown, reported, and never sent blindly.
 */
export async function recoverHub(hub: Hub, log: HubLog): Promise<Result<readonly HubOutcome[], LedgerFailure>> {
  const epoch = await hub.connect();
  const noted = log.connected(hub.name, epoch.ok ? epoch.value : null);
  if (!noted.ok) return noted;
  const underway = log.underway(hub.name);
  if (!underway.ok) return underway;
  const outcomes: HubOutcome[] = [];
  for (const message of underway.value) {
    const landed = epoch.ok ? await hub.landed(message.id) : null;
    const noted =
      landed === null
        ? log.unknown(message.id)
        : landed
          ? log.sent(message)
          : log.failed(message, 'the hub went away before it had taken it');
    if (!noted.ok) return fail(noted.error);
    outcomes.push({ id: message.id, state: landed === null ? 'unknown' : landed ? 'sent' : 'failed' });
  }
  return ok(outcomes);
}

export interface HubOutcome {
  readonly id: string;
  readonly state: HubSend;
}

const done = (noted: Result<null, LedgerFailure>): Result<HubSend, LedgerFailure> => (noted.ok ? ok('sent') : noted);

const idOnHub = (key: ChannelKey): string => parseChannelKey(key)?.id ?? '';
