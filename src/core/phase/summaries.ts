import { plainLines } from './frontmatter-split.js';
import { keyLines, readFrontmatter } from './frontmatter.js';
import type { PhaseListing, PlanFile } from './plan-listing.js';
import { parseSummaryStem, plansOfSummary } from './plan-name.js';
import { planNumberKey } from './plan-number.js';
import type { PhaseSource } from './phase-source.js';
import { type PlanProblem, problem } from './problems.js';
import { type SummaryMeaning, summaryMeaning } from './status-words.js';
import type { ReadYaml } from './yaml-map.js';

/** What the summaries say of one plan; null where there is none. */
export type SummaryState = Exclude<SummaryMeaning, 'unknown'> | 'unclear' | null;

/** For each plan, by position, the summaries that are its own: by name, else by the phase and number in theirs. */
export function pairSummaries(
  listing: PhaseListing,
  source: PhaseSource,
): { readonly pairs: readonly (readonly string[])[]; readonly problems: readonly PlanProblem[] } {
  const { plans, summaries } = listing;
  const positions = new Map(plans.map((plan, i) => [plan.file, i]));
  const pairs: string[][] = plans.map(() => []);
  const left: string[] = [];
  for (const summary of summaries) {
    const position = plansOfSummary(summary)
      .map((name) => positions.get(name))
      .find((at) => at !== undefined);
    if (position === undefined) left.push(summary);
    else pairs[position]?.push(summary);
  }
  const problems: PlanProblem[] = [];
  const byNumber = numberedPlans(plans);
  const named = new Set(pairs.flatMap((pair, i) => (pair.length > 0 ? [i] : [])));
  const nobodys: string[] = [];
  /** First plans of numbers that were told of: once for each is enough. */
  const told = new Set<number>();
  for (const summary of left) {
    const stem = parseSummaryStem(summary, source.directory);
    const all = stem?.number == null || stem.phase === 'other' ? [] : (byNumber.get(planNumberKey(stem.number)) ?? []);
    const candidates = all.filter((at) => stem?.phase === 'own' || plans[at]?.stem.phase === 'none');
    const position = candidates[0];
    if (position === undefined) {
      if (stem?.phase !== 'other') nobodys.push(summary);
    } else if (candidates.length === 1) {
      if (!named.has(position)) pairs[position]?.push(summary);
    } else if (candidates.some((at) => !named.has(at)) && !told.has(position)) {
      told.add(position);
      const files = candidates.map((at) => plans[at]?.file ?? '');
      const facts = { code: 'summary-ambiguous', plans: files } as const;
      problems.push(problem(facts, { file: `${source.path}/${summary}` }));
    }
  }
  // A phase of one plan without a number: its one summary is the plan's, however it is numbered.
  if (plans.length === 1 && plans[0]?.stem.number === null && pairs[0]?.length === 0 && nobodys.length === 1)
    pairs[0].push(...nobodys);
  return { pairs, problems };
}

function numberedPlans(plans: readonly PlanFile[]): ReadonlyMap<string, readonly number[]> {
  const byNumber = new Map<string, number[]>();
  plans.forEach(({ stem }, i) => {
    if (stem.number === null) return;
    const key = planNumberKey(stem.number);
    const alike = byNumber.get(key);
    if (alike) alike.push(i);
    else byNumber.set(key, [i]);
  });
  return byNumber;
}

/** How far a plan is by its summaries; the worst one counts. */
export function readSummaryState(
  source: PhaseSource,
  plan: PlanFile,
  summaries: readonly string[],
  readYaml: ReadYaml,
): { readonly state: SummaryState; readonly problems: readonly PlanProblem[] } {
  const problems: PlanProblem[] = [];
  let state: SummaryState = null;
  for (const summary of summaries) {
    const place = { file: `${source.path}/${summary}`, plan: plan.id };
    const read = source.read(summary);
    const status = read.ok ? summaryStatus(read.text, readYaml) : { word: null, cause: read.cause, line: null };
    if (status.cause !== null)
      problems.push(problem({ code: 'summary-unreadable', cause: status.cause }, { ...place, line: status.line }));
    const meaning = read.ok ? summaryMeaning(status.word) : 'unknown';
    if (meaning === 'unknown' && read.ok)
      problems.push(problem({ code: 'summary-status', word: status.word ?? '' }, { ...place, line: status.line }));
    if (meaning === 'partial' || (meaning === 'blocked' && /fail/i.test(status.word ?? '')))
      problems.push(problem({ code: 'summary-not-done', word: status.word ?? '' }, { ...place, line: status.line }));
    if (state === null || state === 'complete') state = meaning === 'unknown' ? 'unclear' : meaning;
  }
  return { state, problems };
}

interface SummaryStatus {
  readonly word: string | null;
  /** Why its frontmatter cannot be read; null where it can. */
  readonly cause: string | null;
  readonly line: number | null;
}

const STATUS_LINE = /^status[ \t]*:[ \t]*(.*)$/m;

function summaryStatus(text: string, readYaml: ReadYaml): SummaryStatus {
  const plain = plainLines(text);
  if (!/\S/.test(plain)) return { word: null, cause: 'it is empty', line: null };
  const frontmatter = readFrontmatter(plain, readYaml, 'summary');
  if (frontmatter.kind === 'missing') return { word: null, cause: null, line: null };
  if (frontmatter.kind === 'unreadable') {
    // Of what cannot be read as a whole, the one line that matters still can.
    const found = STATUS_LINE.exec(frontmatter.yaml)?.[1];
    const word = found === undefined ? null : found.replace(/[ \t]+#.*$/, '').replace(/^(["'])(.*)\1$/, '$2');
    const { facts, line } = frontmatter.problem;
    return { word: word === '' ? null : word, cause: 'cause' in facts ? facts.cause : facts.code, line };
  }
  const value = frontmatter.map.get('status');
  if (value === undefined || value === '') return { word: null, cause: null, line: null };
  const word = typeof value === 'string' ? value : 'not a text';
  const line = summaryMeaning(word) === 'complete' ? null : keyLines(frontmatter.yaml, 'status').first;
  return { word, cause: null, line };
}
