// Builds dist/ (the bundle that ships, split by command) and, with --tests, .build/ (sources and tests, file by file).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const common = {
  absWorkingDir: ROOT,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
  charset: 'utf8',
};

/** Packages with native code stay packages; everything else is bundled. */
const EXTERNAL = ['libsql'];

const banner =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

function entryPoints() {
  const entries = { 'cli/main': 'src/cli/main.ts' };
  const supervisor = 'src/world/processes/supervisor.ts';
  if (existsSync(join(ROOT, supervisor))) entries['supervisor'] = supervisor;
  return entries;
}

export async function buildBundle() {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: entryPoints(),
    bundle: true,
    splitting: true,
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    external: EXTERNAL,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'linked',
    banner: { js: banner },
  });
}

export async function buildTests() {
  const files = [...walk('src'), ...walk('test')].filter((f) => f.endsWith('.ts') && !f.endsWith('.d.ts'));
  rmSync(join(ROOT, '.build'), { recursive: true, force: true });
  await build({ ...common, entryPoints: files, outdir: '.build', outbase: '.', bundle: false, sourcemap: 'inline' });
}

function* walk(dir) {
  for (const entry of readdirSync(join(ROOT, dir), { withFileTypes: true })) {
    if (entry.name === 'fixtures' || entry.name === 'node_modules') continue;
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildBundle();
  if (process.argv.includes('--tests')) await buildTests();
}
