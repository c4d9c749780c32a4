import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Writes the plan's SUMMARY beside the plan, in the worktree.
 * @returns {string | null} its path relative to the worktree; null where the worktree has no such place
 */
export function writeSummary(worktree, planFile, plan) {
  const phase = basename(dirname(planFile));
  const dir = join(worktree, '.planning', 'phases', phase);
  if (!existsSync(dir)) return null;
  const path = join(dir, `${plan.id}-SUMMARY.md`);
  const text = [
    '---',
    `phase: ${phase}`,
    `plan: ${plan.number.split('-').at(-1)}`,
    'status: complete',
    '---',
    '',
    `# ${plan.id}`,
    '',
    ...plan.tasks.map((task) => `- ${task.name} (${task.files.join(', ')})`),
    '',
  ].join('\n');
  writeFileSync(path, text);
  return relative(worktree, path).replaceAll('\\', '/');
}
