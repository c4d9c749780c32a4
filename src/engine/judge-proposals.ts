import { unreachable } from '../core/unreachable.js';
import type { RunLook } from '../world/talk.js';
import type { RunSession } from './run-session.js';

/**
 * Answers what executors offered to the orchestrator, by the policy `msd.proposals`: accepted, declined, or handed to the
 * person while the agent goes on (DESIGN §9).
 */
export function judgeProposals(session: RunSession, proposals: RunLook['proposals']): void {
  const { store } = session.world;
  for (const proposal of proposals) {
    const { plan, correlationId: id, text } = proposal;
    const policy = session.config.proposals;
    switch (policy) {
      case 'accept':
      case 'decline': {
        const accepted = policy === 'accept';
        const words = accepted ? 'accepted' : 'declined';
        const reason = `${words}: msd.proposals is "${policy}"`;
        const said = store.reply(id, { type: accepted ? 'DONE' : 'DECLINE', by: 'orchestrator', text: reason });
        if (said.ok)
          session.emit({
            type: 'notice',
            code: `proposal-${words}`,
            message: `${plan} proposed, and it was ${words}: ${text}`,
          });
        break;
      }
      case 'ask': {
        const handed = store.handToPerson(id);
        const talk = handed.ok ? store.talk(proposal.dispatch) : handed;
        const open = talk.ok ? talk.value.proposals.find((each) => each.correlationId === id) : undefined;
        if (open) session.questions.announce(plan, open);
        break;
      }
      default:
        unreachable(policy);
    }
  }
}
