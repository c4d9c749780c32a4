// The drift lint (DESIGN §12) on this tree: CPU time against a bare Node, and for each megabyte over its start. Method:
// measure.js.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compare, print } from './measure.js';

const LINT = fileURLToPath(new URL('../scripts/lint-drift.js', import.meta.url));
const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), 'msd-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
mkdirSync(join(scratch, 'hooks'));

const rows = compare({ name: 'node -e 0', argv: [node, '-e', '0'] }, [
  { name: 'an empty folder', argv: [node, LINT, join(scratch, 'hooks')] },
  { name: 'this tree', argv: [node, LINT], target: 1.5 },
]);
print(`The drift lint, Node ${process.version}`, rows);

const { bytes, files } = JSON.parse(execFileSync(node, [LINT, '--json'], { encoding: 'utf8' }));
const [, empty, tree] = rows;
const megabytes = bytes / 1e6;
const each = ((tree?.cpuMs ?? 0) - (empty?.cpuMs ?? 0)) / megabytes;
console.log(
  `\n${files} files, ${megabytes.toFixed(2)} MB: ${each.toFixed(1)} ms of CPU a megabyte over an empty folder; target ≤ 10`,
);
