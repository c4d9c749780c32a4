import { appendLines, appendToml, hasLine } from './append-text.js';
import type { Part } from './edited-text.js';
import { hasStrays, type JsonSpec, type Known, knownOf, mergeJson, type Obstacle, obstacleIn } from './merge-json.js';
import type { FileChange, FileRecord, Found, InstallHost, InstallPlan, LeftAlone, Receipt, Tree } from './plan.js';
import { printReceipt, readReceipt } from './receipt.js';
import { isOurCopy, receiptPath, type Setup, type SetupFile } from './setups.js';
import { keep } from './undo-parts.js';
import { undoJson } from './undo-file.js';

/** Files of the project itself that are to be made, with their texts: what makes it a project of msd. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** What one file comes to: its change (null for none), and what is to be remembered of it. */
interface Outcome {
  readonly change: { readonly before: string | null; readonly after: string | null } | null;
  readonly record?: FileRecord | undefined;
  readonly hash?: string | undefined;
  readonly obstacles?: readonly Obstacle[];
  readonly warnings?: readonly Obstacle[];
  /** Nothing can be done with the file. */
  readonly stopped?: boolean;
}

/** Decides what `msd init` writes. Nothing is read or written here but through `tree`. */
export function planInstall(setups: readonly Setup[], tree: Tree, version: string, made: ProjectFiles): InstallPlan {
  const parts = setups.map((setup) => planHost(setup, tree, version, made));
  const project = Object.entries(made).map(
    ([path, text]): FileChange => ({ host: setups[0]!.host, path, before: null, after: text }),
  );
  const wired = parts.filter((part) => part.unwired.length === 0);
  return {
    // The project comes last: the receipts that know of it are written by then.
    changes: [...parts.flatMap((part) => part.changes), ...(wired.length > 0 ? project : [])],
    folders: [],
    leftAlone: parts.flatMap((part) => part.leftAlone),
    unwired: parts.flatMap((part) => part.unwired),
    warnings: parts.flatMap((part) => part.warnings),
  };
}

/** What an earlier init wrote down for a host; null for none. */
export function receiptOf(host: InstallHost, tree: Tree): Receipt | null {
  const found = tree.file(receiptPath(host));
  const receipt = found.kind === 'text' ? readReceipt(found.text) : null;
  return receipt?.host === host ? receipt : null;
}

function planHost({ host, files }: Setup, tree: Tree, version: string, made: ProjectFiles): InstallPlan {
  const prior = receiptOf(host, tree);
  if (prior !== null && isNewer(prior.msd, version)) {
    const found = `msd ${prior.msd} set the host up; this is ${version}`;
    const leftAlone: LeftAlone[] = [{ host, path: receiptPath(host), code: 'written-by-newer', found }];
    return { changes: [], folders: [], leftAlone, unwired: [], warnings: [] };
  }
  const outcomes = files.map((file) => ({ file, path: file.path, outcome: outcomeOf(file, tree, prior) }));
  const told = (pick: (outcome: Outcome) => readonly Obstacle[] | undefined): LeftAlone[] =>
    outcomes.flatMap(({ path, outcome }) => (pick(outcome) ?? []).map((one) => ({ host, path, ...one })));
  const leftAlone = told((outcome) => outcome.obstacles);
  const stopped = outcomes.some(({ file, outcome }) => outcome.stopped === true && carriesGuard(file));
  if (stopped) return { changes: [], folders: [], leftAlone, unwired: [host], warnings: [] };
  const changes = outcomes.flatMap(({ path, outcome }): FileChange[] =>
    outcome.change === null ? [] : [{ host, path, ...outcome.change }],
  );
  const hashes = outcomes.flatMap(({ path, outcome }) =>
    outcome.hash === undefined ? [] : [[path, outcome.hash] as const],
  );
  const gone = Object.keys(prior?.files ?? {}).filter((path) => isLeftover(path, host, files, prior, tree));
  const project = {
    ...projectPart(prior),
    ...Object.fromEntries(Object.entries(made).map(([path, text]) => [path, tree.hash(text)])),
  };
  const created = [...changes, ...Object.keys(made).map((path) => ({ path, before: null }))];
  const receipt: Receipt = {
    version: 1,
    msd: version,
    host,
    files: { ...Object.fromEntries(hashes), ...project },
    shared: outcomes.flatMap(({ outcome }) => (outcome.record ? [outcome.record] : [])),
    folders: foldersFor(
      [...created.filter((one) => one.before === null).map((one) => one.path), receiptPath(host)],
      tree,
      prior,
    ),
  };
  const path = receiptPath(host);
  const before = textOf(tree.file(path));
  const after = printReceipt(receipt);
  return {
    // First what was put in is written down: a crash in between must not leave entries that nobody knows how to take out.
    changes: [
      ...(before === after ? [] : [{ host, path, before, after }]),
      ...changes,
      ...gone.map((old): FileChange => ({ host, path: old, before: textOf(tree.file(old)), after: null })),
    ],
    folders: [],
    leftAlone,
    unwired: [],
    warnings: told((outcome) => outcome.warnings),
  };
}

/** Whether a version is later than another, by its three numbers. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split(/[.+-]/).map(Number)) as [number[], number[]];
  const at = [0, 1, 2].find((i) => a[i] !== b[i]);
  return at !== undefined && (a[at] ?? 0) > (b[at] ?? 0);
}

/** Without this file the host would never ask the guard. */
const carriesGuard = (file: SetupFile): boolean =>
  (file.kind === 'json' && file.main) || (file.kind === 'copy' && file.hook);

function outcomeOf(file: SetupFile, tree: Tree, prior: Receipt | null): Outcome {
  const found = tree.file(file.path);
  if (found.kind === 'blocked') return stop({ code: found.code, found: found.found });
  const record = prior?.shared.find((one) => one.path === file.path) ?? null;
  const outcome = ((): Outcome => {
    switch (file.kind) {
      case 'copy':
        return copyOutcome(file, found, tree, prior);
      case 'json':
        if (file.noSymlink && found.kind === 'text' && found.symlink)
          return stop({ code: 'symlink-refused-by-host', found: 'it is a symlink, and the host reads none' });
        return jsonOutcome(file.path, file.spec, found, record);
      case 'toml':
        return appendOutcome(file.path, found, record, (text) => appendToml(text, file.table));
      case 'line':
        return appendOutcome(file.path, found, record, (text) => ({
          ok: true,
          value: hasLine(text, file.line) ? { text, parts: [] } : appendLines(text, [file.line]),
        }));
    }
  })();
  if (outcome.change !== null && found.kind === 'text' && found.readOnly)
    return stop({ code: 'read-only', found: 'it may not be written' });
  return outcome;
}

const stop = (obstacle: Obstacle): Outcome => ({ change: null, obstacles: [obstacle], stopped: true });

function copyOutcome(
  file: Extract<SetupFile, { kind: 'copy' }>,
  found: Found,
  tree: Tree,
  prior: Receipt | null,
): Outcome {
  const hash = tree.hash(file.text);
  if (found.kind !== 'text') return { change: { before: null, after: file.text }, hash };
  const there = tree.hash(found.text);
  const known = prior?.files[file.path];
  if (there === hash) return { change: null, hash: known !== undefined || file.hook ? hash : undefined };
  if (file.hook || known === there) return { change: { before: found.text, after: file.text }, hash };
  return {
    change: null,
    hash: known,
    obstacles: [{ code: 'changed-by-hand', found: 'it is not as msd ships it, and was not written by msd' }],
  };
}

function jsonOutcome(path: string, spec: JsonSpec, found: Found, record: FileRecord | null): Outcome {
  const text = found.kind === 'text' ? found.text : null;
  const obstacle = text === null ? null : obstacleIn(text, spec);
  if (obstacle) return { ...stop(obstacle), record: record ?? undefined };
  const current = mergeJson(text ?? '', spec);
  if (!current.ok) return stop(current.error);
  const { obstacles, warnings } = current.value;
  const strays = text !== null && record !== null && hasStrays(text, spec, record.earlier);
  if (text !== null && current.value.parts.length === 0 && !strays)
    return { change: null, record: record ?? undefined, obstacles, warnings };
  const base = text === null || record === null ? text : baseOf(text, record, spec);
  const merged = mergeJson(base ?? '', spec);
  if (!merged.ok) return stop(merged.error);
  return {
    change: { before: text, after: merged.value.text },
    record: recordOf(path, base === null, merged.value, knownOf(base ?? '', spec)),
    obstacles: merged.value.obstacles,
    warnings: merged.value.warnings,
  };
}

/** The text as it was before the earlier init, so that the new one can be undone whole. */
function baseOf(text: string, record: FileRecord, spec: JsonSpec): string | null {
  const undone = undoJson(text, record, spec);
  return 'text' in undone ? undone.text : text;
}

function appendOutcome(
  path: string,
  found: Found,
  record: FileRecord | null,
  append: (text: string) => ReturnType<typeof appendToml>,
): Outcome {
  const text = found.kind === 'text' ? found.text : null;
  const added = append(text ?? '');
  if (!added.ok) return stop(added.error);
  if (added.value.parts.length === 0) return { change: null, record: record ?? undefined };
  return {
    change: { before: text, after: added.value.text },
    record: recordOf(path, text === null, added.value, { earlier: [], made: [] }),
  };
}

const recordOf = (
  path: string,
  created: boolean,
  { parts, text }: { readonly parts: readonly Part[]; readonly text: string },
  known: Known,
): FileRecord => ({
  path,
  created,
  parts: keep(parts, text),
  ...known,
});

/** A copy that an earlier version brought and this one does not, as it was brought. */
function isLeftover(
  path: string,
  host: InstallHost,
  files: readonly SetupFile[],
  prior: Receipt | null,
  tree: Tree,
): boolean {
  if (!isOurCopy(path, host) || files.some((file) => file.path === path)) return false;
  const found = tree.file(path);
  return found.kind === 'text' && tree.hash(found.text) === prior?.files[path];
}

/** What an earlier init made of the project itself: every host's receipt knows, since any may be the last to go. */
const projectPart = (prior: Receipt | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(prior?.files ?? {}).filter(([path]) => path.startsWith('.planning/')));

/** Folders that are not there yet, and those made earlier; the deepest first. */
function foldersFor(paths: readonly string[], tree: Tree, prior: Receipt | null): readonly string[] {
  const missing = paths.flatMap((path) => {
    const names = path.split('/').slice(0, -1);
    return names.map((_, i) => names.slice(0, i + 1).join('/')).filter((folder) => !tree.folderExists(folder));
  });
  const all = [...new Set([...(prior?.folders ?? []), ...missing])];
  return all.sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1));
}

function textOf(found: Found): string | null {
  return found.kind === 'text' ? found.text : null;
}
