'use strict';

/** The one maker of `.msd/` (DESIGN §3): mode 0700, holding a `.gitignore` with one line, `*`. */

const fs = require('node:fs');
const path = require('node:path');

/**
 * Makes `.msd/` where it is missing. That it is no link out of the checkout the caller has seen to.
 * @param {string} msd absolute path
 * @returns {{path: string, cause: string} | null} what could not be written, and why; null for done
 */
function makeMsdDir(msd) {
  try {
    fs.mkdirSync(msd, { mode: 0o700 });
  } catch (error) {
    const cause = codeOf(error);
    if (cause !== 'EEXIST') return { path: msd, cause };
    if (!fs.statSync(msd, { throwIfNoEntry: false })?.isDirectory())
      return { path: msd, cause: 'it is not a directory' };
  }
  return ignoreContents(path.join(msd, '.gitignore'));
}

/** Written beside its place and renamed, so that git never sees an empty one; a person's own lines are left alone. @param {string} file */
function ignoreContents(file) {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    if (fs.statSync(file, { throwIfNoEntry: false })?.size) return null;
    fs.writeFileSync(temporary, '*\n', { mode: 0o600 });
    fs.renameSync(temporary, file);
    return null;
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    return { path: file, cause: codeOf(error) };
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code ?? 'unknown';
}

module.exports = { makeMsdDir };
