import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PlanStatus, RunEvent } from '../../core/event.js';
import { unreachable } from '../../core/unreachable.js';
import type { Paint } from './paint.js';

/** One event as lines for a person; an empty list where it says nothing that the closing table will not. */
export function eventLines(event: RunEvent, paint: Paint): readonly string[] {
  const plan = (id: string) => paint.bold(cleanText(id, 120));
  switch (event.type) {
    case 'run-started':
      return [
        `phase ${event.phase} on ${event.branch} at ${short(event.base)}, host ${event.host}, ${event.jobs} at once`,
      ];
    case 'repaired':
      return [`${paint.yellow('found')} ${plan(event.subject)}: ${cleanText(event.action, 400)}`];
    case 'scheduled':
      return event.plans.map((p) => {
        const why = [
          p.after.length > 0 ? `after ${p.after.join(', ')}` : '',
          ...p.apartFrom.map((a) => `apart from ${a.plan}: ${a.paths.slice(0, 3).join(', ') || 'files unknown'}`),
          p.reason ?? '',
        ].filter((text) => text !== '');
        return `  wave ${p.wave ?? '–'}  ${cleanText(p.id, 120)}  ${p.action}${why.length > 0 ? `  (${cleanText(why.join('; '), 300)})` : ''}`;
      });
    case 'isolation-decided':
      return event.isolation === 'none'
        ? [
            `${plan(event.plan)} is not isolated: ${event.reason} (${event.producer}); it runs alone in the main checkout`,
          ]
        : [];
    case 'plan-started':
      return [
        `${plan(event.plan)} started${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''} in ${event.worktree}`,
      ];
    case 'plan-progress':
      return [`${plan(event.plan)} ${paint.dim(cleanText(event.line, 200))}`];
    case 'plan-answered':
      return event.answer === 'done'
        ? []
        : [`${plan(event.plan)} answered ${event.answer}: ${cleanText(event.reason ?? '', 400)}`];
    // The closing table tells it.
    case 'plan-usage':
      return [];
    case 'plan-asked':
      return [
        `${plan(event.plan)} ${paint.yellow(event.kind === 'question' ? 'asks' : 'proposes')}: ${cleanText(event.text, 600)}`,
        `next:  ${event.next}`,
      ];
    case 'plan-leftovers': {
      const saved = event.salvaged.length > 0 ? `; ${list(event.salvaged)} put on ${event.ref}` : '';
      return [
        `${plan(event.plan)} left files uncommitted: ${event.committed.length > 0 ? `${list(event.committed)} committed` : 'none of them declared'}${saved}`,
      ];
    }
    case 'plan-finished':
      return [
        `${plan(event.plan)} ${statusWord(event.status, paint)}${event.commits.length > 0 ? ` (${count(event.commits.length, 'commit')})` : ''}${event.reason ? `: ${cleanText(event.reason, 600)}` : ''}`,
      ];
    case 'landed':
      return [`${event.branch} ${event.how === 'merge' ? 'merged' : 'moved'} to ${short(event.to)}`];
    case 'not-landed':
      return [
        `${paint.yellow('not landed')}: ${cleanText(event.reason, 400)}; what is home is on ${event.integrationBranch}`,
        `next:  ${event.next}`,
      ];
    case 'notice':
      return [`${paint.yellow(event.code)}: ${cleanText(event.message, 600)}`];
    case 'run-finished':
      return [];
    default:
      return unreachable(event);
  }
}

/** A plan's end in a word. */
export function statusWord(status: PlanStatus, paint: Paint): string {
  switch (status) {
    case 'done':
      return paint.green('done');
    case 'failed':
      return paint.red('failed');
    case 'conflict':
      return paint.red('conflict');
    case 'blocked':
      return paint.yellow('blocked');
    case 'checkpoint':
      return paint.yellow('waits for you');
    case 'skipped':
      return paint.dim('skipped');
    default:
      return unreachable(status);
  }
}

export const short = (oid: string): string => oid.slice(0, 10);

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const list = (paths: readonly string[]): string =>
  cleanText(paths.slice(0, 5).join(', '), 300) + (paths.length > 5 ? ` and ${paths.length - 5} more` : '');
