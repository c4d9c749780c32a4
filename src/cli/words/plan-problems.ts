import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PlanProblem } from '../../core/phase/problems.js';
import { unreachable } from '../../core/unreachable.js';

/** A value out of a file, ready to be shown. */
const q = (value: string): string => `"${cleanText(value, 64)}"`;

/** Names out of a file or a directory, ready to be shown; what is too many is counted. */
function names(values: readonly string[], limit = 6): string {
  const shown = values.slice(0, limit).map((value) => cleanText(value, 120));
  return values.length > limit ? `${shown.join(', ')} and ${values.length - limit} more` : shown.join(', ');
}

const FRONTMATTER_FIRST = 'put it between two lines of three dashes at the very start of the file';

/** One sentence for a person: what was found and what mends it. The code beside it is the promise; these words are not. */
export function planProblemText(problem: PlanProblem): string {
  switch (problem.code) {
    case 'frontmatter-missing':
      return 'there is no frontmatter, so nobody says what the plan depends on and which files it touches; it runs alone';
    case 'frontmatter-late':
      return `the frontmatter stands behind other text and counts for nothing; ${FRONTMATTER_FIRST}`;
    case 'frontmatter-fenced':
      return `the frontmatter stands in a code block and counts for nothing; ${FRONTMATTER_FIRST}`;
    case 'frontmatter-unclosed':
      return 'the frontmatter has no end: close it with a line of three dashes';
    case 'frontmatter-invalid':
      return `the frontmatter cannot be read as YAML: ${yamlCause(problem.cause)}`;
    case 'key-twice':
      return `the key ${q(problem.key)} stands twice, so nobody knows which one counts; keep one`;
    case 'nested-key-twice':
      return `the key ${q(problem.key)} stands twice in one map; keep one`;
    case 'key-ignored':
      return `the key ${q(problem.key)} is not read; ${problem.instead} is`;
    case 'depends-on-type':
    case 'value-type':
    case 'wave-invalid':
    case 'autonomous-invalid':
      return `${cleanText(problem.key)} is ${q(problem.found)}; accepted: ${problem.accepted}${consequence(problem.code)}`;
    case 'file-unreadable':
      return `the file cannot be read: ${cleanText(problem.cause, 120)}`;
    case 'plan-name':
      return `a plan is called ${problem.accepted}; this one is taken as it is`;
    case 'plan-name-unlisted':
      return `it is called a plan, but has neither a plan's number nor frontmatter, and is left out; a plan is called ${problem.accepted}`;
    case 'plan-other-phase':
      return `its name begins with another phase's number than ${q(problem.phase)}, in whose directory it lies`;
    case 'plan-below-phase':
      return 'plans lie directly in the directory of their phase; this one lies in a folder below it and is left out';
    case 'plan-id-unfit':
      return `${q(problem.id)} cannot be a plan's id: ${ID_FAULTS[problem.fault]}; rename the file`;
    case 'plan-number-twice':
      return `plan number ${q(problem.number)} is given to ${names(problem.plans)}; a number means one plan of a phase`;
    case 'no-plans':
      return `no plan of this phase can be taken: ${names(problem.files)}; a plan is called <phase>-<plan>[-slug]-PLAN.md and lies directly here`;
    case 'plans-ignored':
      return `the phase has no plan; ignored: ${names(problem.files)}. A plan is called <phase>-<plan>[-slug]-PLAN.md`;
    case 'dependency-unknown':
      return `depends_on names ${q(problem.token)}, and no plan is called so; known are a plan's id, its number, and <phase>-<plan>`;
    case 'dependency-self':
      return `depends_on names ${q(problem.token)}, which is this plan itself`;
    case 'dependency-ambiguous':
      return `depends_on names ${q(problem.token)}, which may be ${names(problem.candidates)}; give the whole name`;
    case 'dependency-phase':
      return `depends_on names ${q(problem.token)}, which is the whole phase ${cleanText(problem.phase, 120)}: it waits for all its plans (${problem.complete ? 'they are complete' : 'not complete'})`;
    case 'dependency-incomplete':
      return `waits for ${cleanText(problem.dependency, 120)} of phase ${cleanText(problem.phase, 120)}, which is not complete`;
    case 'dependency-cycle':
      return `the plans wait for each other: ${circle(problem.path)}; none of them can run`;
    case 'dependency-cycle-done':
      return `the plans wait for each other: ${circle(problem.path)}; one is complete, so the others can run`;
    case 'wave-conflict':
      return `it declares wave ${problem.declared}, but depends on ${cleanText(problem.dependency, 120)} of wave ${problem.its}; depends_on decides`;
    case 'summary-unreadable':
      return `the summary cannot be read: ${yamlCause(problem.cause)}; the plan is not run again`;
    case 'summary-status':
      return `the summary's status is ${q(problem.word)}, which says neither that the plan is complete nor that it is not; accepted: complete, completed, done, passed, halted, blocked, failed, partial`;
    case 'summary-not-done':
      return `the summary's status is ${q(problem.word)}; the plan is not complete, and does not run again while the summary stands`;
    case 'summary-ambiguous':
      return `the summary may belong to ${names(problem.plans)}; name it after its plan: <plan id>-SUMMARY.md`;
    case 'plan-status-parked':
      return `the plan's status is ${q(problem.word)}; it does not run`;
    case 'plan-status-done':
      return `the plan's status is ${q(problem.word)}, but it has no summary that says so; it does not run, and what depends on it waits`;
    case 'plan-status-unknown':
      return `the plan's status is ${q(problem.word)}, which msd does not know; it does not run. Accepted: pending, superseded, deferred, or none`;
    case 'files-unknown':
      return 'files_modified is missing or is not a list of paths, so nobody knows what the plan touches; it runs alone';
    case 'files-entry':
      return `the entry ${q(problem.entry)} is not a path, so nobody knows what the plan touches; it runs alone`;
    case 'files-outside':
      return `the path ${q(problem.entry)} leads out of the project and is not taken; the plan runs alone`;
    case 'files-undeclared':
      return `its text names files that files_modified does not: ${names(problem.paths)}`;
    case 'overlaps-cut':
      return `more than ${problem.listed} pairs of plans touch the same files; the list ends there, the schedule keeps all apart`;
    default:
      return unreachable(problem);
  }
}

const ID_FAULTS: Readonly<Record<string, string>> = {
  empty: 'it is empty',
  'too-long': 'it is longer than 200 characters',
  'unfit-character': 'it holds a quote, a bracket, a dollar sign, a backtick, or a hidden character',
  'reserved-word': 'it is a word that stands for a missing value',
};

function consequence(code: PlanProblem['code']): string {
  switch (code) {
    case 'wave-invalid':
      return '; it is left out of account';
    case 'autonomous-invalid':
      return '; it is taken as false';
    default:
      return '';
  }
}

function circle(path: readonly string[]): string {
  const shown = path.length > 12 ? [...path.slice(0, 11), `… ${path.length - 11} more`] : path;
  return [...shown, path[0] ?? ''].map((id) => cleanText(id, 80)).join(' → ');
}

/** What a YAML parser says, with what usually is behind it. */
function yamlCause(cause: string): string {
  const said = cleanText(cause, 160);
  if (/indentation of a|multiline key|expected ':'/.test(cause))
    return `${said}; often a value that holds ": ", or begins with a quote or a bracket and goes on behind it: put the whole value in quotes`;
  if (/escape sequence/.test(cause)) return `${said}; use single quotes around a value with a backslash`;
  if (/tab character/.test(cause)) return `${said}; use spaces`;
  return said;
}
