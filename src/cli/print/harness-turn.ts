import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { StampedEvent } from '../../core/event.js';
import type { HandedOver } from '../../engine/hand-over.js';
import type { HarnessTurn } from '../../engine/harness-turn.js';
import type { CommandOutput } from '../command.js';
import { paintFor } from './paint.js';
import { eventLines } from './run-lines.js';

/** Events of a turn that whoever drives it must know of; the rest is in the run's journal. */
const TOLD: ReadonlySet<StampedEvent['type']> = new Set(['notice', 'plan-finished', 'landed', 'not-landed']);

/**
 * A turn as it is told to the session that drives the run: a model reads it, so every line is an instruction or a fact, and
 * there are few. Never the one-time code by which a person answers: it is the person's.
 */
export function turnOutput(turn: HarnessTurn, events: readonly StampedEvent[], phase: string): CommandOutput {
  const { run, calls, atWork, again, waiting, finished } = turn;
  const told = events.map(withoutAnswerCode).filter((event) => TOLD.has(event.type));
  const lines = told.flatMap((event) => [...eventLines(event, paintFor(false)), ...nextOf(event)]);
  for (const call of calls) lines.push(`start ${how(call)}`, call.prompt);
  for (const call of again) lines.push(`at work; only if its agent was never started, start ${how(call)}`, call.prompt);
  const list = (plans: readonly string[]) => plans.map((plan) => cleanText(plan, 120)).join(', ');
  if (atWork.length > again.length) lines.push(`at work: ${list(atWork)}`);
  if (waiting.length > 0) lines.push(`waiting until they are home: ${list(waiting)}`);
  if (finished !== null) {
    const end = finished.exitCode === 0 ? '' : ` (exit ${finished.exitCode}): tell the person what stands above`;
    lines.push(`finished: phase ${cleanText(phase)} ${finished.status}${end}. Run nothing more.`);
  }
  const closing = finished && events.find((event) => event.type === 'run-finished');
  return {
    json: { run, calls, atWork, again, waiting, events: told, finished: closing ?? null },
    human: lines.join('\n'),
    exitCode: finished?.exitCode ?? 0,
  };
}

const how = ({ plan, isolation }: HandedOver): string =>
  `${cleanText(plan, 120)}${isolation === null ? ', alone, without isolation' : `, isolation: "${isolation}"`}, prompt:`;

function nextOf(event: StampedEvent): readonly string[] {
  return event.type === 'plan-finished' && event.next !== null ? [`next:  ${cleanText(event.next, 400)}`] : [];
}

function withoutAnswerCode(event: StampedEvent): StampedEvent {
  if (!('next' in event) || event.next === null) return event;
  return { ...event, next: event.next.replace(/ --code \S+/, '') };
}
