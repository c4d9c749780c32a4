import { expiryOf } from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, UnusableCode } from '#hooks/lib/types.js';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import { unreachable } from '../../core/unreachable.js';

/** A record as others read it (DESIGN §5): without where it is at home, which is the file's own business. */
export function recordJson(record: DecisionRecord): Omit<DecisionRecord, 'store'> {
  const { store: _, ...shown } = record;
  return shown;
}

/** `none, by per-plan-submodules (caller): plan-touches-submodule`. */
export function decisionText(decision: Pick<DecisionRecord, 'isolation' | 'decidedBy' | 'reason'>): string {
  const { isolation, decidedBy, reason } = decision;
  return `${isolation}, by ${decidedBy.producer} (${decidedBy.kind}): ${cleanText(reason)}`;
}

/** `03/03-02-hardening`, or `03`. */
export function scopeText({ phase, plan }: DecisionRecord['scope']): string {
  return plan === null ? `phase ${cleanText(phase)}` : `${cleanText(phase)}/${cleanText(plan, 200)}`;
}

/** For which dispatches a record stands. */
export function appliesText({ phase, plan, run }: DecisionRecord['scope']): string {
  const what = plan === null ? `every plan of phase ${cleanText(phase)}` : `plan ${cleanText(plan, 200)} only`;
  return `${what}, ${run === null ? 'in any run' : `recorded by run ${cleanText(run)}`}`;
}

/** `until 2026-11-30T12:00:00.000Z (in 9 min)`. */
export function untilText(record: DecisionRecord, now: number): string {
  const end = expiryOf(record);
  const at = new Date(end).toISOString();
  return end > now ? `until ${at} (in ${span(end - now)})` : `ended ${at} (${span(now - end)} ago)`;
}

function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Why a record does not apply, in words. */
export function whyText(why: UnusableCode): string {
  switch (why) {
    case 'malformed':
      return 'it holds a value that is none of the accepted ones';
    case 'wrong-type':
      return 'it holds a value of another type than is due';
    case 'foreign':
      return 'it was written for another .msd/ (a copy, or brought by git)';
    case 'ambiguous':
      return 'there are several for its scope';
    case 'no-identity':
      return 'the dispatch names no phase';
    case 'other-phase':
      return 'it is for another phase';
    case 'other-plan':
      return 'it is for another plan';
    case 'future':
      return 'it lies in the future';
    case 'stale':
      return 'its time is over';
    default:
      return unreachable(why);
  }
}
