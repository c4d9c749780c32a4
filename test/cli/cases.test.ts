import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readScript } from '../rig/script/read-script.js';
import { runScript } from '../rig/script/run-script.js';

const HERE = fileURLToPath(new URL('../../../test/cli/', import.meta.url));

/** Part of a case's name, to run that one alone. */
const ONLY = process.env['MSD_CASE'] ?? '';

// Each `*.txt` beside this file is one case: the commands of a person, the files they have, and what they see.
describe('from the command line', { concurrency: 2 }, () => {
  for (const name of readdirSync(HERE).filter((file) => file.endsWith('.txt') && file.includes(ONLY))) {
    const script = readScript(readFileSync(`${HERE}${name}`, 'utf8'));
    test(`${script.name} (${name})`, (t) => runScript(t, script));
  }
});
