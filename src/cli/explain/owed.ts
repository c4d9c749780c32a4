import type { NoticeKind } from '../../core/channels/notice-event.js';
import type { AreaOf, Explained } from './explanation.js';

const told = (means: string, next: string | null = null): Explained => ({ says: null, means, next, exitCode: null });

/** What agents, and whoever orchestrates them, are told that they did not ask for (docs/notices.md). */
export const owed = (): AreaOf<NoticeKind> => ({
  opened: told(
    'A message into a channel that was decided closed has opened it. Whoever may refuse that is told how.',
    'msd channel close KEY',
  ),
  'opened-by-policy': told('A hub announced a channel, and its policy admits it.', 'msd channel close KEY'),
  'reply-open-failed': told('A reply went out, and its channel could not be connected after it.', 'msd channel list'),
  'send-failed': told('A message was not sent: its hub did not open the channel, or did not take it.'),
  'guard-refused': told('The dispatch of a plan was refused at its gate.', 'msd isolation show'),
  'isolation-violated': told(
    'An executor started in the main checkout though nothing allowed it.',
    'look at what it did, then: msd guard violations --settle',
  ),
  'home-closed': told('Somebody else closed an executor’s home channel.'),
  superseded: told('An executor’s home channel has another executor now.'),
});
