// How dist/ (the bundle that ships, split by command) and .build/ (sources and tests, file by file) are made.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const common = {
  absWorkingDir: ROOT,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
  charset: 'utf8',
  // jsonc-parser's other form cannot be bundled: it requires its parts by a name that is only known when it runs.
  mainFields: ['module', 'main'],
};

/** Packages that are CommonJS inside call `require`, which an ES module does not have. */
const banner = "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * Node's own modules, taken as they are. To import one as an ES module makes Node read every property that it has, which
 * opens the standard streams and loads half of the library: a fifth of the start of a short command.
 */
const builtins = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'builtin' },
    );
    onLoad({ filter: /./, namespace: 'builtin' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter(
        (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default',
      );
      const lines = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`);
      const taken = `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});\nexport default builtin;`;
      return { contents: [taken, ...lines].join('\n') };
    });
  },
};

/**
 * commander takes Node's child processes for commands that are programs of their own. msd has none of those, and they bring
 * the network along: asked for when they are used, they are never loaded.
 */
const spared = {
  name: 'spared',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'spared' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'spared' }, ({ path }) => ({
      contents: `exports.spawn = (...words) => process.getBuiltinModule(${JSON.stringify(path)}).spawn(...words);`,
    }));
  },
};

/** Each output's maker: `(outdir relative to the root) => Promise`. */
export const BUILDS = { dist: buildBundle, '.build': buildTests };

function manifest() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/**
 * A module of the sources, built and loaded: for what is made from them when msd is built.
 * @param {string} source relative to the root
 */
async function loaded(source, outdir) {
  const { outputFiles } = await build({
    ...common,
    bundle: true,
    write: false,
    external: Object.keys(manifest().dependencies),
    banner: { js: banner },
    entryPoints: [source],
    outdir,
  });
  // In the tree, not as a `data:` address: what a command imports by name is found from where the file lies.
  const file = join(ROOT, outdir, `loaded-${process.pid}.mjs`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0].contents);
  try {
    return await import(`${pathToFileURL(file).href}?${source}`);
  } finally {
    rmSync(file);
  }
}

function entryPoints() {
  const entries = { 'cli/main': 'src/cli/main.ts' };
  // The drift lint is a script of this repository and, by `msd lint drift`, a command of what ships.
  for (const name of ['lint', 'report']) entries[`drift/${name}`] = `scripts/drift/${name}.js`;
  const supervisor = 'src/world/processes/supervisor.ts';
  if (existsSync(join(ROOT, supervisor))) entries['supervisor'] = supervisor;
  return entries;
}

async function buildBundle(outdir) {
  const help = await (await loaded('src/cli/help-texts.ts', outdir)).helpTexts();
  const options = {
    ...common,
    bundle: true,
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    // What is listed as a dependency is installed beside msd (native code cannot be bundled); the rest is bundled.
    external: Object.keys(manifest().dependencies),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: banner },
    define: {
      MSD_VERSION: JSON.stringify(manifest().version),
      MSD_OVERVIEW: JSON.stringify(help['']),
      MSD_HELP: JSON.stringify('../help.json'),
    },
    metafile: true,
    plugins: [spared],
  };
  const { metafile } = await build({ ...options, entryPoints: entryPoints(), splitting: true });
  await makeWhole(outdir, options, metafile.outputs);
  lighten(Object.keys(metafile.outputs));
  writeFileSync(join(ROOT, outdir, 'help.json'), JSON.stringify(help));
  writeFileSync(join(ROOT, outdir, 'THIRD-PARTY-LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
  publish('schema/config.schema.json', (await loaded('src/cli/schema-text.ts', outdir)).schemaText());
}

/** Writes a tracked file that is made from the sources, where it is not what they make. */
function publish(path, text) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * A start pays for each module it loads. So the banner stays only where `require` is used, and a file that imports the
 * bundler's own helpers without using one of them does not import them.
 */
function lighten(outputs) {
  const texts = new Map(outputs.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  for (const [path, text] of texts)
    if (!/\brequire\b/.test(text.replace(banner, ''))) texts.set(path, text.replace(`${banner}\n`, ''));
  const helpers = [...texts]
    .filter(([, text]) => /^(const require [^\n]*\n)?var __create=/.test(text))
    .map(([path]) => basename(path));
  for (const [path, text] of texts) {
    const lighter = text.replace(/\bimport"[^"]*\/([^"/]+)";/g, (all, name) => (helpers.includes(name) ? '' : all));
    writeFileSync(join(ROOT, path), lighter);
  }
}

/**
 * The way to a command, the commands whose time counts (DESIGN §12), and what is started for each plan: one file each, since
 * every file costs a millisecond, with Node's own modules taken as they are.
 */
const WHOLE = [
  'src/cli/main.ts',
  'src/cli/program.ts',
  'src/cli/print/failure.ts',
  'src/cli/commands/isolation-resolve.ts',
  'src/cli/commands/message-send.ts',
  'src/cli/commands/plan-index.ts',
  'src/world/processes/supervisor.ts',
];

/** Builds these again over their chunks, each with all that it imports; what it loads later stays a chunk. */
async function makeWhole(outdir, options, outputs) {
  const chunks = new Map(Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint, file]));
  const beside = (from, to) => {
    const path = relative(dirname(from), to).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const later = (file) => ({
    name: 'later',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ kind, resolveDir, path }) => {
        if (kind !== 'dynamic-import') return undefined;
        const source = relative(ROOT, resolve(resolveDir, path)).replaceAll('\\', '/').replace(/\.js$/, '.ts');
        return { path: beside(file, chunks.get(source)), external: true };
      }),
  });
  for (const source of WHOLE.filter((path) => chunks.has(path))) {
    const file = chunks.get(source);
    const entry = { in: source, out: relative(outdir, file).replace(/\.js$/, '') };
    const alone = { entryPoints: [entry], splitting: false, chunkNames: undefined, allowOverwrite: true };
    await build({ ...options, ...alone, plugins: [spared, builtins, later(file)] });
  }
}

async function buildTests(outdir) {
  mkdirSync(join(ROOT, outdir), { recursive: true });
  const files = [...walk('src'), ...walk('test')].filter((f) => f.endsWith('.ts') && !f.endsWith('.d.ts'));
  await build({ ...common, entryPoints: files, outdir, outbase: '.', bundle: false, sourcemap: 'inline' });
}

function* walk(dir) {
  if (!existsSync(join(ROOT, dir))) return;
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    if (entry.name === 'fixtures' || entry.name === 'node_modules') continue;
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** The licence texts of every package that has code in the bundle. A package without one stops the build. */
function licensesOf(inputs) {
  const packages = new Set(inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean));
  const texts = [...packages].sort().map((dir) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, dir, 'package.json'), 'utf8'));
    const file = readdirSync(join(ROOT, dir)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file && typeof license !== 'string') throw new Error(`${name} is bundled and has no licence`);
    const text = file ? readFileSync(join(ROOT, dir, file), 'utf8').trim() : `Licence: ${license}`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return ['The files beside this one hold code of msd (MIT, see ../LICENSE) and of these packages:\n', ...texts].join(
    `\n${'-'.repeat(78)}\n\n`,
  );
}
