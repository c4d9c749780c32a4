import { unreachable } from '../unreachable.js';
import { type Dependency, dependencyResolver } from './dependencies.js';
import { outsideWorld } from './outside-plans.js';
import type { OtherPhases, PhaseSource } from './phase-source.js';
import type { PlanId } from './plan-id.js';
import type { PlanEntry } from './plan-index.js';
import type { PlanRecord } from './plan-record.js';
import { type PlanProblem, type ProblemFacts, problem } from './problems.js';
import type { ReadYaml } from './yaml-map.js';

/** What one plan depends on. */
export interface PlanDependencies {
  /** Positions of plans of this phase. */
  readonly inside: readonly number[];
  readonly outside: PlanEntry['dependsOnOutside'];
  /** Of those outside, what is not complete: plan ids, or a phase's directory for a whole phase. */
  readonly waitsOutside: readonly string[];
}

/** Finds for every plan what its `depends_on` means, and tells what means nothing or too much. */
export function resolveDependencies(
  source: PhaseSource,
  records: readonly PlanRecord[],
  others: OtherPhases,
  readYaml: ReadYaml,
): { readonly dependencies: readonly PlanDependencies[]; readonly problems: readonly PlanProblem[] } {
  const plans = records.map(({ plan }) => ({ id: plan.id, file: plan.file, number: plan.stem.number }));
  const resolve = dependencyResolver(source.directory, plans, outsideWorld(others, readYaml));
  const problems: PlanProblem[] = [];
  const dependencies = records.map((record, position) => {
    const inside = new Set<number>();
    const outside: { phase: string; plan: PlanId | null; complete: boolean }[] = [];
    const waitsOutside: string[] = [];
    for (const token of record.fields.dependsOn) {
      const found = resolve(token);
      const facts = factsOf(found, token, position);
      if (facts !== null) {
        const place = { file: `${source.path}/${record.plan.file}`, plan: record.plan.id };
        problems.push(problem(facts, { ...place, line: record.lineOfDependency(token) }));
      }
      if (found.kind === 'plan' && found.plan !== position) inside.add(found.plan);
      else if (found.kind === 'outside') {
        const { phase, plan } = found;
        outside.push({ phase: phase.dir, plan: plan.id, complete: plan.complete });
        if (!plan.complete) waitsOutside.push(plan.id);
      } else if (found.kind === 'phase') {
        outside.push({ phase: found.phase.dir, plan: null, complete: found.complete });
        if (!found.complete) waitsOutside.push(...(found.open.length > 0 ? found.open : [found.phase.dir]));
      }
    }
    return { inside: [...inside], outside, waitsOutside };
  });
  return { dependencies, problems };
}

function factsOf(found: Dependency, token: string, own: number): ProblemFacts | null {
  switch (found.kind) {
    case 'plan':
      return found.plan === own ? { code: 'dependency-self', token } : null;
    case 'outside':
      if (found.plan.complete) return null;
      return { code: 'dependency-incomplete', token, phase: found.phase.dir, dependency: found.plan.id };
    case 'phase':
      return { code: 'dependency-phase', token, phase: found.phase.dir, complete: found.complete };
    case 'ambiguous':
      return { code: 'dependency-ambiguous', token, candidates: found.candidates };
    case 'unknown':
      return { code: 'dependency-unknown', token };
    default:
      return unreachable(found);
  }
}
