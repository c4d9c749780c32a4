#!/usr/bin/env node
// The example agent: what msd starts with `--agent-command "node examples/agent.js"`. It is a program, not a model: its
// plans spell out each edit. Otherwise it does what an agent does: it reads its prompt and its plan, edits, checks,
// commits task by task, writes the SUMMARY and answers. `agent/mode.js` lists how it can be told to misbehave.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { AFTER_FIRST_TASK, AT_THE_END, BESIDES, INSTEAD_OF_TASKS } from './agent/misbehave.js';
import { modeOf } from './agent/mode.js';
import { readPlan } from './agent/plan.js';
import { askPerson, propose, say, stray } from './agent/speak.js';
import { writeSummary } from './agent/summary.js';
import { heldAtGate, pause } from './agent/timing.js';
import { workplace } from './agent/workplace.js';

const { MSD_PLAN_FILE, MSD_RESULT_FILE, MSD_WORKTREE } = process.env;
if (!MSD_PLAN_FILE) {
  console.error('agent.js is started by msd: msd execute-phase 03 --agent-command "node examples/agent.js"');
  process.exitCode = 2;
} else {
  const { exitCode, answer } = await work(MSD_WORKTREE ?? process.cwd(), MSD_PLAN_FILE).catch(failed);
  if (MSD_RESULT_FILE && answer) writeFileSync(MSD_RESULT_FILE, answer.raw ?? JSON.stringify(answer));
  process.exitCode = exitCode;
}

async function work(worktree, planFile) {
  const prompt = readFileSync(0, 'utf8');
  const text = readFileSync(planFile, 'utf8');
  const plan = readPlan(planFile, text);
  const mode = modeOf(plan.id, text, process.env);
  const place = workplace(worktree);
  console.log(`the plan has ${counted(plan)}`);
  await heldAtGate(plan.id);
  if (Object.hasOwn(INSTEAD_OF_TASKS, mode)) return INSTEAD_OF_TASKS[mode];
  if (mode === 'strays')
    console.log(
      `notices: ${stray()
        .map((one) => one.text)
        .join(' | ')}`,
    );
  if (mode === 'proposes') console.log(`proposal ${propose('Also tidy the README?') ? 'accepted' : 'declined'}`);

  for (const [i, task] of plan.tasks.entries()) {
    const subject = `feat(${plan.number}): ${task.name}`;
    if (place.git('log', '--format=%s').split('\n').includes(subject)) continue;
    console.log(`task ${i + 1}/${plan.tasks.length}: ${task.name}`);
    await pause();
    for (const edit of task.edits) place.edit(edit);
    if (task.verify) place.check(task.verify);
    if (mode === 'uncommitted' && i === plan.tasks.length - 1) break;
    place.commit(task.files, subject);
    if (i === 0 && mode === 'checkpoint' && !prompt.includes('The answer is')) return asks(plan);
    if (i === 0 && mode === 'asks' && !prompt.includes('The answer is')) return asksItself(plan);
    if (i === 0 && Object.hasOwn(AFTER_FIRST_TASK, mode)) return await AFTER_FIRST_TASK[mode]({ place });
  }

  BESIDES[mode]?.({ worktree, plan, place });
  const summary = mode === 'no-summary' ? null : writeSummary(worktree, planFile, plan);
  if (summary) place.commit([summary], `docs(${plan.number}): summary`);
  AT_THE_END[mode]?.({ worktree, place });
  if (mode === 'says-done') return saysDone();
  const answer = { status: 'done', summary: `${counted(plan)}, checked and committed` };
  return { exitCode: 0, answer: mode === 'bad-result' ? { raw: '{"status": done' } : answer };
}

function asks(plan) {
  return { exitCode: 0, answer: { status: 'checkpoint', question: `Shall ${plan.id} go on?` } };
}

/** Asks in the ledger and ends without another word. */
function asksItself(plan) {
  askPerson(`May ${plan.id} go on?`);
  return { exitCode: 0, answer: null };
}

/** Answers in the ledger only; its exit code says nothing. */
function saysDone() {
  say('STATUS', 'all committed');
  say('DONE', 'done as planned');
  return { exitCode: 3, answer: null };
}

function failed(error) {
  console.error(error.message);
  return { exitCode: 1, answer: { status: 'failed', reason: error.message.slice(0, 500) } };
}

function counted(plan) {
  return plan.tasks.length === 1 ? '1 task' : `${plan.tasks.length} tasks`;
}
