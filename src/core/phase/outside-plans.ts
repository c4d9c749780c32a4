import type { OutsidePlan, OutsideWorld } from './dependencies.js';
import { plainLines } from './frontmatter-split.js';
import { readFrontmatter } from './frontmatter.js';
import type { PhaseDirectory } from './phase-directory.js';
import type { OtherPhases, PhaseSource } from './phase-source.js';
import { listPlans, type PlanFile } from './plan-listing.js';
import { planMeaning } from './status-words.js';
import { pairSummaries, readSummaryState } from './summaries.js';

/** The other phases with the state of their plans, each read once and only when asked for. */
export function outsideWorld(others: OtherPhases): OutsideWorld {
  const read = new Map<string, readonly OutsidePlan[]>();
  return {
    directories: others.directories,
    plansOf(directory: PhaseDirectory) {
      const known = read.get(directory.dir) ?? readOutsidePlans(others.open(directory));
      read.set(directory.dir, known);
      return known;
    },
  };
}

function readOutsidePlans(source: PhaseSource): readonly OutsidePlan[] {
  const listing = listPlans(source);
  const { pairs } = pairSummaries(listing, source);
  return listing.plans.map((plan, i) => {
    const complete = readSummaryState(source, plan, pairs[i] ?? []).state === 'complete';
    const superseded = !complete && isSuperseded(source, plan);
    return { id: plan.id, file: plan.file, number: plan.stem.number, complete, superseded };
  });
}

function isSuperseded(source: PhaseSource, plan: PlanFile): boolean {
  const read = source.read(plan.file);
  if (!read.ok) return false;
  const frontmatter = readFrontmatter(plainLines(read.text));
  const status = frontmatter.kind === 'read' ? frontmatter.map.get('status') : undefined;
  return typeof status === 'string' && planMeaning(status) === 'superseded';
}
