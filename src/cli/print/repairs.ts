import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Repair } from '../../core/run/repair.js';

/** What was mended, a line each. */
export function printRepairs(repairs: readonly Repair[], dryRun: boolean): string {
  if (repairs.length === 0) return 'nothing to mend';
  const lines = repairs.map(
    (repair) => `${cleanText(repair.subject, 300)}: ${cleanText(repair.action, 500)} [${repair.rule}]`,
  );
  return [...(dryRun ? ['would be mended; nothing was touched:'] : []), ...lines].join('\n');
}
