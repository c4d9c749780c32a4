import { ok } from '../../core/result.js';
import { agentJson, agentLine } from '../print/ledger.js';
import type { VerbAnswer, VerbContext } from './verb.js';

/** The agent that the connection speaks for. */
export function whoAmIVerb(context: VerbContext): VerbAnswer {
  const by = context.reader();
  if (!by.ok) return by;
  const { agent } = by.value;
  return ok({ json: agentJson(agent), human: agentLine(agent) });
}
