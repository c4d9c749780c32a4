// The table of who may import whom (EXAMPLES, "The house"), and the check that fails the build.
import { codeFiles, importsOf, targetOf } from '../house/source.js';

/** Packages without effects: they may be used where no effect may be. */
const PURE_PACKAGES = ['zod', 'js-yaml', 'jsonc-parser', 'mdast-util-from-markdown', 'smol-toml', 'unbash'];

/**
 * The parts, the longest path first. `may`: paths whose values may be imported; `types`: only their types; `builtins`:
 * `node:` modules; `packages`: a list, or `any`.
 */
export const LAYERS = [
  { part: 'bin/', may: ['dist/cli/'], types: [], builtins: false, packages: [] },
  { part: 'hooks/', may: ['hooks/lib/'], types: [], builtins: true, packages: [] },
  { part: 'src/core/', may: ['src/core/'], types: [], builtins: false, packages: PURE_PACKAGES },
  { part: 'src/world/', may: ['src/core/', 'src/world/', 'hooks/lib/'], types: [], builtins: true, packages: 'any' },
  {
    part: 'src/engine/',
    may: ['src/core/', 'src/engine/', 'hooks/lib/'],
    types: ['src/world/'],
    builtins: false,
    packages: [],
  },
  { part: 'src/cli/', may: ['src/', 'hooks/lib/', 'package.json'], types: [], builtins: true, packages: 'any' },
  { part: 'examples/', may: ['examples/', 'bin/'], types: [], builtins: true, packages: [] },
  { part: 'scripts/', may: [''], types: [], builtins: true, packages: 'any' },
  { part: 'test/', may: [''], types: [], builtins: true, packages: 'any' },
  { part: 'bench/', may: [''], types: [], builtins: true, packages: 'any' },
];

/** One door to each tool: the only places of what ships that may import it. */
export const DOORS = {
  execa: ['src/world/'],
  libsql: ['src/world/store/'],
  'node:sqlite': ['src/world/store/'],
  'node:child_process': ['src/world/', 'hooks/'],
  commander: ['src/cli/'],
  '@modelcontextprotocol/server': ['src/cli/mcp/'],
  '@modelcontextprotocol/client': ['test/'],
  picocolors: ['src/cli/'],
  'log-update': ['src/cli/print/'],
};

/** @returns {import('../house/source.js').Finding[]} */
export function checkLayers(files) {
  const paths = new Set(files.map((file) => file.path));
  const findings = [];
  for (const { path, text } of codeFiles(files)) {
    const layer = LAYERS.find(({ part }) => path.startsWith(part));
    for (const one of importsOf(text)) {
      const message = layer ? refusal(layer, path, one, paths) : 'this file is in no part of the house';
      if (message) findings.push({ path, line: one.line, rule: 'layers', message });
    }
  }
  return findings;
}

function refusal(layer, path, { specifier, typeOnly }, paths) {
  const door = /^(src|hooks)\//.test(path) ? DOORS[packageOf(specifier)] : undefined;
  if (door && !typeOnly && !door.some((place) => path.startsWith(place)))
    return `${specifier} is used only in ${door.join(', ')}`;
  const target = targetOf(specifier, path, paths);
  if (target === null) return packageRefusal(layer, specifier, typeOnly);
  if (layer.may.some((place) => target.startsWith(place))) return null;
  const typesOnly = layer.types.some((place) => target.startsWith(place));
  if (typesOnly) return typeOnly ? null : `${layer.part} takes only types from ${target}: import type`;
  return `${layer.part} may not import ${target}; it may: ${[...layer.may, ...layer.types.map((t) => `types of ${t}`)].join(', ')}`;
}

function packageRefusal(layer, specifier, typeOnly) {
  if (specifier.startsWith('node:'))
    return layer.builtins || typeOnly ? null : `${layer.part} may not import ${specifier}: no built-ins there`;
  if (layer.packages === 'any' || layer.packages.includes(packageOf(specifier))) return null;
  const may = layer.packages.length > 0 ? `it may: ${layer.packages.join(', ')}` : 'no packages there';
  return `${layer.part} may not import ${specifier}: ${may}`;
}

/** `zod/mini` → `zod`, `@scope/name/x` → `@scope/name`; built-ins as they are. */
export function packageOf(specifier) {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
