import type { OutsidePlan, OutsideWorld } from './dependencies.js';
import { plainLines } from './frontmatter-split.js';
import { readFrontmatter } from './frontmatter.js';
import type { PhaseDirectory } from './phase-directory.js';
import type { OtherPhases, PhaseSource } from './phase-source.js';
import { listPlans, type PlanFile } from './plan-listing.js';
import { planMeaning } from './status-words.js';
import { pairSummaries, readSummaryState } from './summaries.js';
import type { ReadYaml } from './yaml-map.js';

/** The other phases with the state of their plans, each read once and only when asked for. */
export function outsideWorld(others: OtherPhases, readYaml: ReadYaml): OutsideWorld {
  const read = new Map<string, readonly OutsidePlan[]>();
  return {
    directories: others.directories,
    plansOf(directory: PhaseDirectory) {
      const known = read.get(directory.dir) ?? readOutsidePlans(others.open(directory), readYaml);
      read.set(directory.dir, known);
      return known;
    },
  };
}

function readOutsidePlans(source: PhaseSource, readYaml: ReadYaml): readonly OutsidePlan[] {
  const listing = listPlans(source);
  const { pairs } = pairSummaries(listing, source);
  return listing.plans.map((plan, i) => {
    const complete = readSummaryState(source, plan, pairs[i] ?? [], readYaml).state === 'complete';
    const superseded = !complete && isSuperseded(source, plan, readYaml);
    return { id: plan.id, file: plan.file, number: plan.stem.number, complete, superseded };
  });
}

function isSuperseded(source: PhaseSource, plan: PlanFile, readYaml: ReadYaml): boolean {
  const read = source.read(plan.file);
  if (!read.ok) return false;
  const frontmatter = readFrontmatter(plainLines(read.text), readYaml);
  const status = frontmatter.kind === 'read' ? frontmatter.map.get('status') : undefined;
  return typeof status === 'string' && planMeaning(status) === 'superseded';
}
