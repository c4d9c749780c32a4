import { readDeclaredPaths } from './declared-path.js';
import { globCovers } from './path-glob.js';
import type { PhaseSource } from './phase-source.js';
import type { PlanRecord } from './plan-record.js';
import { type PlanProblem, problem } from './problems.js';

/** Paths named in one problem. */
const NAMED_LIMIT = 20;

/** Paths that a plan's text says are worked on and that it does not declare: two plans may meet there unseen. */
export function undeclaredPaths(source: PhaseSource, record: PlanRecord): readonly PlanProblem[] {
  const { body, files } = record;
  if (!files.known || body.paths.length === 0) return [];
  const declared = [...files.modified, ...files.created, ...files.deleted].map(segmentsOf);
  const missing = body.paths.filter(({ path }) => {
    const read = readDeclaredPaths(path, '')[0];
    return read?.kind === 'path' && !declared.some((one) => globCovers(one, read.path.split('/')));
  });
  if (missing.length === 0) return [];
  const paths = missing.slice(0, NAMED_LIMIT).map(({ path }) => path);
  const place = { file: `${source.path}/${record.plan.file}`, line: missing[0]?.line ?? null, plan: record.plan.id };
  return [problem({ code: 'files-undeclared', paths }, place)];
}

/** Whether a path is one that a plan declares, by meaning: the path itself, a directory above it, or a pattern. */
export function isDeclared(declared: readonly string[], path: string, ignoreCase: boolean): boolean {
  const segments = (ignoreCase ? path.toLowerCase() : path).normalize('NFC').split('/');
  return declared.some((one) => globCovers(segmentsOf(ignoreCase ? one.toLowerCase() : one), segments));
}

function segmentsOf(path: string): readonly string[] {
  const clean = path.replace(/^\.\/|\/+$/g, '');
  return clean === '' ? [] : clean.split('/');
}
