import { hasOurLine, hasTable, undoAppended, undoJson, type Undone } from './undo-file.js';
import { receiptOf } from './plan-install.js';
import { readJsonText } from './json-text.js';
import type { FileChange, InstallHost, InstallPlan, LeftAlone, Receipt, Tree } from './plan.js';
import { hooksFolder, isOurCopy, isOurs, receiptPath, type Setup, type SetupFile } from './setups.js';

/**
 * Decides what `msd init --remove` takes out: what the receipts say was put in, and without a receipt what can be told to be
 * ours. What was changed since is left alone and named.
 * @param others hosts that stay: the project's own files stay with them
 */
export function planRemove(setups: readonly Setup[], tree: Tree, others: readonly InstallHost[]): InstallPlan {
  const parts = setups.map((setup) => planHost(setup, tree));
  const receipts = setups.flatMap(({ host }) => receiptOf(host, tree) ?? []);
  const project = others.length > 0 ? { changes: [], leftAlone: [] } : projectFiles(receipts, tree);
  const folders = receipts.flatMap((receipt) => receipt.folders.filter((folder) => isOurs(folder, receipt.host)));
  const own = setups.flatMap(({ host }) => [`${hooksFolder(host)}/lib`, hooksFolder(host)]);
  const sorted = [...new Set([...folders, ...own])].sort((a, b) => b.split('/').length - a.split('/').length);
  return {
    changes: [...parts.flatMap((part) => part.changes), ...project.changes],
    folders: sorted.filter(
      (folder) => tree.folderExists(folder) && (others.length === 0 || !folder.startsWith('.planning')),
    ),
    leftAlone: [...parts.flatMap((part) => part.leftAlone), ...project.leftAlone],
    unwired: [],
    warnings: [],
  };
}

interface Part {
  readonly changes: readonly FileChange[];
  readonly leftAlone: readonly LeftAlone[];
}

function planHost({ host, files }: Setup, tree: Tree): Part {
  const receipt = receiptOf(host, tree);
  const [changes, leftAlone]: [FileChange[], LeftAlone[]] = [[], []];
  for (const file of files) {
    if (file.kind === 'copy') continue;
    const found = tree.file(file.path);
    if (found.kind === 'absent') continue;
    if (found.kind === 'blocked') {
      if (receipt?.shared.some((one) => one.path === file.path))
        leftAlone.push({ host, path: file.path, code: found.code, found: found.found });
      continue;
    }
    const undone = undoneOf(file, found.text, receipt);
    if ('code' in undone) leftAlone.push({ host, path: file.path, ...undone });
    else if (undone.text !== found.text && found.readOnly)
      leftAlone.push({ host, path: file.path, code: 'read-only', found: 'it may not be written' });
    else if (undone.text !== found.text)
      changes.push({ host, path: file.path, before: found.text, after: undone.text });
  }
  const copies = copiesOf(files, receipt, tree);
  for (const [path, hash] of Object.entries(copies)) {
    if (!isOurCopy(path, host)) continue;
    const found = tree.file(path);
    if (found.kind !== 'text') continue;
    if (tree.hash(found.text) === hash) changes.push({ host, path, before: found.text, after: null });
    else leftAlone.push({ host, path, code: 'changed-by-hand', found: 'it was changed since msd wrote it' });
  }
  const own = tree.file(receiptPath(host));
  if (own.kind === 'text') changes.push({ host, path: receiptPath(host), before: own.text, after: null });
  return { changes, leftAlone };
}

function undoneOf(file: Exclude<SetupFile, { kind: 'copy' }>, text: string, receipt: Receipt | null): Undone {
  const record = receipt?.shared.find((one) => one.path === file.path) ?? null;
  // Without a record of this file nothing in it was put there by an init that wrote down what it did.
  if (receipt !== null && record === null) return { text };
  if (file.kind === 'toml') return undoAppended(text, record, (one) => hasTable(one, file.table.path));
  if (file.kind === 'line') return record === null ? { text } : undoAppended(text, record, hasOurLine(file.line));
  const read = readJsonText(text);
  if (!read.ok) return { code: 'not-json', found: `line ${read.error.line}: ${read.error.what}` };
  return undoJson(text, record, file.spec);
}

/** Our own files: as the receipt has them; without one, those that are as they are shipped. */
function copiesOf(files: readonly SetupFile[], receipt: Receipt | null, tree: Tree): Readonly<Record<string, string>> {
  if (receipt !== null) return receipt.files;
  const hooks = files.flatMap((file) =>
    file.kind === 'copy' && file.hook ? [[file.path, tree.hash(file.text)] as const] : [],
  );
  return Object.fromEntries(hooks);
}

function projectFiles(receipts: readonly Receipt[], tree: Tree): Part {
  const made = Object.entries(receipts.find((receipt) => '.planning/config.json' in receipt.files)?.files ?? {});
  const changes = made.flatMap(([path, hash]): FileChange[] => {
    const found = path === '.planning/config.json' ? tree.file(path) : null;
    if (found?.kind !== 'text' || tree.hash(found.text) !== hash) return [];
    return [{ host: receipts[0]!.host, path, before: found.text, after: null }];
  });
  return { changes, leftAlone: [] };
}
