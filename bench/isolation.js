// What it costs to ask and to record where a plan may run, on a phase of ten plans. Method: measure.js.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compare, print } from './measure.js';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const node = process.execPath;

const root = mkdtempSync(join(tmpdir(), 'msd-bench-'));
const phase = join(root, '.planning', 'phases', '03-auth');
mkdirSync(phase, { recursive: true });
writeFileSync(join(root, '.planning', 'config.json'), '{}\n');
for (let i = 1; i <= 10; i++) {
  const id = `03-${String(i).padStart(2, '0')}-plan`;
  writeFileSync(
    join(phase, `${id}-PLAN.md`),
    `---\nfiles_modified: [src/${id}.ts]\n---\n<objective>${id}</objective>\n`,
  );
}
const person = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
for (const args of [
  ['init', '-q'],
  ['add', '-A'],
  [...person, 'commit', '-q', '-m', 'start'],
])
  spawnSync('git', args, { cwd: root });

const target = ['--phase', '03', '--plan', '03-05-plan', '--json'];
const msd = (...words) => [node, MSD, ...words];
spawnSync(node, [MSD, 'isolation', 'record', ...target], { cwd: root });
const rows = compare({ name: 'node -e 0', argv: [node, '-e', '0'] }, [
  { name: 'msd isolation resolve', argv: msd('isolation', 'resolve', ...target), cwd: root, target: 2.5 },
  { name: 'msd isolation record', argv: msd('isolation', 'record', ...target), cwd: root },
  { name: 'msd isolation show', argv: msd('isolation', 'show', '--json'), cwd: root },
  { name: 'msd dispatch marker', argv: msd('dispatch', 'marker', ...target), cwd: root },
]);
print(`Isolation, Node ${process.version}`, rows);
rmSync(root, { recursive: true, force: true });
