// What it costs to start msd: `--version` and the help texts against a bare Node. Method: measure.js.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compare, print } from './measure.js';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const node = process.execPath;

const rows = compare({ name: 'node -e 0', argv: [node, '-e', '0'] }, [
  { name: 'msd --version', argv: [node, MSD, '--version'], target: 1.6 },
  { name: 'msd --help', argv: [node, MSD, '--help'], target: 1.6 },
  { name: 'msd execute-phase --help', argv: [node, MSD, 'execute-phase', '--help'], target: 1.6 },
  { name: 'msd nonsense (a usage error)', argv: [node, MSD, 'nonsense'] },
]);
print(`Start of msd, Node ${process.version}`, rows);
