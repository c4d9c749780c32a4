// Recovery where there is nothing to recover, which is what it costs each time (issue of DESIGN §8): `msd recover` in the
// bundled example after a run of it, against `msd plan index` of the same phase.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildRepository } from '../examples/build-repository.js';
import { compare, print } from './measure.js';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const AGENT = fileURLToPath(new URL('../examples/agent.js', import.meta.url));
const base = realpathSync(mkdtempSync(join(tmpdir(), 'msd-bench-')));
const cwd = join(base, 'shelf');
const msd = (...words) => [process.execPath, MSD, ...words];

try {
  buildRepository(cwd);
  const run = msd('execute-phase', '03', '--agent-command', `"${process.execPath}" "${AGENT}"`);
  execFileSync(run[0], run.slice(1), { cwd, stdio: 'ignore' });
  const clean = { name: 'msd recover, nothing to mend', argv: msd('recover'), cwd, target: 1.5 };
  print(
    'Recovery (ratio to msd plan index)',
    compare({ name: 'msd plan index 03', argv: msd('plan', 'index', '03'), cwd }, [clean]),
  );
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 10 });
}
