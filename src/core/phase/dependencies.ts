import { type PhaseDirectory, referenceKey } from './phase-directory.js';
import type { PlanId, PlanNumber } from './plan-id.js';
import { numberIn, parseMarkerFirst, parseStem } from './plan-name.js';
import { parsePlanNumber, planNumberKey } from './plan-number.js';

/** A plan as far as a reference can name it. */
export interface NamedPlan {
  readonly id: PlanId;
  readonly file: string;
  readonly number: PlanNumber | null;
}

/** A plan of another phase, with the state that decides. */
export interface OutsidePlan extends NamedPlan {
  readonly complete: boolean;
  /** It counts neither way when its whole phase is meant. */
  readonly superseded: boolean;
}

/** What a token of `depends_on` means. */
export type Dependency =
  | { readonly kind: 'plan'; readonly plan: number }
  | { readonly kind: 'outside'; readonly phase: PhaseDirectory; readonly plan: OutsidePlan }
  | {
      readonly kind: 'phase';
      readonly phase: PhaseDirectory;
      readonly complete: boolean;
      readonly open: readonly PlanId[];
    }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

/** The other phases as a resolver asks for them. */
export interface OutsideWorld {
  /** All directories under `phases/` that are not parked, this phase's too. */
  readonly directories: readonly PhaseDirectory[];
  readonly plansOf: (directory: PhaseDirectory) => readonly OutsidePlan[];
}

/** Candidates named for one token. */
const NAMED_LIMIT = 10;
const UNKNOWN: Dependency = { kind: 'unknown' };
/** What may stand before `<directory>/<plan>`. */
const PATH_FRONT = new Set(['', '.', '..', '.planning', 'phases']);

/**
 * A function that finds the one plan a token means: in this phase first (id, file name, number, `<phase>-<plan>` with any
 * padding and any slug), then in others. What has several meanings or none is said, never guessed.
 */
export function dependencyResolver(
  own: PhaseDirectory,
  plans: readonly NamedPlan[],
  outside: OutsideWorld,
): (token: string) => Dependency {
  const names = nameTable(plans);
  const numbers = numberTable(plans);

  const byNumber = (number: PlanNumber): Dependency | null => {
    const found = numbers.get(planNumberKey(number)) ?? [];
    if (found.length > 1) return { kind: 'ambiguous', candidates: some(found.map((at) => plans[at]?.id ?? '')) };
    return found[0] === undefined ? null : { kind: 'plan', plan: found[0] };
  };

  const here = (name: string): Dependency | null => {
    const exact = names.exact.get(name) ?? names.folded.get(fold(name));
    if (exact !== undefined) return exact === null ? null : { kind: 'plan', plan: exact };
    if (/\s/.test(name)) return null;
    const bare = withoutSuffix(name);
    const marked = parseMarkerFirst(bare, 'PLAN', own);
    if (marked?.number != null) return marked.phase === 'other' ? null : byNumber(marked.number);
    const alone = parsePlanNumber(bare);
    if (alone !== null) return byNumber(alone);
    const stem = parseStem(bare, own);
    return stem.phase === 'own' && stem.number !== null ? byNumber(stem.number) : null;
  };

  const meaning = (token: string): Dependency => {
    const text = clean(token);
    const slash = text.lastIndexOf('/');
    if (slash >= 0) {
      const front = text.slice(0, slash).split('/');
      const phases = directoriesNamed(front.pop() ?? '', own, outside);
      if (!front.every((segment) => PATH_FRONT.has(segment))) return UNKNOWN;
      const name = text.slice(slash + 1);
      if (phases.some((phase) => phase.dir === own.dir)) return here(name) ?? UNKNOWN;
      return oneOf(phases, (phase) => planIn(phase, name, outside)) ?? UNKNOWN;
    }
    return here(text) ?? elsewhere(text, own, outside) ?? UNKNOWN;
  };

  // Where plans depend on many, most tokens come again.
  const known = new Map<string, Dependency>();
  return (token) => {
    const found = known.get(token) ?? meaning(token);
    known.set(token, found);
    return found;
  };
}

/** A plan or a phase that is not this one. */
function elsewhere(text: string, own: PhaseDirectory, outside: OutsideWorld): Dependency | null {
  if (/\s/.test(text)) return null;
  const others = { ...outside, directories: outside.directories.filter((phase) => phase.dir !== own.dir) };
  const bare = withoutSuffix(text);
  const whole = others.directories.filter((phase) => phase.dir === text);
  const meant = whole.length > 0 ? whole : directoriesNamed(bare, own, others);
  if (meant.length > 0) return wholePhase(meant, outside);
  const segments = bare.replace(/^phase-(?=[0-9])/i, '').split('-');
  for (const length of [2, 1]) {
    if (segments.length <= length) continue;
    const phases = directoriesNamed(segments.slice(0, length).join('-'), own, others);
    const found = oneOf(phases, (phase) => planIn(phase, bare, outside, segments.slice(length)));
    if (found !== null) return found;
  }
  return null;
}

function wholePhase(phases: readonly PhaseDirectory[], outside: OutsideWorld): Dependency {
  const phase = phases[0];
  if (phase === undefined || phases.length > 1)
    return { kind: 'ambiguous', candidates: some(phases.map((one) => one.dir)) };
  const plans = outside.plansOf(phase).filter((plan) => !plan.superseded || plan.complete);
  const open = plans.filter((plan) => !plan.complete).map((plan) => plan.id);
  return { kind: 'phase', phase, complete: plans.length > 0 && open.length === 0, open };
}

/** The directories that a text names: by the whole name, by their id, or by a short id where nothing else has it. */
function directoriesNamed(text: string, own: PhaseDirectory, outside: OutsideWorld): readonly PhaseDirectory[] {
  const exact = outside.directories.filter((phase) => phase.dir === text);
  if (exact.length > 0) return exact;
  const key = referenceKey(text);
  const byId = outside.directories.filter((phase) => phase.ids.includes(key));
  if (byId.length > 0) return byId;
  return outside.directories.filter((phase) => phase.family === own.family && phase.shortIds.includes(key));
}

/** The plan of that phase that a name means. */
function planIn(
  phase: PhaseDirectory,
  name: string,
  outside: OutsideWorld,
  behind?: readonly string[],
): Dependency | null {
  const plans = outside.plansOf(phase);
  const bare = withoutSuffix(name);
  const exact = plans.find((plan) => plan.id === bare || plan.file === name || plan.file === `${name}.md`);
  if (exact) return { kind: 'outside', phase, plan: exact };
  const stem = behind ? numberIn(behind) : (parseMarkerFirst(bare, 'PLAN', phase) ?? parseStem(bare, phase));
  if (stem?.number == null || ('phase' in stem && stem.phase === 'other')) return null;
  const key = planNumberKey(stem.number);
  const found = plans.filter((plan) => plan.number !== null && planNumberKey(plan.number) === key);
  if (found.length > 1) return { kind: 'ambiguous', candidates: some(found.map((plan) => plan.id)) };
  return found[0] ? { kind: 'outside', phase, plan: found[0] } : null;
}

/** The one answer among several phases; several answers are ambiguous. */
function oneOf(
  phases: readonly PhaseDirectory[],
  ask: (phase: PhaseDirectory) => Dependency | null,
): Dependency | null {
  const answers = phases.map(ask).filter((answer) => answer !== null);
  if (answers.length < 2) return answers[0] ?? null;
  return { kind: 'ambiguous', candidates: some(phases.map((phase) => phase.dir)) };
}

/** Enough of many names. */
function some(names: readonly string[]): readonly string[] {
  return names.slice(0, NAMED_LIMIT);
}

/** Every name of every plan; null where two share it. */
function nameTable(plans: readonly NamedPlan[]) {
  const exact = new Map<string, number | null>();
  const folded = new Map<string, number | null>();
  plans.forEach((plan, at) => {
    for (const name of new Set([plan.id, plan.file, plan.file.slice(0, -3)])) {
      exact.set(name, exact.has(name) ? null : at);
      const key = fold(name);
      folded.set(key, folded.has(key) && folded.get(key) !== at ? null : at);
    }
  });
  return { exact, folded };
}

function numberTable(plans: readonly NamedPlan[]): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, number[]>();
  plans.forEach((plan, at) => {
    if (plan.number === null) return;
    const key = planNumberKey(plan.number);
    const alike = table.get(key);
    if (alike) alike.push(at);
    else table.set(key, [at]);
  });
  return table;
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Without quotes around it; forward slashes; no `./` in front. */
function clean(token: string): string {
  const text = token
    .trim()
    .replace(/^([`"'])(.*)\1$/, '$2')
    .replaceAll('\\', '/');
  return text
    .trim()
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
}

function withoutSuffix(name: string): string {
  return name.replace(/\.md$/, '').replace(/-PLAN$/, '');
}
