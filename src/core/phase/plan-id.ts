import type { Brand } from '../brand.js';

/** A plan's number inside its phase (`02`): never compared with a plan id. */
export type PlanNumber = Brand<'PlanNumber'>;

/** A plan's id: its file name less `-PLAN.md` (`03-02-hardening`). Compared byte for byte. */
export type PlanId = Brand<'PlanId'>;

/** Longest plan id, in UTF-16 units: what a dispatch marker can carry. */
export const PLAN_ID_LIMIT = 200;

/** What no id may hold: what ends or opens a marker's value, what a template or a shell would take for its own, hidden characters. */
const UNFIT =
  /["[\]{}<>$`\\/\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]|^\s|\s$|^%.*%$|^\.{1,2}$/;

/** Words that stand for a value that was never put in. */
const RESERVED = /^(?:undefined|null|none|nan|(?:phase|plan)(?:[_-]?(?:id|number|num|name|token|dir|key))?)$/i;

/** Why a text cannot serve as a plan id (`empty`, `too-long`, `unfit-character`, `reserved-word`), or null where it can. */
export function planIdFault(text: string): 'empty' | 'too-long' | 'unfit-character' | 'reserved-word' | null {
  if (text === '') return 'empty';
  if (text.length > PLAN_ID_LIMIT) return 'too-long';
  if (UNFIT.test(text)) return 'unfit-character';
  return RESERVED.test(text) ? 'reserved-word' : null;
}
