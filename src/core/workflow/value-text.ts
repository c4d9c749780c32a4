import { LIMITS } from './limits.js';

/** A value as the text a shell block gets, or why it cannot be one. */
export type ValueText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text as it is, numbers and booleans as JSON writes them, lists and objects as JSON. Half a surrogate pair, which no
 * UTF-8 can carry, becomes U+FFFD.
 * @returns why not: nothing there, a NUL, longer than an environment takes
 */
export function valueText(value: unknown): ValueText {
  if (value === undefined || value === null) return { ok: false, why: 'it has no value' };
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(LONE_SURROGATE, '\ufffd');
  if (text.includes('\0')) return { ok: false, why: 'its value holds a NUL character, which no command can be given' };
  if (text.length > LIMITS.value)
    return { ok: false, why: `its value is ${text.length} characters long; at most ${LIMITS.value} can be passed` };
  return { ok: true, text };
}
