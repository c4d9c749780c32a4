import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buildPhaseIndex } from '../core/phase/build-index.js';
import type { PlanningFailure } from '../core/phase/failures.js';
import {
  comparePhaseDirectories,
  describePhase,
  isParked,
  type PhaseDirectory,
} from '../core/phase/phase-directory.js';
import type { PhaseIndex } from '../core/phase/plan-index.js';
import { resolvePhase } from '../core/phase/resolve-phase.js';
import { ok, type Result } from '../core/result.js';
import { emptyPhase, openPhase, type PlanningReadFailure, readPhaseNames } from './phase-folder.js';
import type { Project } from './project.js';

/** The index of the one phase that `query` means. Reads the phase's own files, and of others what a plan refers to. */
export function readPhaseIndex(
  project: Project,
  query: string,
): Result<PhaseIndex, PlanningFailure | PlanningReadFailure> {
  const phases = readPhaseNames(project);
  if (!phases.ok) return phases;
  const found = resolvePhase(query, phases.value);
  if (!found.ok) return found;
  return readIndexOf(project, found.value, phases.value);
}

/** The phases of a project, in order: what lies directly under `.planning/phases/` and is not parked. */
export function listPhases(project: Project): Result<readonly PhaseDirectory[], PlanningReadFailure> {
  const phases = readPhaseNames(project);
  if (!phases.ok) return phases;
  return ok(inOrder(phases.value));
}

/** The index of every phase, in order. */
export function readPhaseIndexes(project: Project): Result<readonly PhaseIndex[], PlanningReadFailure> {
  const phases = readPhaseNames(project);
  if (!phases.ok) return phases;
  const indexes: PhaseIndex[] = [];
  for (const phase of inOrder(phases.value)) {
    const index = readIndexOf(project, phase, phases.value);
    if (!index.ok) return index;
    indexes.push(index.value);
  }
  return ok(indexes);
}

function inOrder(names: readonly string[]): readonly PhaseDirectory[] {
  return names
    .filter((name) => !isParked(name))
    .map(describePhase)
    .sort(comparePhaseDirectories);
}

function readIndexOf(
  project: Project,
  directory: PhaseDirectory,
  names: readonly string[],
): Result<PhaseIndex, PlanningReadFailure> {
  const source = openPhase(project, directory);
  if (!source.ok) return source;
  const others = {
    directories: inOrder(names),
    open: (other: PhaseDirectory) => {
      const opened = openPhase(project, other);
      return opened.ok ? opened.value : emptyPhase(other);
    },
  };
  return ok(buildPhaseIndex(source.value, others, { root: slashes(project.root), ignoreCase: ignoresCase(project) }));
}

/** Whether the disk takes `.PLANNING` for `.planning`. */
function ignoresCase(project: Project): boolean {
  const other = statSync(join(project.root, '.PLANNING'), { throwIfNoEntry: false });
  return other !== undefined && other.ino === statSync(project.planning).ino;
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
