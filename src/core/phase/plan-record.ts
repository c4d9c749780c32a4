import { type DeclaredPath, readDeclaredPaths } from './declared-path.js';
import { type KeyLines, keyLines, readFrontmatter } from './frontmatter.js';
import { plainLines } from './frontmatter-split.js';
import { type PlanBody, readPlanBody } from './plan-body.js';
import { type PlanFields, readPlanFields } from './plan-fields.js';
import type { PlanFile } from './plan-listing.js';
import type { IndexOptions, PhaseSource } from './phase-source.js';
import { type PlanProblem, type ProblemFacts, problem } from './problems.js';
import { findUndeclared } from './undeclared-paths.js';

/** One plan's file, read. */
export interface PlanRecord {
  readonly plan: PlanFile;
  /** `read`: its frontmatter says so. `missing`: it has none. `unreadable`: it has some, and nothing is assumed of it. */
  readonly metadata: 'read' | 'missing' | 'unreadable';
  readonly fields: PlanFields;
  readonly body: PlanBody;
  readonly files: DeclaredFiles;
  readonly problems: readonly PlanProblem[];
  /** The line of `depends_on`, or of the entry in it that holds the text. */
  readonly lineOfDependency: (token: string) => number | null;
}

/** The paths a plan declares, as the index gives them: directories end in a slash, `./` is the whole root. */
export interface DeclaredFiles {
  readonly modified: readonly string[];
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  /** Everything that the plan touches is declared and understood. */
  readonly known: boolean;
}

const NO_FIELDS: PlanFields = {
  title: null,
  objective: null,
  dependsOn: [],
  declaredWave: null,
  filesModified: null,
  filesCreated: [],
  filesDeleted: [],
  autonomous: true,
  agentHint: null,
  status: null,
};
const NO_FILES: DeclaredFiles = { modified: [], created: [], deleted: [], known: false };
const NO_BODY: PlanBody = { heading: null, objective: null, taskCount: 0, checkpoints: [], skipped: [] };

/**
 * Reads a plan.
 * @param complete its work is done: nothing about files it might touch is worth a word
 */
export function readPlanRecord(
  source: PhaseSource,
  plan: PlanFile,
  { root, readYaml }: IndexOptions,
  complete: boolean,
): PlanRecord {
  const place = { file: `${source.path}/${plan.file}`, plan: plan.id };
  const problems: PlanProblem[] = [];
  const add = (facts: ProblemFacts, line: number | null) => problems.push(problem(facts, { ...place, line }));
  const nothing = {
    plan,
    fields: NO_FIELDS,
    body: NO_BODY,
    files: NO_FILES,
    problems,
    lineOfDependency: () => null,
  } as const;

  const read = source.read(plan.file);
  if (!read.ok) {
    add({ code: 'file-unreadable', cause: read.cause }, null);
    return { ...nothing, metadata: 'unreadable' };
  }
  const text = plainLines(read.text);
  const frontmatter = readFrontmatter(text, readYaml);
  if (frontmatter.kind === 'unreadable') {
    add(frontmatter.problem.facts, frontmatter.problem.line);
    return { ...nothing, metadata: 'unreadable', body: readPlanBody(text, 0, 1) };
  }
  if (frontmatter.kind === 'missing') {
    add({ code: 'frontmatter-missing' }, null);
    return { ...nothing, metadata: 'missing', body: readPlanBody(text, 0, 1) };
  }
  const { yaml } = frontmatter;
  for (const { facts, line } of frontmatter.problems) add(facts, line);
  const { fields, problems: wrong } = readPlanFields(frontmatter.map);
  for (const one of wrong) add(one.facts, keyLines(yaml, one.key).first);
  const { bodyStart, bodyLine } = frontmatter;
  const body = readPlanBody(text, bodyStart, bodyLine);
  let files: KeyLines | null = null;
  let dependencies: KeyLines | null = null;
  const declared = declaredFiles(fields, root, complete, (facts, text) => {
    files ??= keyLines(yaml, 'files');
    add(facts, text === undefined ? files.first : files.of(text));
  });
  if (declared.known && !complete) {
    const all = [...declared.modified, ...declared.created, ...declared.deleted];
    const undeclared = findUndeclared(text, bodyStart, bodyLine, body, all);
    if (undeclared) add({ code: 'files-undeclared', paths: undeclared.paths }, undeclared.line);
  }
  return {
    plan,
    metadata: 'read',
    fields,
    body,
    files: declared,
    problems,
    lineOfDependency: (token) => {
      dependencies ??= keyLines(yaml, 'depends');
      return dependencies.of(token);
    },
  };
}

function declaredFiles(
  fields: PlanFields,
  root: string,
  complete: boolean,
  tell: (facts: ProblemFacts, text?: string) => void,
): DeclaredFiles {
  let known = fields.filesModified !== null;
  if (!known && !complete) tell({ code: 'files-unknown' });
  const read = (entries: readonly string[]): readonly string[] => {
    const paths = new Set<string>();
    for (const entry of entries)
      for (const declared of readDeclaredPaths(entry, root)) {
        if (declared.kind === 'path') {
          paths.add(shown(declared));
          continue;
        }
        known = false;
        if (!complete) tell({ code: declared.kind === 'prose' ? 'files-entry' : 'files-outside', entry }, entry);
      }
    return [...paths];
  };
  const modified = read(fields.filesModified ?? []);
  const created = read(fields.filesCreated);
  const deleted = read(fields.filesDeleted);
  return { modified, created, deleted, known };
}

function shown(declared: Extract<DeclaredPath, { kind: 'path' }>): string {
  if (declared.path === '') return './';
  return declared.directory ? `${declared.path}/` : declared.path;
}
