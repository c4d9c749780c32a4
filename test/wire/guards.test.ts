import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CURSOR_GUARD, claudeCall, cursorStart, GUARD, runHook } from '../rig/guard.js';
import { exampleProject, type TemporaryProject } from '../rig/temporary-project.js';

/**
 * Across the whole wire: ids from the index, records by msd's own verbs, prompts from the shipped template, the answer of
 * both guards. Nothing is written by hand on both sides.
 */

const CALLERS = ['tool-capability', 'per-plan-submodules', 'execute-plan-segments', 'engine', 'person'];
const RESOLVERS = ['capability-gate', 'base-check', 'execute-plan-whole'];

async function ids(project: TemporaryProject): Promise<readonly string[]> {
  const index = await project.msd(['plan', 'index', '03', '--json']);
  return (JSON.parse(index.stdout) as { plans: { id: string }[] }).plans.map((plan) => plan.id);
}

async function promptOf(project: TemporaryProject, plan: string): Promise<string> {
  const shown = await project.msd(['dispatch', 'prompt', '--phase', '3', '--plan', plan, '--json']);
  assert.equal(shown.code, 0, shown.stderr);
  return (JSON.parse(shown.stdout) as { prompt: string }).prompt;
}

async function record(project: TemporaryProject, plan: string, ...words: readonly string[]): Promise<void> {
  const done = await project.msd(['isolation', 'record', '--phase', '3', '--plan', plan, ...words]);
  assert.equal(done.code, 0, done.stderr);
}

const claude = async (project: TemporaryProject, prompt: string, input = {}) => {
  const call = claudeCall(project.root, { prompt, ...input });
  return (await runHook(GUARD, { ...call, cwd: project.root }, { cwd: project.root })).answer;
};
const cursor = async (project: TemporaryProject, task: string) =>
  (await runHook(CURSOR_GUARD, cursorStart(project.root, { task }), { cwd: project.root })).answer;

async function started(t: TestContext) {
  const project = exampleProject(t);
  const [first = '', second = ''] = await ids(project);
  return { project, first, second };
}

for (const producer of [...CALLERS, ...RESOLVERS])
  test(`a plan recorded none by ${producer} runs unisolated on both hosts, and only that plan, also after a plain query`, async (t) => {
    const { project, first, second } = await started(t);
    await record(project, first, '--isolation', 'none', '--producer', producer);
    const query = await project.msd(['isolation', 'resolve', '--phase', '3', '--plan', first, '--json']);
    assert.equal((JSON.parse(query.stdout) as { isolation: string }).isolation, 'none');
    const prompt = await promptOf(project, first);
    assert.equal(await claude(project, prompt), null);
    assert.deepEqual(await cursor(project, prompt), {});

    await record(project, second, '--isolation', 'harness-worktree', '--harness-flag', 'isolation="worktree"');
    const other = await promptOf(project, second);
    const repaired = (await claude(project, other)) as {
      hookSpecificOutput: { updatedInput: Record<string, unknown> };
    };
    assert.equal(repaired.hookSpecificOutput.updatedInput['isolation'], 'worktree');
    assert.equal(repaired.hookSpecificOutput.updatedInput['prompt'], other);
    assert.equal(await claude(project, other, { isolation: 'worktree' }), null);
    assert.equal(((await cursor(project, other)) as { permission: string }).permission, 'deny');
  });
