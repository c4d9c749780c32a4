import { findings } from './doctor.js';
import { driftKinds } from './drift.js';
import { type AreaName, AREAS, type Explained, type Explanation } from './explanation.js';
import { failures } from './failures.js';
import { guardAnswers } from './guard.js';
import { leftAlone } from './install.js';
import { isolationReasons, unusedRecords } from './isolation.js';
import { advisories, stalls } from './ledger.js';
import { planOutcomes } from './outcomes.js';
import { planProblems } from './plan-problems.js';
import { owed } from './owed.js';
import { notices, repairs } from './run.js';
import { workflowProblems } from './workflow-problems.js';

/** Each area's table, made when it is asked for. */
const TABLES: Readonly<Record<AreaName, () => Readonly<Record<string, Explained>>>> = {
  failure: failures,
  plan: planProblems,
  workflow: workflowProblems,
  outcome: planOutcomes,
  notice: notices,
  owed,
  repair: repairs,
  isolation: isolationReasons,
  record: unusedRecords,
  guard: guardAnswers,
  advisory: advisories,
  install: leftAlone,
  doctor: findings,
  drift: driftKinds,
  stall: stalls,
};

/** Every code that msd prints, by area and in the order of its table. */
export function explanations(): readonly Explanation[] {
  return (Object.keys(AREAS) as AreaName[]).flatMap((area) =>
    Object.entries(TABLES[area]()).map(([code, explained]) => ({ code, area, ...explained })),
  );
}
