import type { PlanNumber } from './plan-id.js';

/** `02`, `2b`, `04.6`, or a capital with an optional digit (`A`, `W0`). */
// msd-drift-allow(phase-grammar): parse — numbers of plans: another namespace, which may change without the phases
const PLAN_NUMBER = /^(?:[0-9]+[A-Za-z]?(?:\.[0-9]+)*|[A-Z][0-9]?)$/;
const LEADING_ZEROS = /^0+(?=[0-9])/;
const ONLY_DIGITS = /^[0-9]+$/;
const ZERO = 0x30;
const NINE = 0x39;

/** The plan's number in this text, or null: nothing is cut to one. */
export function parsePlanNumber(text: string): PlanNumber | null {
  return PLAN_NUMBER.test(text) ? (text as PlanNumber) : null;
}

/** By what numbers compare inside a phase: `1` = `01`, `2b` = `2B`. */
export function planNumberKey(number: PlanNumber): string {
  const key = number.charCodeAt(0) === ZERO ? number.replace(LEADING_ZEROS, '') : number;
  return ONLY_DIGITS.test(key) ? key : key.toUpperCase();
}

/**
 * A text by which plans of a phase are sorted: numbers as numbers, of any length; then capitals; plans without a number
 * last. Texts compare by UTF-16 units.
 */
export function planNumberOrder(number: PlanNumber | null): string {
  if (number === null) return 'z';
  const key = planNumberKey(number);
  if (!key.includes('.')) return segmentOrder(key);
  return key.split('.').map(segmentOrder).join(' ');
}

/** The count of digits in front makes 9 come before 10. */
function segmentOrder(segment: string): string {
  let digits = 0;
  while (digits < segment.length && segment.charCodeAt(digits) <= NINE) digits++;
  return digits === 0 ? `y${segment}` : `${String.fromCharCode(0x20 + Math.min(digits, 64))}${segment}`;
}
