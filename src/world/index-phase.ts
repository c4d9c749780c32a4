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
import type { ReadYaml } from '../core/phase/yaml-map.js';
import { ok, type Result } from '../core/result.js';
import { emptyPhase, openPhase, type PlanningReadFailure, readPhaseNames } from './phase-folder.js';
import type { Project } from './project.js';

/**
 * The index of the one phase that `query` means, with a given reader of YAML.
 * @param wanted false once nobody wants the answer any more: nothing more is read then
 */
export function indexPhase(
  project: Project,
  query: string,
  readYaml: ReadYaml,
  wanted: () => boolean = () => true,
): Result<PhaseIndex, PlanningFailure | PlanningReadFailure> {
  const names = readPhaseNames(project);
  if (!names.ok) return names;
  const found = resolvePhase(query, names.value);
  if (!found.ok) return found;
  return indexDirectory(project, found.value, phasesInOrder(names.value), readYaml, wanted);
}

/** The index of every phase, in order. */
export function indexPhases(project: Project, readYaml: ReadYaml): Result<readonly PhaseIndex[], PlanningReadFailure> {
  const names = readPhaseNames(project);
  if (!names.ok) return names;
  const directories = phasesInOrder(names.value);
  const indexes: PhaseIndex[] = [];
  for (const directory of directories) {
    const index = indexDirectory(project, directory, directories, readYaml, () => true);
    if (!index.ok) return index;
    indexes.push(index.value);
  }
  return ok(indexes);
}

/** The phases among names of directories, in order, without those that are parked. */
export function phasesInOrder(names: readonly string[]): readonly PhaseDirectory[] {
  return names
    .filter((name) => !isParked(name))
    .map(describePhase)
    .sort(comparePhaseDirectories);
}

function indexDirectory(
  project: Project,
  directory: PhaseDirectory,
  directories: readonly PhaseDirectory[],
  readYaml: ReadYaml,
  wanted: () => boolean,
): Result<PhaseIndex, PlanningReadFailure> {
  const source = openPhase(project, directory, wanted);
  if (!source.ok) return source;
  const open = (other: PhaseDirectory) => {
    const opened = openPhase(project, other, wanted);
    return opened.ok ? opened.value : emptyPhase(other);
  };
  const options = { root: slashes(project.root), ignoreCase: ignoresCase(project), readYaml };
  return ok(buildPhaseIndex(source.value, { directories, open }, options));
}

/** Whether the disk takes `.PLANNING` for `.planning`. */
function ignoresCase(project: Project): boolean {
  const other = statSync(join(project.root, '.PLANNING'), { throwIfNoEntry: false });
  return other !== undefined && other.ino === statSync(project.planning).ino;
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
