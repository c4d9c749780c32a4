import { buildPhaseIndex } from '../../src/core/phase/build-index.js';
import { describePhase, isParked, type PhaseDirectory } from '../../src/core/phase/phase-directory.js';
import type { PhaseSource } from '../../src/core/phase/phase-source.js';
import { readYamlMap } from '../../src/core/phase/yaml-map.js';
import type { PhaseIndex } from '../../src/core/phase/plan-index.js';

/** Phases as texts: directory → file → text. A file in a folder below is `folder/file`. */
export type Phases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The index of one phase of a project that is nowhere but here. */
export function indexOf(
  phases: Phases,
  dir: string,
  options: { root?: string; ignoreCase?: boolean } = {},
): PhaseIndex {
  const directories = Object.keys(phases)
    .filter((name) => !isParked(name))
    .map(describePhase);
  const open = (directory: PhaseDirectory) => sourceOf(phases, directory.dir);
  const { root = '/project', ignoreCase = false } = options;
  return buildPhaseIndex(sourceOf(phases, dir), { directories, open }, { root, ignoreCase, readYaml: readYamlMap });
}

function sourceOf(phases: Phases, dir: string): PhaseSource {
  const files = phases[dir] ?? {};
  const names = Object.keys(files);
  return {
    directory: describePhase(dir),
    path: `.planning/phases/${dir}`,
    files: names.filter((name) => !name.includes('/')),
    below: names.filter((name) => name.includes('/')),
    read: (file) => {
      const text = files[file];
      return text === undefined ? { ok: false, cause: 'ENOENT' } : { ok: true, text };
    },
  };
}

/** A plan's text: frontmatter lines as given, then the body. */
export function planText(frontmatter: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries(frontmatter).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join('')}---\n${body}`;
}

/** A plan that touches nothing and waits for nothing, changed by what is given. */
export function quietPlan(frontmatter: Readonly<Record<string, string>> = {}, body = ''): string {
  return planText({ depends_on: '[]', files_modified: '[]', ...frontmatter }, body);
}
