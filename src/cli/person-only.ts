import type { TokenPresent } from '../core/channels/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { InAgentWorktree } from '../core/world-failures.js';
import type { Project } from '../world/project.js';
import type { Io } from './io.js';

/** The variable that carries an agent's own token (DESIGN §13). */
export const TOKEN_VARIABLE = 'MSD_AGENT_TOKEN';

/** The token in the environment, or null. */
export function tokenOf(io: Io): string | null {
  const token = io.env[TOKEN_VARIABLE];
  return token === undefined || token === '' ? null : token;
}

/** Refuses what is a person's to do, where an agent does it: in a worktree made for one, or with its token. */
export function personOnly(io: Io, project: Project, command: string): Result<null, TokenPresent | InAgentWorktree> {
  if (tokenOf(io) !== null) return fail({ reason: 'token-present', command });
  if (project.agentWorktree === null) return ok(null);
  return fail({ reason: 'in-agent-worktree', dir: project.checkout ?? io.cwd, mainCheckout: project.root });
}
