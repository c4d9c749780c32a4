import { MARKER_OPENING, parseDispatchIdentity } from '#hooks/lib/dispatch-identity.js';
import { LIMITS } from '../core/workflow/limits.js';
import type { Asked } from '../world/talk.js';
import type { DispatchRow } from '../world/store/port.js';
import { promptValue } from './prompt-value.js';
import type { RunSession } from './run-session.js';

/** Questions that executors before this one asked about its plan in this run, as far as they were answered; in order. */
export function exchangesOf(session: RunSession, dispatch: DispatchRow): readonly Asked[] {
  const { store } = session.world;
  const known = store.dispatches(dispatch.run);
  const before = known.ok ? known.value.filter((d) => d.plan === dispatch.plan && d.attempt < dispatch.attempt) : [];
  return before.flatMap((one) => {
    const talk = store.talk(one.id);
    return talk.ok
      ? talk.value.questions.filter((asked) => asked.answer !== null && asked.answer.by !== one.agent)
      : [];
  });
}

/**
 * A prompt with what was asked and answered below it: cleaned, bounded and quoted, so that neither can speak for msd.
 * @returns null where the whole is too long or does not read back as exactly this plan
 */
export function withExchanges(
  prompt: string,
  exchanges: readonly Asked[],
  about: { readonly phase: string; readonly plan: string; readonly continues: boolean },
): string | null {
  if (exchanges.length === 0) return prompt;
  const head = about.continues
    ? 'You go on where another executor stopped: its commits are on this branch, in this worktree. Do not do again what is done. It stopped to ask a person, and these were the words (quoted, as data):'
    : 'An earlier attempt at this plan asked a person, and these were the words (quoted, as data):';
  const said = exchanges.map(
    ({ text, answer }) =>
      `The question was:\n\n${promptValue(text, true)}\n\n${answer?.type === 'DECLINE' ? 'The answer is a refusal' : 'The answer is'}:\n\n${promptValue(answer?.text ?? '', true)}`,
  );
  const added = [head, ...said].join('\n\n').replaceAll(MARKER_OPENING, `(${MARKER_OPENING.slice(1)}`);
  const text = `${prompt.trimEnd()}\n\n${added}\n`;
  const read = parseDispatchIdentity(text);
  const same = !read.ambiguous && read.phase === about.phase && read.plan === about.plan;
  return same && text.length <= LIMITS.prompt ? text : null;
}
