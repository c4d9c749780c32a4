// @ts-check

/**
 * Where in this repository each thing may stand: allow-lists name places, so that one offender cannot stand in for another,
 * and each place must hold what it is listed for.
 */

/** @typedef {import('./kinds.js').Kind} Kind */

/** The owners, and the pinned mirrors of those that hooks cannot load. @type {Readonly<Partial<Record<Kind, readonly string[]>>>} */
export const OWNERS = {
  marker: ['hooks/lib/dispatch-identity.js'],
  frame: ['hooks/lib/dispatch-identity.js'],
  'phase-grammar': ['src/core/phase/phase-token.ts', 'hooks/lib/dispatch-identity.js'],
  'plan-id': ['src/core/phase/plan-name.ts'],
  vocabulary: ['src/core/isolation/vocabulary.ts', 'hooks/lib/isolation-sentinel.js'],
};

/** The files in which each producer records its decisions. @type {Readonly<Record<string, readonly string[]>>} */
export const PRODUCER_SITES = {
  'capability-gate': ['src/core/isolation/resolve.ts', 'workflows/execute-phase.md'],
  'base-check': ['references/dispatch-isolation.md'],
  'execute-plan-whole': ['workflows/execute-plan.md'],
  'tool-capability': ['references/dispatch-isolation.md'],
  'per-plan-submodules': ['workflows/execute-phase.md'],
  'execute-plan-segments': ['workflows/execute-plan.md'],
  engine: ['src/world/run-isolation.ts'],
  person: ['src/cli/isolation-query.ts'],
};

/** Not looked at: what is built, what is installed, and tests and measurements, which make what they need on purpose. */
const LEFT_OUT = /^(?:test|bench|dist|\.build[^/]*|coverage|package-lock\.json)(?:\/|$)/;

/** @param {string} path */
export function isLeftOut(path) {
  return LEFT_OUT.test(path);
}

/** Where another project keeps text of its own that models and hosts read. */
export const PROJECT_FOLDERS = [
  '.planning/workflows',
  'workflows',
  'references',
  'agents',
  'commands',
  'hooks',
  '.claude',
  '.cursor',
  '.codex',
  '.gemini',
  '.opencode',
  '.github/hooks',
];
