import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from '../world.js';

/**
 * Commits that the checkout's HEAD has stood on since it last stood on `since`, newest last, whose reflog entries begin
 * with `mark`. All marked ones where the reflog no longer reaches back to `since`.
 */
export function markedCommits(checkout: Checkout, since: string, mark: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(join(checkout.gitDir, 'logs', 'HEAD'), 'utf8');
  } catch {
    return [];
  }
  const found: string[] = [];
  for (const line of text.split('\n').reverse()) {
    const entry = /^[0-9a-f]+ ([0-9a-f]+) [^\t]*(?:\t(.*))?$/.exec(line);
    if (!entry) continue;
    const [, oid = '', message = ''] = entry;
    if (oid === since) break;
    if (message.startsWith(mark) && !found.includes(oid)) found.unshift(oid);
  }
  return found;
}
