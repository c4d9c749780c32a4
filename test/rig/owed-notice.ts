import assert from 'node:assert/strict';
import type { TemporaryProject } from './temporary-project.js';

/**
 * Lets an executor open a channel that it may not close, and end: the role `primary` is owed a notice of it, which only the
 * person reads while nobody holds the role.
 * @returns the id of its event
 */
export async function owedToThePrimary(project: TemporaryProject): Promise<string> {
  for (const words of [
    ['channel', 'create', 'home'],
    ['channel', 'create', 'away'],
    ['agent', 'add', 'fork', '--home', 'local/home'],
    ['channel', 'close', 'away'],
    ['message', 'send', '--channel', 'away', '--as', 'fork', '--type', 'STATUS'],
    ['agent', 'end', 'fork'],
  ]) {
    const end = await project.msd(words);
    assert.equal(end.code, 0, end.stderr);
  }
  const { notices } = JSON.parse((await project.msd(['notices', '--json'])).stdout);
  assert.equal(notices.length, 1, JSON.stringify(notices));
  return notices[0].event;
}
