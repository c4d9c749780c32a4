import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorVerdict, wordsVerdict } from '../../../src/world/hosts/host-words.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');

test('a status that an error names decides before its words do', () => {
  const kind = (text: string, status: number | null = null) => errorVerdict(text, NOW, status).kind;
  assert.equal(kind('unexpected status 401 Unauthorized: rate limit of nobody'), 'failed');
  assert.equal(kind('exceeded retry limit, last status: 429 Too Many Requests'), 'host-unavailable');
  assert.equal(kind('unexpected status 503 Service Unavailable'), 'host-unavailable');
  assert.equal(kind('rate limit', 400), 'failed');
  assert.equal(kind('no', 529), 'host-unavailable');
  assert.equal(kind('stream disconnected before completion'), 'host-unavailable');
  assert.equal(kind('the file has 429 lines'), 'failed');
});

test('how long to wait is heard in each of the words for it', () => {
  const wait = (text: string) => {
    const verdict = errorVerdict(`rate limit: ${text}`, NOW);
    assert.equal(verdict.kind, 'host-unavailable');
    return verdict.kind === 'host-unavailable' ? verdict.retryAfterMs : null;
  };
  assert.equal(wait('Try again in 20s.'), 20_000);
  assert.equal(wait('try again in 1.5s'), 1500);
  assert.equal(wait('or try again in 3 days 2 hours 5 minutes.'), ((3 * 24 + 2) * 60 + 5) * 60_000);
  assert.equal(wait('try again in 2 hours and 5 minutes'), 125 * 60_000);
  assert.equal(wait('retry after 30'), 30_000);
  assert.equal(wait(`reached|${NOW.getTime() / 1000 + 90}`), 90_000);
  assert.equal(wait(`reached|${NOW.getTime() / 1000 - 90}`), 0);
  assert.equal(wait('try again in a while'), null);
});

test('plain words of a process that ended badly: its arguments, its service, or nothing that is known', () => {
  const of = (log: string) => wordsVerdict('codex', log, NOW);
  const refused = of("WARNING: x\nerror: unexpected argument '--json' found\n\nUsage: codex exec\n");
  assert.ok(refused.kind === 'failed' && refused.detail.includes("unexpected argument '--json'"));
  assert.equal(of("error: unknown option '--verbose'\n").kind, 'failed');
  assert.equal(of('connect ECONNREFUSED 127.0.0.1:1\n').kind, 'host-unavailable');
  assert.deepEqual(of('segmentation fault\n'), { kind: 'ended' });
  assert.deepEqual(of(''), { kind: 'ended' });
});
