// `npm run bench [WORD…]`: runs every measurement of this folder, one after another, or those whose name holds a word.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Used by a measurement, not one itself. */
const NOT_A_BENCH = ['run.js', 'measure.js', 'bundled.js', 'ledger-writer.js'];
const words = process.argv.slice(2);
const names = readdirSync(HERE).filter((name) => name.endsWith('.js') && !NOT_A_BENCH.includes(name));
const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));

console.log(`${chosen.length} of ${names.length} measurements; node ${process.version}, ${process.platform}`);
for (const name of chosen.sort()) {
  const done = spawnSync(process.execPath, [`${HERE}${name}`], { stdio: 'inherit' });
  if (done.status !== 0) {
    console.error(`${name} ended with ${done.status ?? done.signal}`);
    process.exitCode = 1;
  }
}
