import type { PlanNumber } from './plan-id.js';

/** `02`, `2b`, `04.6`, or a capital with an optional digit (`A`, `W0`). */
const PLAN_NUMBER = /^(?:[0-9]+[A-Za-z]?(?:\.[0-9]+)*|[A-Z][0-9]?)$/;
const LEADING_ZEROS = /^0+(?=[0-9])/;

/** The plan's number in this text, or null: nothing is cut to one. */
export function parsePlanNumber(text: string): PlanNumber | null {
  return PLAN_NUMBER.test(text) ? (text as PlanNumber) : null;
}

/** By what numbers compare inside a phase: `1` = `01`, `2b` = `2B`. */
export function planNumberKey(number: PlanNumber): string {
  return number.toUpperCase().replace(LEADING_ZEROS, '');
}

/** Order of plans of a phase: by number as a number, capitals behind them, plans without a number last; 0 where equal. */
export function comparePlanNumbers(a: PlanNumber | null, b: PlanNumber | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const x = sortable(a);
  const y = sortable(b);
  if (x.integer.length !== y.integer.length) return x.integer.length - y.integer.length;
  return compareText(x.integer, y.integer) || compareText(x.rest, y.rest);
}

/** A capital has no number of its own and is put behind every number by its length. */
function sortable(number: PlanNumber): { readonly integer: string; readonly rest: string } {
  const key = planNumberKey(number);
  const digits = /^[0-9]*/.exec(key)?.[0] ?? '';
  return digits === '' ? { integer: '9'.repeat(64), rest: key } : { integer: digits, rest: key.slice(digits.length) };
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
