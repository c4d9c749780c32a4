import { shellWord } from '../run/shell-word.js';
import { unreachable } from '../unreachable.js';
import type { ChannelKey } from './channel-key.js';
import type { NoticeEvent, ReplyOpenFailed, SelectedBy, SendFailed } from './notice-event.js';
import type { AgentView, ChannelView, NoticeFacts, NoticeView } from './notice-view.js';

/** A notice in words for one reader, and the commands it may run. They end with the event's id, so a repetition is known. */
export interface NoticeText {
  readonly text: string;
  /** Whole commands, ready to run as they stand by this reader. */
  readonly advice: readonly string[];
}

/** Says a notice. Everything from outside comes in `facts` and `view`, where it is cleaned already. */
export function noticeText(id: string, event: NoticeEvent, facts: NoticeFacts, view: NoticeView): NoticeText {
  const advice = [...view.closable.map(closeCommand), ...otherAdvice(event, facts)];
  const sentences = [...sentencesOf(event, facts, view), ...adviceWords(view)];
  return { text: `${sentences.join(' ')} [${id}]`, advice };
}

const closeCommand = (key: ChannelKey): string => `msd channel close ${shellWord(key)}`;

/** What else the reader can run: only what would succeed for it. */
function otherAdvice(event: NoticeEvent, { reader }: NoticeFacts): readonly string[] {
  if (event.kind === 'guard-refused') return ['msd isolation show'];
  return event.kind === 'isolation-violated' && reader.actor.kind === 'person' ? ['msd guard violations --settle'] : [];
}

function sentencesOf(event: NoticeEvent, facts: NoticeFacts, view: NoticeView): readonly string[] {
  const { shown } = facts;
  switch (event.kind) {
    case 'opened':
      return openedWords(facts, view);
    case 'opened-by-policy':
      return policyWords(view);
    case 'reply-open-failed':
      return replyWords(event, facts, view);
    case 'send-failed':
      return sendFailedWords(event, facts, view);
    case 'guard-refused':
      return [`The dispatch of plan ${shown['plan']} was refused (${shown['code']}): ${shown['reason']}.`];
    case 'isolation-violated':
      return [`An executor started in the main checkout though nothing allowed it: ${shown['who']}.`];
    case 'home-closed': {
      const by = facts.other === null ? 'a person' : nameOf(facts.other, facts);
      return [`Your home ${named(facts.channels)} was closed by ${by}.`, 'A message that you send there opens it.'];
    }
    case 'superseded': {
      const by = facts.other === null ? 'another executor' : facts.other.shown;
      return [`${named(facts.channels)} is the home of ${by} now, and what arrives there goes to it.`];
    }
    default:
      return unreachable(event);
  }
}

function openedWords(facts: NoticeFacts, view: NoticeView): readonly string[] {
  if (view.channels.length === 0) return [`Opened and closed since: ${named(view.past)}.`];
  const them = plural(view.channels);
  return [
    `Opened: ${named(view.channels)}.`,
    ...(view.form === 'own'
      ? [`Your message reopened ${them}.`]
      : [
          `${capital(speakerOf(facts))}${pause(facts)} sent into ${them} while closed${view.form === 'by-name' ? ` and has no right to close ${them}` : ''}.`,
        ]),
    ...endedWords(facts, view),
    ...(view.past.length > 0 ? [`Closed since: ${named(view.past)}.`] : []),
    ...heldWords(view),
  ];
}

function policyWords(view: NoticeView): readonly string[] {
  if (view.channels.length === 0) return [`Chosen to open by policy, and closed since: ${named(view.past)}.`];
  const hubs = [...new Set(view.channels.map((channel) => channel.shownHub))];
  return [
    `Chosen to open: ${named(view.channels)}, by the policy of hub ${hubs.join(', ')}.`,
    'This is a choice on record; msd channel list shows what is connected.',
    ...heldWords(view),
  ];
}

function replyWords({ selected }: ReplyOpenFailed, facts: NoticeFacts, view: NoticeView): readonly string[] {
  const all = named(facts.channels);
  const who = view.form === 'own' ? 'Your reply' : `A reply from ${speakerOf(facts)}${pause(facts)}`;
  const state =
    selected === undefined
      ? [`${named(facts.channels)} stays closed.`]
      : view.channels.length === 0
        ? ['That is past: it was decided anew, or is connected, since.']
        : [`${named(view.channels)} stays selected, because ${BECAUSE[selected]}.`];
  return [
    `${who} went out; opening ${all} failed: ${facts.shown['reason']}.`,
    ...state,
    ...endedWords(facts, view),
    ...(view.channels.length > 0 && selected !== undefined ? heldWords(view) : []),
  ];
}

function sendFailedWords({ selected }: SendFailed, facts: NoticeFacts, view: NoticeView): readonly string[] {
  const who = view.form === 'own' ? 'Your message' : `A message from ${speakerOf(facts)}${pause(facts)}`;
  const because = selected === undefined ? '' : ` (it is selected, because ${BECAUSE[selected]})`;
  return [
    `${who} to ${named(facts.channels)} was not sent${because}: ${facts.shown['reason']}.`,
    ...endedWords(facts, view),
  ];
}

const BECAUSE: Readonly<Record<SelectedBy, string>> = {
  'hub-default': 'its hub lists it as open by default',
  policy: 'the policy of its hub admits it',
  decision: 'it was decided open',
};

function endedWords(facts: NoticeFacts, view: NoticeView): readonly string[] {
  if (view.form !== 'ended' && view.form !== 'stopped') return [];
  const who = facts.speaker?.kind === 'executor' && facts.speaker.home !== null ? 'That executor' : 'It';
  return [view.form === 'ended' ? `${who} has ended.` : `${who} was stopped.`];
}

function heldWords(view: NoticeView): readonly string[] {
  const held = view.channels.filter((channel) => channel.held);
  if (held.length === 0) return [];
  const which = held.length === view.channels.length ? capital(plural(held)) : named(held);
  const hubs = [...new Set(held.map((channel) => channel.shownHub))].join(', ');
  return [`${which} ${held.length === 1 ? 'delivers' : 'deliver'} to you: hub ${hubs} decides what arrives.`];
}

/** Advice in words, and who else knows. */
function adviceWords(view: NoticeView): readonly string[] {
  const { closable, told } = view;
  const refuse =
    closable.length === 0 ? [] : [`To refuse: ${closable.map(closeCommand).join(' && ')}. Your choice beats policy.`];
  if (told === null) return refuse;
  const who = told === 'your-orchestrator' ? 'Your orchestrator' : capital(told.name);
  return [...refuse, `${who} has been told and can close ${plural(view.channels)}.`];
}

/** The agent that sent, as its first mention. */
function speakerOf(facts: NoticeFacts): string {
  return facts.speaker === null ? 'an unknown agent' : nameOf(facts.speaker, facts);
}

/** An executor's first mention ends with a name set off by commas. */
const pause = ({ speaker }: NoticeFacts): string => (speaker?.kind === 'executor' && speaker.home !== null ? ',' : '');

/** An executor is known by its home; its made-up name appears once. */
function nameOf(agent: AgentView, { reader }: NoticeFacts): string {
  if (agent.kind !== 'executor' || agent.home === null) return agent.shown;
  if (agent.template !== null && agent.template === reader.name)
    return `your executor in ${agent.home}, named ${agent.shown}`;
  const whose = agent.templateEnded ? 'an executor of an earlier run' : 'the executor';
  return `${whose} in ${agent.home}, named ${agent.shown}`;
}

const named = (channels: readonly ChannelView[]): string => channels.map((channel) => channel.shown).join(', ');
const plural = (channels: readonly unknown[]): string => (channels.length === 1 ? 'it' : 'them');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
