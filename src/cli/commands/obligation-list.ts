import { COMMITMENT_STATES, type CommitmentState } from '../../core/channels/commitment.js';
import type { UsageFailure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { commitmentJson, commitmentLine } from '../print/ledger.js';
import { readChoice, readCount, readList } from '../read-words.js';

const NAME = 'obligation list';
const DEFAULT_LIMIT = 200;

export const command: CommandModule = {
  define(command) {
    command
      .option('--state <states>', `only these, with commas between: ${COMMITMENT_STATES.join(', ')}`)
      .option('--obligor <agent>', 'only what this agent owes')
      .option('--requester <agent>', 'only what is owed to this agent')
      .option(
        '--limit <n>',
        `settled ones at most, the newest (default ${DEFAULT_LIMIT}); what is owed is always listed whole`,
      );
  },
  async run({ options }, io) {
    const states = readStates(options['state'] as string | undefined);
    if (!states.ok) return states;
    const limit = readCount(options['limit'] as string | undefined, '--limit', 0, NAME);
    if (!limit.ok) return limit;
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.obligations({
        states: states.value,
        obligor: (options['obligor'] as string | undefined) ?? null,
        requester: (options['requester'] as string | undefined) ?? null,
        settledLimit: limit.value ?? DEFAULT_LIMIT,
      });
      if (!found.ok) return fail(found.error);
      return ok({
        json: found.value.map(commitmentJson),
        human: found.value.length === 0 ? 'nothing is owed' : found.value.map(commitmentLine).join('\n'),
      });
    });
  },
};

function readStates(text: string | undefined): Result<readonly CommitmentState[] | null, UsageFailure> {
  const words = readList(text);
  if (words === null) return ok(null);
  const states: CommitmentState[] = [];
  for (const word of words) {
    const state = readChoice(word, '--state', COMMITMENT_STATES, NAME);
    if (!state.ok) return state;
    if (state.value !== null) states.push(state.value);
  }
  return ok(states);
}
