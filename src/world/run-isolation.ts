import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok } from '../core/result.js';
import { violations } from './attestations.js';
import { clearDecisions, writeDecision } from './isolation-sentinel.js';
import type { Project } from './project.js';
import type { Clock, IsolationWorld } from './world.js';

/** The isolation sentinel as a run uses it. */
export function createRunIsolation(project: Project, clock: Pick<Clock, 'now'>): IsolationWorld {
  return {
    async recordPlace({ run, phase, plan, worktree }) {
      const written = await writeDecision(
        project,
        {
          isolation: 'orchestrator-worktree',
          harnessFlag: null,
          reason: 'run-decided',
          decidedBy: { producer: 'engine', kind: 'caller' },
          scope: { run, phase, plan },
          worktree,
        },
        clock.now().getTime(),
        false,
      );
      return written.ok ? ok(null) : fail({ reason: written.error.reason });
    },
    async openViolations() {
      const found = violations(project);
      if (!found.ok) return [`${found.error.path} cannot be read: ${found.error.cause}`];
      return found.value.map(
        ({ type, agent, cwd }) => `${cleanText(type)} ${cleanText(agent)} in ${cleanText(cwd, 200)}`,
      );
    },
    async forgetRun(run) {
      await clearDecisions(project, { run }, clock.now().getTime());
    },
  };
}
