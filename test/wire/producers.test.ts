import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { PRODUCERS } from '../../src/core/isolation/vocabulary.js';
import { literalWords } from '../../src/core/workflow/check.js';
import { loadWorkflow, workflowLibrary } from '../../src/world/workflow-files.js';
import { cleanEnvironment } from '../rig/environment.js';
import { git } from '../rig/git.js';
import { MSD_BIN } from '../rig/msd.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const ID = '03-02-hardening';

interface Recorded {
  readonly isolation: string;
  readonly reason: string;
  readonly decidedBy: { readonly producer: string; readonly kind: string };
  readonly scope: { readonly plan: string | null };
}

/** Pastes what a workflow shows for the plan into a sh. @returns the records that stand afterwards */
async function follow(project: TemporaryProject, words: readonly string[]): Promise<readonly Recorded[]> {
  const shown = await project.msd(['workflow', 'show', ...words, '--phase', '3', '--plan', ID]);
  assert.equal(shown.code, 0, shown.stderr);
  const bin = join(project.home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'msd'), `#!/bin/sh\nexec '${process.execPath}' '${MSD_BIN}' "$@"\n`, { mode: 0o755 });
  const environment = cleanEnvironment(project.home);
  const env = { ...environment, PATH: `${bin}:${environment['PATH'] ?? ''}` };
  execFileSync('/bin/sh', [], { cwd: project.root, input: shown.stdout, env, stdio: ['pipe', 'ignore', 'ignore'] });
  const held = await project.msd(['isolation', 'show', '--json']);
  return (JSON.parse(held.stdout) as { decisions: Recorded[] }).decisions;
}

function planned(t: TestContext, files: readonly string[] = ['src/a.ts']): TemporaryProject {
  const project = temporaryProject(t);
  project.plan(ID, { frontmatter: { files_modified: files } });
  project.commit('plan');
  return project;
}

const short = (records: readonly Recorded[]) =>
  records.map(({ isolation, reason, decidedBy, scope }) => [
    isolation,
    reason,
    decidedBy.producer,
    decidedBy.kind,
    scope.plan,
  ]);

test('execute-phase: the gate of a plan as plans are', async (t) => {
  assert.deepEqual(short(await follow(planned(t), ['execute-phase'])), [
    ['orchestrator-worktree', 'msd-makes-worktree', 'capability-gate', 'resolver', ID],
  ]);
});

test('execute-phase: the gate of a plan that touches a submodule is held', async (t) => {
  const project = planned(t, ['vendor/lib/index.js']);
  const library = join(project.home, 'library');
  mkdirSync(library);
  git(library, 'init', '--quiet', '-b', 'main');
  git(library, 'commit', '--quiet', '--allow-empty', '-m', 'start');
  project.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', library, 'vendor/lib');
  project.commit('submodule');
  const expected = [['none', 'plan-touches-submodule', 'per-plan-submodules', 'caller', ID]];
  assert.deepEqual(short(await follow(project, ['execute-phase'])), expected);
  assert.deepEqual(short(await follow(project, ['execute-phase'])), expected);
});

test('execute-plan: whole', async (t) => {
  assert.deepEqual(short(await follow(planned(t), ['execute-plan'])), [
    ['orchestrator-worktree', 'msd-makes-worktree', 'base-check', 'resolver', null],
    ['orchestrator-worktree', 'msd-makes-worktree', 'execute-plan-whole', 'resolver', ID],
  ]);
});

test('execute-plan: in segments', async (t) => {
  assert.deepEqual(short(await follow(planned(t), ['execute-plan', '--input', 'segments=true'])), [
    ['orchestrator-worktree', 'msd-makes-worktree', 'base-check', 'resolver', null],
    ['none', 'segmented-plan', 'execute-plan-segments', 'caller', ID],
  ]);
});

test('a tool that cannot isolate: held for the phase, and so for its plans', async (t) => {
  const records = short(await follow(planned(t), ['execute-plan', '--input', 'tool_isolates=false']));
  assert.deepEqual(records, [['none', 'tool-cannot-isolate', 'tool-capability', 'caller', null]]);
});

test('every producer of the vocabulary is named by a shipped step, or is the engine or a person', () => {
  const library = workflowLibrary(null);
  const found = library.workflows.flatMap(({ name }) => {
    const workflow = loadWorkflow(library, name);
    assert.ok(workflow.ok);
    return workflow.value.steps.flatMap((step) =>
      step.kind === 'command'
        ? (step.verbs ?? []).flatMap((call) => {
            const words = call.words.map((word) => word.join(''));
            const at = words.indexOf('--producer');
            return literalWords(call)[0] === 'isolation' && at !== -1 ? [words[at + 1]] : [];
          })
        : [],
    );
  });
  assert.deepEqual([...new Set([...found, 'engine', 'person'])].sort(), Object.keys(PRODUCERS).sort());
});
