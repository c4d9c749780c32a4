// What the house rules look at: files as texts, the code of a file without its words, and what a file imports.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * @typedef {{path: string, text: string}} SourceFile path relative to the root, forward slashes
 * @typedef {{path: string, line: number, rule: string, message: string}} Finding
 * @typedef {{specifier: string, line: number, typeOnly: boolean, lazy: boolean}} Import
 */

/** Every text file that git tracks or would track. @returns {SourceFile[]} */
export function readTree(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  const paths = [...new Set(listed.split('\0'))].filter((path) => path && isFile(join(root, path)));
  return paths
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export const isCode = ({ path }) => /\.(ts|js|mjs|cjs)$/.test(path);

/** The part of the code of ours that ships or runs, without fixtures and without the example's own repository. */
export function codeFiles(files) {
  return files.filter((file) => isCode(file) && !/(^|\/)fixtures\/|^examples\/shelf\//.test(file.path));
}

/** Line number, from 1, of an offset. */
export function lineAt(text, offset) {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

/**
 * The text with comments, strings and regular expressions blanked out; every other character keeps its place. What is
 * inside `${}` of a template stays.
 */
export function codeOnly(text) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=[(,=:[!&|?{};+\n]\s*|\breturn\s|\bcase\s)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|`/g;
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  let out = '';
  let at = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const end = match[0] === '`' ? templateEnd(text, match.index + 1) : token.lastIndex;
    out += text.slice(at, match.index);
    const part = text.slice(match.index, end);
    out += match[0] === '`' ? blankTemplate(part, blank) : blank(part);
    at = end;
    token.lastIndex = end;
  }
  return out + text.slice(at);
}

/** Offset after the backtick that closes the template whose text begins at `start`. */
function templateEnd(text, start) {
  for (let i = start; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '`') return i + 1;
    else if (text.startsWith('${', i)) i = expressionEnd(text, i + 2);
  }
  return text.length;
}

/** Offset of the brace that closes the expression whose text begins at `start`. */
function expressionEnd(text, start) {
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '`') i = templateEnd(text, i + 1) - 1;
    else if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

/** A whole template with its words blanked and the code of its expressions kept. */
function blankTemplate(part, blank) {
  let out = '';
  for (let i = 0; i < part.length; i++) {
    if (part[i] === '\\') out += blank(part.slice(i, ++i + 1));
    else if (part.startsWith('${', i)) {
      const end = expressionEnd(part, i + 2);
      out += `  ${codeOnly(part.slice(i + 2, end))} `;
      i = end;
    } else out += blank(part[i]);
  }
  return out;
}

/** @returns {Import[]} what a file imports, re-exports or requires */
export function importsOf(text) {
  const found = [];
  const fixed = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm;
  for (const match of text.matchAll(fixed))
    found.push({ specifier: match[2], line: lineAt(text, match.index), typeOnly: Boolean(match[1]), lazy: false });
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]\s*\)(\.[A-Z])?/g))
    found.push({ specifier: match[1], line: lineAt(text, match.index), typeOnly: Boolean(match[2]), lazy: true });
  for (const match of text.matchAll(/\b(?:require|createRequire\([^()]*\))\(\s*['"]([^'"\n]+)['"]\s*\)/g))
    found.push({ specifier: match[1], line: lineAt(text, match.index), typeOnly: false, lazy: false });
  return found;
}

/**
 * Where an import leads: a path of this repository (as written, `.js` become `.ts` where that is what exists), or null
 * for a package or a built-in.
 */
export function targetOf(specifier, from, paths) {
  const aliased = specifier.startsWith('#root/')
    ? specifier.slice('#root/'.length)
    : specifier.startsWith('#')
      ? specifier.slice(1)
      : null;
  if (aliased === null && !specifier.startsWith('.')) return null;
  const path = aliased ?? posix.normalize(posix.join(posix.dirname(from), specifier));
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.d.ts'), `${path}.js`, `${path}.ts`];
  return candidates.find((candidate) => paths.has(candidate)) ?? path;
}

/**
 * True where the line, or the one above it, says why the rule does not hold here: `house-allow RULE: reason`. A rule
 * about a whole file looks at its first ten lines.
 */
export function allowed(text, rule, line) {
  const lines = text.split('\n');
  const looked = line === null ? lines.slice(0, 10) : lines.slice(Math.max(0, line - 2), line);
  return looked.some((each) => new RegExp(`house-allow ${rule}: \\S+ \\S+`).test(each));
}
