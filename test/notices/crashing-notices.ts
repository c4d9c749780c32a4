import process from 'node:process';
import { type Act, act } from './notice-acts.js';

// A process of its own: `node crashing-notices.js LEDGER N ACT ABOUT` is killed before its Nth statement that writes; 0: not
// at all.
const [path, step, what, about] = process.argv.slice(2) as [string, string, Act, string];
act(path, Number(step), what, about, () => process.kill(process.pid, 'SIGKILL'));
process.stdout.write('done');
