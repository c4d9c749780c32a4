// Takes each rule of src/core/channels out, one at a time, and expects its tests to go red. Prints a table; exits 1 where
// a removal passed unnoticed. `node scripts/mutate-channels.js [WORD]` looks only at files whose name contains WORD.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RULES = 'src/core/channels';
const TESTS = 'test/core/channels';

/** Each mutation: where, what it does to the text. */
function* mutations(file, text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const at = function* (pattern, replace) {
    for (const match of code.matchAll(pattern)) {
      const made = replace(match);
      for (const after of [made].flat())
        if (after !== null && after !== match[0]) yield { index: match.index, before: match[0], after };
    }
  };
  // A condition that always or never holds.
  for (const match of code.matchAll(/\bif \(/g)) {
    const start = match.index + match[0].length;
    const end = closing(code, start);
    for (const after of ['true', 'false']) yield { index: start, before: code.slice(start, end), after };
  }
  yield* at(/ === /g, () => ' !== ');
  yield* at(/ !== /g, () => ' === ');
  yield* at(/ && /g, () => ' || ');
  yield* at(/ \|\| /g, () => ' && ');
  yield* at(/ (<=|>=|<|>) (?=[\w.(])/g, ([, sign]) => ({ '<=': ' < ', '>=': ' > ', '<': ' <= ', '>': ' >= ' })[sign]);
  yield* at(/\bMath\.(max|min)\b/g, ([, name]) => (name === 'max' ? 'Math.min' : 'Math.max'));
  yield* at(/(?<=\w) \+ (?=\w)/g, () => ' - ');
  // What is pushed is not pushed.
  for (const match of code.matchAll(/\badvisories\.push\(|\bconditions\.push\(/g)) {
    const end = closing(code, match.index + match[0].length) + 1;
    yield { index: match.index, before: code.slice(match.index, end), after: 'void 0' };
  }
  // A condition of the watchdog's list that is never met, or always.
  for (const match of code.matchAll(/\bholds: \([^)]*\) => /g)) {
    const start = match.index + match[0].length;
    const end = start + code.slice(start).search(/ \},\n|,\n/);
    for (const after of ['false', 'true']) yield { index: start, before: code.slice(start, end), after };
  }
  // The other way round: what is negated, chosen, looked for, taken in place of nothing.
  yield* at(/(?<=[(\s&|=])!(?=[\w(])/g, () => '');
  yield* at(/ \? ([^?:\n]+) : ([^?:\n;]+?)(?=[;,)\n])/g, ([, yes, no]) => ` ? ${no} : ${yes}`);
  yield* at(/\.(some|every)\(/g, ([, name]) => (name === 'some' ? '.every(' : '.some('));
  // An id is there once: which end is looked from first makes no difference.
  yield* at(/\.(findLast|find)\((?!\((\w+)\) => \2\.id === )/g, ([, name]) =>
    name === 'find' ? '.findLast(' : '.find(',
  );
  yield* at(/ \?\? (?=[\w'.])/g, () => ' && ');
  // The table: flags, moves, fields.
  yield* at(
    /\b(opens|terminal|shown): (true|false)/g,
    ([, name, value]) => `${name}: ${value === 'true' ? 'false' : 'true'}`,
  );
  yield* at(/\bmove: '(\w+)'/g, ([, move]) => (move === 'none' ? "move: 'fulfil'" : "move: 'none'"));
  yield* at(/\bsame\('(\w+)'\)/g, ([, move]) => (move === 'none' ? null : "same('none')"));
  yield* at(/\b(requires|forbids|expected): \[('[^\]]*)\]/g, ([, name, list]) => {
    const parts = list.split(', ');
    return parts.map((_, i) => `${name}: [${parts.filter((__, j) => j !== i).join(', ')}]`);
  });
  yield* at(/\banswers: null/g, () => "answers: same('fulfil')");
  yield* at(/\bcategory: '(\w+)'/g, ([, name]) => `category: '${name === 'assertive' ? 'directive' : 'assertive'}'`);
  // What a settled commitment, a child or an opened one carries over.
  yield* at(/^ {4}(\w+): [^\n]*,$/gm, (match) => (/commitment|handoff/.test(file) && match[1] !== 'id' ? '' : null));
}

/** Offset of the bracket that closes the one opened before `start`. */
function closing(code, start) {
  let depth = 1;
  for (let i = start; i < code.length; i++) {
    if (code[i] === '(') depth++;
    else if (code[i] === ')' && --depth === 0) return i;
  }
  throw new Error(`no closing bracket after ${start}`);
}

const word = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'msd-mutants-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function put(path, text) {
  const { code } = transformSync(text, { loader: 'ts', format: 'esm', target: 'node20' });
  const out = join(folder, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, code);
}

function* walk(dir) {
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(`${dir}/${entry.name}`);
    else if (entry.name.endsWith('.ts')) yield `${dir}/${entry.name}`;
  }
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
for (const path of [...walk('src/core'), ...walk(TESTS), 'test/rig/must.ts']) put(path, read(path));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
const tests = [...walk(TESTS)].filter((path) => path.endsWith('.test.ts'));
writeFileSync(join(folder, 'all.js'), tests.map((path) => `import './${path.replace(/\.ts$/, '.js')}';`).join('\n'));
writeFileSync(
  join(folder, 'hooks.mjs'),
  // Packages are found from here, wherever the temporary folder lies.
  `export async function resolve(name, context, next) { return /^[.\\/]|^node:|^file:/.test(name) ? next(name, context) : next(name, { ...context, parentURL: ${JSON.stringify(new URL('../package.json', import.meta.url).href)} }); }`,
);
writeFileSync(
  join(folder, 'start.mjs'),
  `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url); await import('./all.js');`,
);

/** True where every test passes. */
function green() {
  const done = spawnSync(process.execPath, ['--test-reporter=dot', 'start.mjs'], {
    cwd: folder,
    timeout: 60_000,
    stdio: 'ignore',
  });
  return done.status === 0;
}

if (!green()) {
  console.error('the tests are red without any mutation');
  process.exit(2);
}
const totals = [];
const survivors = [];
for (const path of walk(RULES)) {
  const text = read(path);
  const name = path.slice(RULES.length + 1);
  // Notices have tests of their own, and a map of what is taken out: scripts/mutate-notices.js.
  if (!name.includes(word) || /^(notice-|pass-on|still-holds)/.test(name)) continue;
  let made = 0;
  let caught = 0;
  for (const { index, before, after } of mutations(name, text)) {
    try {
      put(path, text.slice(0, index) + after + text.slice(index + before.length));
    } catch {
      // No program any more: nothing was removed from one.
      continue;
    }
    made++;
    if (!green()) {
      caught++;
      continue;
    }
    const line = text.slice(0, index).split('\n').length;
    const what = `${before.trim().replace(/\s+/g, ' ').slice(0, 90)} → ${String(after).trim().slice(0, 60) || '(nothing)'}`;
    const source = text.split('\n')[line - 1].trim();
    survivors.push(`${name}:${line}: ${source} → ${what}`);
  }
  put(path, text);
  if (made > 0) totals.push({ file: name, made, caught });
}
console.log('| file | removals | noticed |\n|---|---:|---:|');
for (const { file, made, caught } of totals) console.log(`| ${file} | ${made} | ${caught} |`);
const sum = (key) => totals.reduce((n, total) => n + total[key], 0);
console.log(`| all | ${sum('made')} | ${sum('caught')} |`);
for (const survivor of survivors) console.log(`unnoticed: ${survivor}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
