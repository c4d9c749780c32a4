import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { judgeWrite } from '#hooks/lib/write-place.js';
import { writeCallOf } from '#root/hooks/msd-write-guard.js';
import { git } from './git.js';
import { type TemporaryProject, temporaryProject } from './temporary-project.js';

/** The host's id of the executor at work. */
export const AGENT = 'a1b2c3';

export interface WritePlaces {
  readonly project: TemporaryProject;
  /** The worktree that Claude Code made for the executor. */
  readonly home: string;
  /** One that msd made, for another plan. */
  readonly ours: string;
}

/** A project with the worktrees of two executors, and a file that git tracks. */
export function writePlaces(t: TestContext, config?: unknown): WritePlaces {
  const project = temporaryProject(t, config === undefined ? {} : { config });
  project.write('src/auth.txt', 'one\n');
  project.commit('a file');
  const home = project.path('.claude/worktrees', `agent-${AGENT}`);
  project.git('worktree', 'add', '--quiet', '-b', `worktree-agent-${AGENT}`, home);
  const ours = project.path('.msd/worktrees/r-1/03-02-two');
  project.git('worktree', 'add', '--quiet', '-b', 'msd/r-1/03-02-two', ours);
  const owner = { run: 'r-1', plan: '03-02-two', base: project.git('rev-parse', 'HEAD') };
  writeFileSync(join(git(ours, 'rev-parse', '--absolute-git-dir'), 'msd-owner.json'), JSON.stringify(owner));
  return { project, home, ours };
}

type Json = Record<string, unknown>;

/** Claude Code's question before a file is written; as recorded, with the fields of an agent. */
export function claudeWrite(cwd: string, file: unknown, more: Json = {}): Json {
  const base = { session_id: 's1', transcript_path: '/t.jsonl', cwd, prompt_id: 'p1', permission_mode: 'acceptEdits' };
  const agent = { agent_id: AGENT, agent_type: 'msd:msd-executor' };
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: file, content: 'x' } };
  return { ...base, ...agent, ...call, ...more };
}

/** What the guard makes of a payload in an environment. */
export function judged(payload: unknown, env: NodeJS.ProcessEnv = {}) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const call = writeCallOf({ text, problem: null }, { HOME: '/home/nobody', ...env });
  return judgeWrite(call);
}
