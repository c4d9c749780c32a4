import type { Failure } from '../core/failure.js';
import { ok, type Result } from '../core/result.js';
import { openWorktreeTools, type WorktreeTools } from '../world/git/worktree-tools.js';
import { openProject, type Project } from '../world/project.js';
import type { Io } from './io.js';

/** The project that the command was given in, and what can be done with the worktrees of its repository. */
export async function openWorktrees(
  io: Io,
): Promise<Result<{ readonly project: Project; readonly tools: WorktreeTools }, Failure>> {
  const project = openProject(io.cwd);
  if (!project.ok) return project;
  const { rootCheckout, root, msd } = project.value;
  const tools = await openWorktreeTools(rootCheckout ?? root, msd, io.env);
  return tools.ok ? ok({ project: project.value, tools: tools.value }) : tools;
}
