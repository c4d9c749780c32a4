import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Asked, DispatchTalk } from '../../world/talk.js';

/** What was said about a dispatch, as lines of `msd run show`: questions, proposals, and how many messages of each type. */
export function talkLines(talk: DispatchTalk): readonly string[] {
  const counts = Object.entries(talk.messages).map(([type, count]) => `${count} ${type}`);
  return [
    ...talk.questions.flatMap((one) => askedLines('asked', one)),
    ...talk.proposals.flatMap((one) => askedLines('proposed', one)),
    ...(counts.length > 0 ? [`messages ${counts.join(', ')}`] : []),
  ];
}

function askedLines(verb: string, one: Asked): readonly string[] {
  const head = `${verb}: ${cleanText(one.text, 300)}`;
  if (one.answer !== null) {
    const said = ANSWERED[one.answer.type] ?? one.answer.type;
    return [head, `${said} by ${cleanText(one.answer.by, 120)}: ${cleanText(one.answer.text, 300) || '(no words)'}`];
  }
  if (one.obligor !== 'person' || one.state === 'expired') return [`${head} (${one.state})`];
  return [head, `waits for you: msd answer ${one.id} ${one.type === 'PROPOSE' ? '--accept' : '"…"'}`];
}

const ANSWERED: Readonly<Record<string, string>> = { RESPONSE: 'answered', DONE: 'accepted', DECLINE: 'declined' };

/** The same as data. */
export function talkJson(talk: DispatchTalk) {
  const { questions, proposals, messages } = talk;
  return { questions: questions.map(askedJson), proposals: proposals.map(askedJson), messages };
}

function askedJson({ id, correlationId, text, state, obligor, askedAt, answer }: Asked) {
  const said =
    answer === null
      ? null
      : { type: answer.type, by: answer.by, text: answer.text, at: new Date(answer.at).toISOString() };
  return { id, correlationId, text, state, obligor, askedAt: new Date(askedAt).toISOString(), answer: said };
}
