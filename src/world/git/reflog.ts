import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout, MarkedElsewhere } from './port.js';
import { registrations } from './worktree-record.js';

/**
 * Commits that the checkout's HEAD has stood on since it last stood on `since`, newest last, whose reflog entries begin
 * with `mark`. All marked ones where the reflog no longer reaches back to `since`.
 */
export function markedCommits(checkout: Checkout, since: string, mark: string): readonly string[] {
  return marked(checkout.gitDir, mark, since);
}

/**
 * The same in every other checkout of the repository that is not an agent's worktree: the main one where the run is in a
 * lane, and other lanes. An agent's mark is its own, so all of it counts.
 */
export function markedElsewhere(checkout: Checkout, mark: string): readonly MarkedElsewhere[] {
  const { commonDir, gitDir, mainRoot } = checkout;
  const places = registrations(commonDir)
    .filter((entry) => entry.owner === null)
    .map((entry) => ({ gitDir: entry.gitDir, root: entry.path ?? entry.gitDir }));
  const main = { gitDir: commonDir, root: mainRoot ?? dirname(commonDir) };
  return [main, ...places]
    .filter((place) => place.gitDir !== gitDir)
    .map(({ gitDir: dir, root }) => ({ root, commits: marked(dir, mark, null) }))
    .filter(({ commits }) => commits.length > 0);
}

function marked(gitDir: string, mark: string, since: string | null): readonly string[] {
  let text: string;
  try {
    text = readFileSync(join(gitDir, 'logs', 'HEAD'), 'utf8');
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
