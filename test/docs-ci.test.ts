import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { annotation } from '../src/cli/print/github.js';
import { splitWords } from './rig/script/read-script.js';
import { temporaryProject } from './rig/temporary-project.js';

const PAGE = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');

/** The commands of msd that the documented job runs. */
function jobCommands(): string[][] {
  const job = load(/```yaml\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '') as {
    jobs: { plans: { steps: { run?: string }[] } };
  };
  const runs = job.jobs.plans.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  // The first step brings msd in from its tarball: test/package/tarball.js does that.
  assert.equal(runs[0], 'npm install --global ./msd-0.1.0.tgz');
  return runs.slice(1).map((run) => splitWords(run, {}).slice(1));
}

test('the documented job is green on a project in order', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01-a', { frontmatter: { files_modified: ['src/a.js'] } });
  for (const words of jobCommands()) {
    const { code, stdout } = await project.msd(words);
    assert.equal(code, 0, `${words.join(' ')}\n${stdout}`);
    assert.doesNotMatch(stdout, /^::/m, words.join(' '));
  }
});

test('the documented job is red where something is wrong, at the files and lines of the checkout', async (t) => {
  const project = temporaryProject(t);
  const mono = 'packages/100%, really: shop';
  project.write(`${mono}/.planning/config.json`, '{"msd": {"jobs": 0}}\n');
  project.write(
    `${mono}/.planning/phases/01-cart/01-01-PLAN.md`,
    '---\nfiles_modified: [a.js]\ndepends_on: ["no%20,such::plan"]\n---\n',
  );
  project.write(`${mono}/.planning/workflows/release.md`, '---\nworkflow: release\ndescription: x\ninputs: {}\n---\n');
  project.write(`${mono}/hooks/check.sh`, 'case $1 in\n  harness-worktree|orchestrator-worktree|none) ;;\nesac\n');
  project.commit('broken');
  const seen = [];
  for (const words of jobCommands()) {
    const { code, stdout } = await project.msd(words, { cwd: project.path(mono) });
    seen.push({ code, annotations: stdout.split('\n').filter((line) => line.startsWith('::')) });
  }
  const place = 'packages/100%25%2C really%3A shop/.planning';
  assert.deepEqual(seen, [
    {
      code: 4,
      annotations: [
        `::error file=${place}/phases/01-cart/01-01-PLAN.md,line=3,title=plan%3A dependency-unknown::depends_on names "no%2520,such::plan", and no plan is called so; known are a plan's id, its number, and <phase>-<plan>`,
      ],
    },
    {
      code: 4,
      annotations: [
        `::error file=${place}/workflows/release.md,line=6,title=workflow%3A no-steps::there is no fenced block with step=…`,
      ],
    },
    {
      code: 1,
      annotations: [
        '::error file=packages/100%25%2C really%3A shop/hooks/check.sh,line=2,title=drift%3A vocabulary::harness-worktree|orchestrator-worktree|none) ;;; instead: `msd isolation` verbs: they know the values and refuse others',
      ],
    },
    { code: 7, annotations: [] },
  ]);
});

test('no text of a file can become a command of its own', () => {
  const text = 'a\n::set-env name=PATH::x\r\n%0A::stop-commands::t';
  const line = annotation({ level: 'warning', file: `x${text}`, line: null, title: text, message: text });
  assert.equal(
    line,
    '::warning file=xa %3A%3Aset-env name=PATH%3A%3Ax %250A%3A%3Astop-commands%3A%3At,title=a %3A%3Aset-env name=PATH%3A%3Ax %250A%3A%3Astop-commands%3A%3At::a ::set-env name=PATH::x %250A::stop-commands::t',
  );
  assert.equal(line.split('\n').length, 1);
});

test('another format is refused', async (t) => {
  const project = temporaryProject(t);
  for (const command of ['plan', 'workflow']) {
    const { code, stderr } = await project.msd([command, 'check', '--format', 'html']);
    assert.equal(code, 2);
    assert.match(stderr, /--format is one of text, github, not "html"/);
  }
});
