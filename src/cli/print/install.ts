import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { FileChange, InstallHost, InstallPlan, LeftAlone } from '../../core/install/plan.js';
import { hooksFolder, TITLES } from '../../core/install/setups.js';
import { changedLines } from '../../core/install/show-change.js';

/** What was wished, and where. */
export interface InstallTold {
  readonly hosts: readonly InstallHost[];
  readonly remove: boolean;
  readonly dryRun: boolean;
  readonly root: string;
  readonly inGit: boolean;
}

const SHOWN_LINES = 60;

export function installJson(plan: InstallPlan, { hosts, remove, dryRun, root }: InstallTold): unknown {
  return {
    root,
    hosts,
    remove,
    dryRun,
    changes: plan.changes.map((change) => ({ host: change.host, path: change.path, change: kindOf(change) })),
    leftAlone: plan.leftAlone,
    unwired: plan.unwired,
    warnings: plan.warnings,
  };
}

/** The change before it is made. */
export function installPlanned(plan: InstallPlan, root: string): string {
  return [`in ${cleanText(root, 500)}`, ...changeLines(plan), ...leftLines(plan)].join('\n');
}

export function installDone(plan: InstallPlan, told: InstallTold): string {
  const { remove, dryRun, inGit } = told;
  const head = plan.changes.length === 0 ? ['nothing to change'] : changeLines(plan);
  const end = dryRun
    ? ['nothing was written (--dry-run)']
    : remove || plan.changes.length === 0
      ? []
      : ['', ...nextLines(plan), ...(inGit ? [] : ['This is no git repository: agents cannot be isolated here.'])];
  return [`in ${cleanText(told.root, 500)}`, ...head, ...leftLines(plan), ...end].join('\n');
}

function changeLines({ changes }: InstallPlan): readonly string[] {
  const hosts = [...new Set(changes.map(({ host }) => host))];
  return hosts.flatMap((host) => {
    const own = changes.filter((change) => change.host === host);
    const copies = own.filter(({ path }) => path.startsWith(`${hooksFolder(host)}/`));
    const kinds = [...new Set(copies.map(kindOf))];
    const folded = kinds.map(
      (kind) => `  ${kind}  ${hooksFolder(host)}/ (${copies.filter((one) => kindOf(one) === kind).length} files)`,
    );
    const rest = own.filter((change) => !copies.includes(change));
    return [TITLES[host], ...folded, ...rest.flatMap(shown)];
  });
}

/** A file that is shared with others is shown as it changes; one of our own by its name. */
function shown(change: FileChange): readonly string[] {
  const title = `  ${kindOf(change)}  ${cleanText(change.path, 300)}`;
  if (change.after === null || !/\.(json|toml)$|\.gitignore$/.test(change.path)) return [title];
  const lines = changedLines(change.before ?? '', change.after ?? '');
  const cut = lines.slice(0, SHOWN_LINES).map(({ sign, line }) => `      ${sign} ${clip(line)}`);
  const more = lines.length > SHOWN_LINES ? [`      … ${lines.length - SHOWN_LINES} more lines`] : [];
  return [title, ...cut, ...more];
}

/** Indentation is kept: it is part of what is shown. */
const clip = (line: string): string =>
  `${/^[ \t]*/.exec(line)?.[0].replaceAll('\t', '  ') ?? ''}${cleanText(line.slice(0, 1000).trim(), 160)}`;

function leftLines({ leftAlone, warnings, unwired }: InstallPlan): readonly string[] {
  const line =
    (word: string) =>
    ({ path, code, found }: LeftAlone) =>
      `${word}  ${cleanText(path, 300)} [${code}] ${cleanText(found, 300)}`;
  return [
    ...leftAlone.map(line('left alone')),
    ...warnings.map(line('warning')),
    ...unwired.map((host) => `${TITLES[host]} is not set up: mend what is named above, then run msd init again`),
  ];
}

function nextLines({ unwired, changes }: InstallPlan): readonly string[] {
  const hosts = [...new Set(changes.map(({ host }) => host))].filter((host) => !unwired.includes(host));
  const acts: Readonly<Record<InstallHost, string>> = {
    claude: 'Claude Code: restart its session here; it asks once for the tools of .mcp.json.',
    cursor: 'Cursor: reload the window.',
    codex:
      'Codex: start it here, trust the folder, and accept the hook with /hooks. Until then it skips it without a word.',
  };
  return [...hosts.map((host) => acts[host]), 'Commit these files, so that they count for everybody. Then: msd doctor'];
}

const kindOf = ({ before, after }: FileChange): 'created' | 'changed' | 'removed' =>
  before === null ? 'created' : after === null ? 'removed' : 'changed';
