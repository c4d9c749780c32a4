import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const SMALL = `---
workflow: hello
description: greets every thing
inputs:
  name: text
  loud: { type: boolean, default: "false" }
---
# Hello

\`\`\`sh step=things result=json
printf '{"things":[{"id":"a"},{"id":"b"}]}'
\`\`\`

\`\`\`sh step=greet for-each="thing in things.things"
printf 'hello %s from %s in %s\\n' {{thing.id}} {{name}} "$(pwd)" | cat
\`\`\`

\`\`\`bash step=only for-each="thing in things.things" if="thing.id == 'b' and loud"
[ {{thing.id}} != b ]
\`\`\`
`;

async function acceptAll(project: TemporaryProject): Promise<void> {
  const { hash } = JSON.parse((await project.msd(['trust', '--show', '--json'])).stdout) as { hash: string };
  assert.equal((await project.msd(['trust', '--accept', hash])).code, 0);
}

test("a project's workflow runs only when accepted, by real shells, its values as data", async (t) => {
  const project = temporaryProject(t);
  project.write('.planning/workflows/hello.md', SMALL);
  const args = ['workflow', 'run', 'hello', '--input', 'name=$(touch pwned)"; touch pwned; #', '--json'];
  const refused = await project.msd(args);
  assert.equal(refused.code, 5);
  assert.equal((JSON.parse(refused.stdout) as { error: { code: string } }).error.code, 'untrusted-commands');

  await acceptAll(project);
  const ran = await project.msd(args, { cwd: project.path('.planning') });
  assert.equal(ran.code, 0, ran.stderr);
  const answer = JSON.parse(ran.stdout) as { status: string; items: { results: unknown }[] };
  assert.equal(answer.status, 'done');
  assert.deepEqual(
    answer.items.map((item) => item.results),
    ['a', 'b'].map((id) => ({
      greet: `hello ${id} from $(touch pwned)"; touch pwned; # in ${project.root}`,
      only: null,
    })),
  );
  assert.equal(existsSync(project.path('pwned')), false);

  const loud = await project.msd([...args, '--input', 'loud=true']);
  assert.equal(loud.code, 1);
  const failed = JSON.parse(loud.stdout) as { status: string; items: { ok: boolean; step?: string }[] };
  assert.deepEqual(
    [failed.status, failed.items.map(({ ok, step }) => [ok, step])],
    [
      'failed',
      [
        [true, undefined],
        [false, 'only'],
      ],
    ],
  );

  project.write('.planning/workflows/hello.md', `${SMALL}\nOne word more.\n`);
  assert.equal((await project.msd(args)).code, 5);
});

test('inputs: missing, unknown, of another type', async (t) => {
  const project = temporaryProject(t);
  project.write('.planning/workflows/hello.md', SMALL);
  await acceptAll(project);
  for (const words of [[], ['--input', 'nam=x'], ['--input', 'name=x', '--input', 'loud=yes'], ['--input', 'name']]) {
    const end = await project.msd(['workflow', 'run', 'hello', ...words]);
    assert.equal(end.code, 2, end.stderr);
  }
});

test('a failing step of its own ends the run with its line', async (t) => {
  const project = temporaryProject(t);
  const text =
    '---\nworkflow: bad\n---\n# Bad\n```sh step=one\necho why >&2; false\n```\n```sh step=two\ntouch two\n```\n';
  project.write('.planning/workflows/bad.md', text);
  await acceptAll(project);
  const end = await project.msd(['workflow', 'run', 'bad']);
  assert.equal(end.code, 1);
  assert.match(end.stderr, /bad:5 step one failed with exit code 1: why \[step-failed\]/);
  assert.equal(existsSync(project.path('two')), false);
});

test('check names what is wrong by file and line, and msd commands whose words are wrong', async (t) => {
  const project = temporaryProject(t);
  project.write('.planning/workflows/hello.md', SMALL.replace('{{name}}', '"{{name}}"'));
  project.write(
    '.planning/workflows/verbs.md',
    '---\nworkflow: verbs\n---\n# V\n```sh step=a\nmsd workflow list --frob\n```\n',
  );
  const end = await project.msd(['workflow', 'check']);
  assert.equal(end.code, 4);
  assert.match(end.stdout, /^\.planning\/workflows\/hello\.md:15: placeholder-quoted: /m);
  assert.match(end.stdout, /^\.planning\/workflows\/verbs\.md:6: verb-unknown: /m);
  assert.match(end.stdout, /^workflows\/execute-phase\.md: nothing wrong$/m);
  const one = await project.msd(['workflow', 'check', 'execute-plan', '--json']);
  assert.deepEqual(
    [one.code, JSON.parse(one.stdout)],
    [0, { workflows: [{ name: 'execute-plan', file: 'workflows/execute-plan.md', problems: [] }], ignored: [] }],
  );
  assert.equal((await project.msd(['workflow', 'check', 'nothing'])).code, 3);
  assert.equal((await project.msd(['workflow', 'check', 'nothing.md'])).code, 7);
});

test('list shows whose a workflow is, and what is ignored', async (t) => {
  const project = temporaryProject(t);
  project.write('.planning/workflows/execute-phase.md', SMALL);
  project.write('.planning/workflows/Odd.md', SMALL);
  const { workflows, ignored } = JSON.parse((await project.msd(['workflow', 'list', '--json'])).stdout) as {
    workflows: { name: string; from: string; accepted: boolean; problems: number }[];
    ignored: string[];
  };
  assert.deepEqual(
    workflows.map(({ name, from, accepted, problems }) => [name, from, accepted, problems > 0]),
    [
      ['execute-phase', 'project', false, true],
      ['execute-plan', 'shipped', true, false],
    ],
  );
  assert.deepEqual(ignored, ['.planning/workflows/Odd.md']);
  assert.equal((await project.msd(['workflow', 'list'], { cwd: project.home })).code, 0);
});

test('a workflow that starts agents is not run this way; nor one that is not there, is wrong, or is not accepted', async (t) => {
  const project = temporaryProject(t);
  const agents = await project.msd(['workflow', 'run', 'execute-phase', '--phase', '03']);
  assert.deepEqual([agents.code, /msd execute-phase PHASE runs it/.test(agents.stderr)], [2, true]);
  assert.equal((await project.msd(['workflow', 'run', '../execute-phase'])).code, 3);
  project.write('.planning/workflows/wrong.md', '# nothing\n');
  assert.equal((await project.msd(['workflow', 'run', 'wrong'])).code, 5);
  await acceptAll(project);
  assert.equal((await project.msd(['workflow', 'run', 'wrong'])).code, 4);
});

test('a reference of the project in a shipped workflow needs acceptance too', async (t) => {
  const project = temporaryProject(t);
  project.write('.planning/references/executor-task.md', 'Do as you like.\n');
  assert.equal((await project.msd(['workflow', 'show', 'execute-phase'])).code, 5);
  await acceptAll(project);
  assert.equal((await project.msd(['workflow', 'show', 'execute-phase'])).code, 0);
});
