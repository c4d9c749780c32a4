import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../git.js';

const AGENT = fileURLToPath(new URL('../../../../test/rig/many/agent.sh', import.meta.url));

/** What becomes of a plan, by its place; most are simply done. */
const END: Readonly<Record<number, string>> = { 3: 'leaves', 5: 'fails', 6: 'dies' };

export interface ManyPlan {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly files: readonly string[];
  /** It is done when its run ends; the others fail, or wait for one that fails. */
  readonly done: boolean;
}

/** The same plans every time: chains, files that several change, plans that fail and plans that wait for those. */
export function manyPlans(count: number): ManyPlan[] {
  const plans: ManyPlan[] = [];
  for (let n = 1; n <= count; n++) {
    const end = END[n % 9] ?? 'done';
    const before = n % 4 === 0 ? plans[n - 3] : undefined;
    const files = [`own/${n}.txt`, ...(n % 5 === 0 ? [`shared/${n % 3}.txt`] : [])];
    const done = (end === 'done' || end === 'leaves') && (before === undefined || before.done);
    plans.push({ id: `01-${String(n).padStart(2, '0')}-${end}`, dependsOn: before ? [before.id] : [], files, done });
  }
  return plans;
}

/** A repository of its own with these plans. @returns its root; the folder `home` beside it holds the seed */
export function prepareMany(plans: readonly ManyPlan[], seed: number): string {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'msd many-'))), 'project');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('.planning/config.json', '{}\n');
  write('../home/seed', String(seed));
  for (const name of ['own/.keep', 'shared/0.txt', 'shared/1.txt', 'shared/2.txt', 'README.md']) write(name, 'start\n');
  for (const { id, dependsOn, files } of plans) {
    const front = `depends_on: [${dependsOn.join(', ')}]\nfiles_modified: [${files.join(', ')}]`;
    write(`.planning/phases/01-many/${id}-PLAN.md`, `---\n${front}\n---\n\n<objective>${id}</objective>\n`);
  }
  git(root, 'init', '--quiet', '--template=', '-b', 'main');
  git(root, 'config', 'user.name', 'A Person');
  git(root, 'config', 'user.email', 'person@example.com');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', 'start');
  write('README.md', 'start\nan edit of the user\n');
  return root;
}

export const disposeMany = (root: string): void =>
  rmSync(dirname(root), { recursive: true, force: true, maxRetries: 5 });

/** The words that run the phase. */
export const runMany = (jobs: number): string[] => [
  ...['execute-phase', '01', '--jobs', String(jobs), '--host', 'command'],
  ...['--agent-command', `/bin/sh "${AGENT}"`, '--json'],
];
