import { copyFileSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from './port.js';
import { readDirt } from './dirt.js';
import { type Git, nulParts } from './git.js';
import { scratchFolder } from './trash.js';

export interface Looked {
  /** The user's files, ignored ones too, that the way from one commit to the other would overwrite or delete. */
  readonly inTheWay: readonly string[];
  /** Files not committed that hold exactly what is coming, as lines for `update-index --index-info`. */
  readonly alreadyThere: readonly string[];
}

/** One path that differs between the two commits; `mode` is null where the second has none. */
interface Coming {
  readonly path: string;
  readonly mode: string | null;
  readonly oid: string;
  readonly isNew: boolean;
}

/** What a fast-forward of a checkout from `tip` to `to` would meet. Reads only. */
export async function filesInTheWay(
  git: Git,
  checkout: Checkout,
  tip: string,
  to: string,
): Promise<Result<Looked, WorldFailure>> {
  const dirt = await readDirt(git, checkout.root);
  if (!dirt.ok) return dirt;
  const raw = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', tip, to, '--'], { cwd: checkout.root });
  if (!raw.ok) return raw;
  const coming = parseRaw(raw.value.stdout);
  const dirty = new Set([...dirt.value.tracked, ...dirt.value.untracked]);
  const inTheWay = new Set<string>();
  const suspects: Coming[] = [];
  const paths = new Set(coming.map(({ path }) => path));
  for (const change of coming) {
    for (const path of wrongShape(checkout.root, change, paths)) inTheWay.add(path);
    const met = dirty.has(change.path) || (change.isNew && kindOf(join(checkout.root, change.path)) === 'file');
    if (met) suspects.push(change);
  }
  const same = await sameAsComing(git, checkout, suspects);
  if (!same.ok) return same;
  for (const { path } of suspects) if (!same.value.has(path)) inTheWay.add(path);
  const there = suspects.filter(({ path, mode }) => same.value.has(path) && mode !== null);
  return ok({
    inTheWay: [...inTheWay].sort(),
    alreadyThere: there.map(({ path, mode, oid }) => `${mode} ${oid}\t${path}`),
  });
}

function parseRaw(text: string): Coming[] {
  const parts = nulParts(text);
  const coming: Coming[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [oldMode = '', mode = '', , oid = ''] = (parts[i] ?? '').slice(1).split(' ');
    const gone = /^0+$/.test(mode);
    coming.push({ path: parts[i + 1] ?? '', mode: gone ? null : mode, oid, isNew: /^0+$/.test(oldMode) });
  }
  return coming;
}

/**
 * What is neither tracked nor of the shape that is coming: a file where a folder must come, files in a folder where a file
 * must come. Tracked files of that kind are in `paths` themselves.
 */
function wrongShape(root: string, change: Coming, paths: ReadonlySet<string>): readonly string[] {
  if (change.mode === null || !change.isNew) return [];
  const parts = change.path.split('/');
  for (let n = 1; n < parts.length; n++) {
    const above = parts.slice(0, n).join('/');
    const kind = kindOf(join(root, above));
    if (kind === 'none') return [];
    if (kind === 'file') return paths.has(above) ? [] : [above];
  }
  return kindOf(join(root, change.path)) === 'folder' ? filesBelow(root, change.path).filter((p) => !paths.has(p)) : [];
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

function kindOf(path: string): 'none' | 'file' | 'folder' {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'none';
  }
}

/** Which of these paths hold in the files what is coming there, as git itself would store them. */
async function sameAsComing(
  git: Git,
  checkout: Checkout,
  suspects: readonly Coming[],
): Promise<Result<ReadonlySet<string>, WorldFailure>> {
  if (suspects.length === 0) return ok(new Set());
  let folder: string | null = null;
  try {
    folder = scratchFolder(checkout.commonDir);
    const scratch = join(folder, 'index');
    const at = { cwd: checkout.root, env: { GIT_INDEX_FILE: scratch } };
    copyFileSync(join(checkout.gitDir, 'index'), scratch);
    const there = suspects.filter(({ path }) => kindOf(join(checkout.root, path)) === 'file');
    const input = there.map(({ path }) => `${path}\0`).join('');
    const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const args = ['--literal-pathspecs', 'add', '--all', '--force', '--sparse', ...list];
    const added = there.length === 0 ? ok(null) : await git(args, { ...at, input });
    if (!added.ok) return ok(new Set());
    const now = await git(['ls-files', '-z', '--stage', '--full-name'], at);
    if (!now.ok) return now;
    const entries = new Set(nulParts(now.value.stdout));
    const same = suspects.filter(({ path, mode, oid }) =>
      mode === null ? kindOf(join(checkout.root, path)) === 'none' : entries.has(`${mode} ${oid} 0\t${path}`),
    );
    return ok(new Set(same.map(({ path }) => path)));
  } catch {
    return ok(new Set<string>());
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}
