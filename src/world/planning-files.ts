import type { PlanningFailure } from '../core/phase/failures.js';
import type { PhaseDirectory } from '../core/phase/phase-directory.js';
import type { PhaseIndex } from '../core/phase/plan-index.js';
import { readYamlMap } from '../core/phase/yaml-map.js';
import { ok, type Result } from '../core/result.js';
import { indexPhase, indexPhases, phasesInOrder } from './index-phase.js';
import { type PlanningReadFailure, readPhaseNames } from './phase-folder.js';
import type { Project } from './project.js';

/** The index of the one phase that `query` means. Reads the phase's own files, and of others what a plan refers to. */
export function readPhaseIndex(
  project: Project,
  query: string,
): Result<PhaseIndex, PlanningFailure | PlanningReadFailure> {
  return indexPhase(project, query, readYamlMap);
}

/** The index of every phase, in order. */
export function readPhaseIndexes(project: Project): Result<readonly PhaseIndex[], PlanningReadFailure> {
  return indexPhases(project, readYamlMap);
}

/** The phases of a project, in order: what lies directly under `.planning/phases/` and is not parked. */
export function listPhases(project: Project): Result<readonly PhaseDirectory[], PlanningReadFailure> {
  const names = readPhaseNames(project);
  return names.ok ? ok(phasesInOrder(names.value)) : names;
}
