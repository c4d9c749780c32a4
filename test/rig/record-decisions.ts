import process from 'node:process';
import type { IsolationDecision } from '../../src/core/isolation/decision.js';
import { writeDecision } from '../../src/world/isolation-sentinel.js';
import { openProject } from '../../src/world/project.js';
import { must } from './must.js';

/**
 * A process that records decisions: `node record-decisions.js ROOT COUNT PLAN…`. Writes every plan of the list COUNT times
 * (0: for ever) and prints a line after each, for tests of writers beside each other and of writers that are killed.
 */
const [root = '', count = '1', ...plans] = process.argv.slice(2);
const project = must(openProject(root));
const decision: IsolationDecision = {
  isolation: 'none',
  harnessFlag: null,
  reason: 'plan-touches-submodule',
  decidedBy: { producer: 'per-plan-submodules', kind: 'caller' },
};
for (let i = 0; count === '0' || i < Number(count); i++)
  for (const plan of plans) {
    const scope = { run: null, phase: '03', plan };
    must(await writeDecision(project, { ...decision, scope, worktree: null }, Date.now(), false));
    process.stdout.write(`${plan}\n`);
  }
