'use strict';

/**
 * The one owner of cleaning text that comes from files, prompts and agents before anyone sees it (DESIGN §6, §14).
 * Removes C0 and C1 controls, zero-width, bidirectional and line-separator characters; bounds the length in characters.
 */

// Tab, newline and carriage return become a space; everything else listed here vanishes.
const SPACES = /[\t\n\r\u2028\u2029]+/g;
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

/**
 * One clean line of at most `limit` characters; a cut is shown by an ellipsis.
 * @param {unknown} value anything; what is not a string is shown as `(none)`
 * @param {number} [limit] characters, default 64
 * @returns {string}
 */
function cleanText(value, limit = 64) {
  if (typeof value !== 'string') return '(none)';
  const text = value
    .slice(0, limit * 4 + 64)
    .replace(SPACES, ' ')
    .replace(HIDDEN, '')
    .trim();
  if (text === '') return '(none)';
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

// Plain names only: that is what an ES module can import by name.
const HIDDEN_SOURCE = HIDDEN.source;

module.exports = { HIDDEN_SOURCE, cleanText };
