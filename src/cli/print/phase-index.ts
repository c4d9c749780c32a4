import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PhaseIndex, PlanEntry } from '../../core/phase/plan-index.js';
import type { PlanProblem } from '../../core/phase/problems.js';
import { planProblemText } from '../words/plan-problems.js';

/** The index as `--json` prints it: each problem with its message. */
export function phaseIndexJson(index: PhaseIndex): unknown {
  return { ...index, problems: index.problems.map(problemJson) };
}

export function problemJson(problem: PlanProblem): unknown {
  const { code, severity, file, line, plan, blocks, ...details } = problem;
  const known = { code, severity, file, line, plan, blocks, message: planProblemText(problem) };
  return Object.keys(details).length > 0 ? { ...known, details } : known;
}

/** `path:line: severity: message [code]`. */
export function problemLine(problem: PlanProblem): string {
  const place = `${cleanText(problem.file, 300)}${problem.line === null ? '' : `:${problem.line}`}`;
  return `${place}: ${problem.severity}: ${planProblemText(problem)} [${problem.code}]`;
}

/** Overlaps and warnings listed for a person; the rest is counted. */
const LISTED = 20;

/** The index for a person: a line for each plan by wave, who keeps whom apart, and what is wrong. */
export function phaseIndexText(index: PhaseIndex): string {
  const { phase, plans } = index;
  const title = `phase ${cleanText(phase.token, 120)}${phase.name === null ? '' : ` ${cleanText(phase.name, 120)}`}: ${count(plans.length, 'plan')}`;
  const complete = plans.filter((plan) => plan.status === 'complete').length;
  const runnable = plans.filter((plan) => plan.runnable).length;
  const lines = [plans.length === 0 ? title : `${title}, ${complete} complete, ${runnable} runnable now`];
  const width = plans.reduce((widest, plan) => Math.max(widest, Math.min(48, plan.id.length)), 0);
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  index.waves.forEach((ids, i) => {
    lines.push('', `wave ${i + 1}`);
    for (const id of ids) lines.push(planLine(byId.get(id) as PlanEntry, width));
  });
  const unplaced = plans.filter((plan) => plan.wave === null);
  if (unplaced.length > 0) lines.push('', 'in no wave');
  for (const plan of unplaced) lines.push(planLine(plan, width));
  if (index.overlaps.length > 0) {
    lines.push('', 'not at the same time');
    for (const {
      plans: [a, b],
      paths,
    } of index.overlaps.slice(0, LISTED))
      lines.push(
        `  ${cleanText(a, 120)} and ${cleanText(b, 120)}: ${paths.map((path) => cleanText(path, 120)).join(', ')}`,
      );
    if (index.overlaps.length > LISTED) lines.push(`  and ${index.overlaps.length - LISTED} more pairs`);
  }
  if (index.problems.length > 0) lines.push('', problemLines(index.problems).join('\n'));
  return lines.join('\n');
}

/** Every error, and warnings up to a bound. */
export function problemLines(problems: readonly PlanProblem[]): readonly string[] {
  const errors = problems.filter((problem) => problem.severity === 'error');
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  const lines = [...errors, ...warnings.slice(0, LISTED)].map(problemLine);
  if (warnings.length > LISTED) lines.push(`and ${warnings.length - LISTED} more warnings (--json lists all)`);
  return lines;
}

function planLine(plan: PlanEntry, width: number): string {
  const title = plan.title === null ? '' : `  ${cleanText(plan.title, 60)}`;
  return `  ${cleanText(plan.id, 120).padEnd(width)}  ${stateOf(plan).padEnd(10)}${title}${waiting(plan)}`.trimEnd();
}

function stateOf(plan: PlanEntry): string {
  if (plan.status !== 'incomplete') return plan.status;
  if (plan.runnable) return 'runnable';
  return plan.blockedBy.length > 0 ? 'waiting' : 'not run';
}

function waiting(plan: PlanEntry): string {
  if (plan.runnable && !plan.autonomous) return '  (stops for a person)';
  if (plan.blockedBy.length === 0) return '';
  const shown = plan.blockedBy.slice(0, 4).map((id) => cleanText(id, 60));
  const more = plan.blockedBy.length > 4 ? ` and ${plan.blockedBy.length - 4} more` : '';
  return `  (after ${shown.join(', ')}${more})`;
}

/** `1 plan`, `2 plans`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
