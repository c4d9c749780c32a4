// @ts-check
import { DOORS, LAYERS } from './layers.js';

/** @typedef {{part: string, may: string[], types: string[], builtins: boolean, packages: string[] | string}} Layer */

const layers = /** @type {Layer[]} */ (LAYERS);
const parts = [...new Set(['src', 'dist', ...layers.map(({ part }) => part.split('/').at(-2) ?? '')])];
const CODE = /\.[cm]?[jt]s$/;

/**
 * The files whose imports the table of layers may forbid: those with an import that is not allowed at first sight. One
 * pattern for each part runs over all its files at once, so that only few are looked at closely.
 * @param {readonly {path: string}[]} files in order of their paths @param {string} text of all
 * @param {readonly number[]} starts of each, and the end
 * @returns {{path: string, text: string}[]}
 */
export function layerSuspects(files, text, starts) {
  const suspects = [];
  for (let i = 0; i < files.length; ) {
    const layer = layers.find(({ part }) => files[i]?.path.startsWith(part));
    let end = i + 1;
    while (end < files.length && layers.find(({ part }) => files[end]?.path.startsWith(part)) === layer) end++;
    const pattern = suspicious(layer);
    if (pattern === null) {
      i = end;
      continue;
    }
    const stop = starts[end] ?? text.length;
    pattern.lastIndex = starts[i] ?? 0;
    for (let match = pattern.exec(text); match !== null && match.index < stop; match = pattern.exec(text)) {
      while ((starts[i + 1] ?? stop) <= match.index) i++;
      if (
        !CODE.test(files[i]?.path ?? '') ||
        (layer !== undefined && isPlain(layer, files[i]?.path ?? '', text, match.index))
      )
        continue;
      const next = starts[i + 1] ?? stop;
      suspects.push({ path: files[i]?.path ?? '', text: text.slice(starts[i], next) });
      pattern.lastIndex = next;
    }
    i = end;
  }
  return suspects;
}

/** Imports of a part that are not plainly allowed; null where all are. @param {Layer | undefined} layer */
function suspicious(layer) {
  if (layer === undefined) return /^[ \t]*(?:import|export)\b[^'"\n]*['"]|\b(?:import|require)\(\s*['"]/gm;
  const { part, may, builtins, packages } = layer;
  if (may.includes('') && builtins && packages === 'any') return null;
  const others = parts.filter((name) => !may.some((place) => place === 'src/' || place.split('/').includes(name)));
  const doors = Object.entries(DOORS).filter(([, places]) => !places.some((place) => place === part));
  const guarded = doors.map(([name]) => name.replace('node:', ''));
  const plain = [
    may.some((place) => part.startsWith(place)) ? '\\./' : '(?!)',
    `(?:\\.\\./)+(?!\\.\\./|(?:${others.join('|')})/)`,
    builtins ? `node:(?!(?:${guarded.join('|')})['"])` : '(?!)',
    may.includes('hooks/lib/') ? '#hooks/lib/' : '(?!)',
    packages === 'any'
      ? `(?![./#]|node:|(?:${guarded.join('|')})['"/])`
      : `(?:${[...packages, '(?!)'].join('|')})['"/]`,
  ];
  return new RegExp(`\\b(?:from|import|require)\\s*\\(?\\s*['"](?!${plain.join('|')})`, 'g');
}

/**
 * Whether the import whose `from` stands at `at` is allowed at second sight: it stays in its folder, or takes only types
 * from a part that gives them.
 * @param {Layer} layer @param {string} path @param {string} text @param {number} at
 */
function isPlain(layer, path, text, at) {
  const specifier = /['"]([^'"\n]+)/.exec(text.slice(at, at + 300))?.[1] ?? '';
  if (specifier.startsWith('./') && layer.may.some((place) => path.startsWith(place))) return true;
  const gives = layer.types.some((place) => specifier.includes(`../${place.split('/').at(-2)}/`));
  if (!gives) return false;
  const before = text.slice(Math.max(0, at - 2000), at);
  return /\n(?:import|export) type [^;'"]*$/.test(before.slice(Math.max(0, before.lastIndexOf("'"))));
}
