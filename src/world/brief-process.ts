import process from 'node:process';

/**
 * How much code Node 20's V8 runs before it optimizes it, in bytes of bytecode: twenty times its own measure. Newer ones
 * measure otherwise, gain nothing by it, and would complain of the flag on the standard error.
 */
const FLAG = `--interrupt-budget=${20 * 66 * 1024}`;

/**
 * Tells V8 that this process is a short one: one that is over in a third of a second pays for optimized code on other cores
 * and ends before that is of any use. What runs for long is optimized all the same, only later. Telling costs some
 * milliseconds, so it is for processes in which there is much to save.
 */
export function expectBriefProcess(): void {
  if (process.versions.v8.startsWith('11.')) process.getBuiltinModule('node:v8').setFlagsFromString(FLAG);
}
