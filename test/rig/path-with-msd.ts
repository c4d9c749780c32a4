import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { MSD_BIN } from './msd.js';
import { temporaryFolder } from './temp-folder.js';

/** A PATH with this checkout's `msd` in front, as a person has it; or with a program of the test's under that name. */
export function pathWithMsd(t: TestContext, script = `exec '${process.execPath}' '${MSD_BIN}' "$@"`): string {
  const bin = join(temporaryFolder(t), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'msd'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'msd'), 0o755);
  return `${bin}${delimiter}${process.env['PATH']}`;
}
