import * as z from 'zod/mini';
import { checkMessagesInput, checkMessagesVerb } from '../verbs/check-messages.js';
import {
  decideChannelInput,
  decideChannelVerb,
  listChannelsVerb,
  watchChannelInput,
  watchChannelVerb,
} from '../verbs/channels.js';
import { listEntriesInput, listEntriesVerb } from '../verbs/entries.js';
import type { InputSchema } from '../verbs/input.js';
import { ackNoticesInput, ackNoticesVerb, listNoticesInput, listNoticesVerb } from '../verbs/notices.js';
import {
  listMyCommitmentsInput,
  listMyCommitmentsVerb,
  listObligationsInput,
  listObligationsVerb,
  obligationChainVerb,
  showObligationInput,
  showObligationVerb,
  stalledObligationsInput,
  stalledObligationsVerb,
} from '../verbs/obligations.js';
import { sendMessageInput, sendMessageVerb } from '../verbs/send-message.js';
import type { VerbAnswer, VerbContext } from '../verbs/verb.js';
import { waitForReplyInput, waitForReplyVerb } from '../verbs/wait-for-reply.js';
import { whoAmIVerb } from '../verbs/who-am-i.js';

/**
 * The tools of `msd mcp`: the same verbs as the commands. Names, descriptions and schemas are pinned by a test, because a
 * change empties every client's cache of them: it is a decision.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: InputSchema;
  readonly readOnly: boolean;
  run(context: VerbContext, input: unknown): VerbAnswer;
}

function tool<S extends InputSchema>(
  name: string,
  description: string,
  input: S,
  readOnly: boolean,
  run: (context: VerbContext, input: z.infer<S>) => VerbAnswer,
): Tool {
  return { name, description, input, readOnly, run: (context, given) => run(context, given as z.infer<S>) };
}

const nothing = z.strictObject({});
const PAGE = 100;

export const TOOLS: readonly Tool[] = [
  tool(
    'who_am_i',
    'Who you are to msd: your name, your home channel and the dispatch you work on.',
    nothing,
    true,
    whoAmIVerb,
  ),
  tool(
    'send_message',
    'Send a typed message. Report progress on your task with STATUS, finish it with DONE, FAILURE or DECLINE (say why in content), under its correlation id. QUERY asks, PROPOSE offers, COMMAND orders: each opens an obligation of the agent it is sent to.',
    sendMessageInput,
    false,
    sendMessageVerb,
  ),
  tool(
    'check_messages',
    'Messages of a channel, or of all channels that you hear, that are for you or for everyone, one page after the other: pass the cursor of the last page as after.',
    checkMessagesInput,
    true,
    checkMessagesVerb,
  ),
  tool(
    'wait_for_reply',
    'Wait until an obligation is settled, on whatever channel the answer comes. The outcome is answered, declined, failed, expired, cancelled or timed-out.',
    waitForReplyInput,
    true,
    waitForReplyVerb,
  ),
  tool(
    'list_my_commitments',
    'What you owe to others and others owe to you.',
    listMyCommitmentsInput,
    true,
    listMyCommitmentsVerb,
  ),
  tool(
    'list_pending_commitments',
    'Who owes what to whom, of everyone.',
    listObligationsInput,
    true,
    listObligationsVerb,
  ),
  tool(
    'get_commitment',
    'One obligation by its id or correlation id, with all that was said about it.',
    showObligationInput,
    true,
    showObligationVerb,
  ),
  tool(
    'get_obligation_chain',
    'How an obligation was handed on: from whom to whom, how often, and whether it went round.',
    showObligationInput,
    true,
    obligationChainVerb,
  ),
  tool(
    'list_stalled_obligations',
    'Obligations that make no progress, and why each is listed.',
    stalledObligationsInput,
    true,
    stalledObligationsVerb,
  ),
  tool(
    'list_ledger_entries',
    `Entries of the ledger, the last ${PAGE} or those after a place; with count only how many.`,
    listEntriesInput,
    true,
    (context, input) => listEntriesVerb(context, input, PAGE),
  ),
  tool('list_channels', 'The channels, what each takes, and whether it is open.', nothing, true, listChannelsVerb),
  tool(
    'decide_channel',
    'Open, close, mute or unmute a channel, where you may: an executor only closes or mutes its home channel.',
    decideChannelInput,
    false,
    decideChannelVerb,
  ),
  tool(
    'watch_channel',
    'Hear a channel from now on, or with stop no more: check_messages without a channel then reads it.',
    watchChannelInput,
    false,
    watchChannelVerb,
  ),
  tool(
    'list_notices',
    'What happened to you that you did not ask for, such as a channel that your message opened, and the commands by which you can act on it.',
    listNoticesInput,
    false,
    listNoticesVerb,
  ),
  tool(
    'ack_notices',
    'Say that you read notices, by the ids they end with: they are not shown again, and not passed on to your orchestrator.',
    ackNoticesInput,
    false,
    ackNoticesVerb,
  ),
];
