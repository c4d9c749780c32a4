import type { PlanningFailure } from '../core/phase/failures.js';
import { readPlainYaml } from '../core/phase/plain-yaml.js';
import type { PhaseIndex } from '../core/phase/plan-index.js';
import type { YamlResult } from '../core/phase/yaml-map.js';
import type { Result } from '../core/result.js';
import { expectBriefProcess } from './brief-process.js';
import { indexPhase } from './index-phase.js';
import type { PlanningReadFailure } from './phase-folder.js';
import type { Project } from './project.js';

const DECLINED: YamlResult = { ok: false, reason: 'not plain', line: 1 };

/** From so many files on, it is worth telling that the process is short. */
const MANY = 60;

/**
 * `readPhaseIndex` for a process whose time counts: the YAML parser is loaded only where a file is not plain, and the
 * phase is then read again with it.
 */
export async function readPhaseIndexLean(
  project: Project,
  query: string,
): Promise<Result<PhaseIndex, PlanningFailure | PlanningReadFailure>> {
  let declined = false;
  const readYaml = (source: string): YamlResult => {
    const map = declined ? null : readPlainYaml(source);
    if (map !== null) return { ok: true, map, twice: [] };
    declined = true;
    return DECLINED;
  };
  let files = 0;
  const wanted = () => {
    if (++files === MANY) expectBriefProcess();
    return !declined;
  };
  const index = indexPhase(project, query, readYaml, wanted);
  if (!declined) return index;
  const { readPhaseIndex } = await import('./planning-files.js');
  return readPhaseIndex(project, query);
}
