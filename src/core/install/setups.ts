import { type ShapeCheck, claudeSettings, codexHooks, cursorHooks, mcpServers } from './host-shapes.js';
import { isObject } from './json-text.js';
import type { JsonSpec, Wanted } from './merge-json.js';
import type { InstallHost } from './plan.js';

/** What msd's package holds for hosts: texts by name. */
export interface Shipped {
  readonly version: string;
  /** The hooks and what they load, by their path below `hooks/`. */
  readonly hooks: Readonly<Record<string, string>>;
  readonly agents: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, string>>;
  /** `hooks/*.json`, parsed: each host's entries, as they are in a plugin or installed by hand. */
  readonly configs: Readonly<Record<InstallHost, unknown>>;
}

/** A part of a host's setup. `main` carries the guard: where it cannot be written, nothing of the host is. */
export type SetupFile =
  | { readonly kind: 'copy'; readonly path: string; readonly text: string; readonly hook: boolean }
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly main: boolean;
      readonly spec: JsonSpec;
      readonly noSymlink: boolean;
    }
  | {
      readonly kind: 'toml';
      readonly path: string;
      readonly table: { readonly path: readonly string[]; readonly value: unknown; readonly lines: readonly string[] };
    }
  | { readonly kind: 'line'; readonly path: string; readonly line: string };

export interface Setup {
  readonly host: InstallHost;
  readonly title: string;
  /** Where the host keeps its own; hooks lie in `hooks/msd/` below it. */
  readonly folder: string;
  readonly files: readonly SetupFile[];
}

export const TITLES: Readonly<Record<InstallHost, string>> = {
  claude: 'Claude Code',
  cursor: 'Cursor',
  codex: 'Codex',
};

export const FOLDERS: Readonly<Record<InstallHost, string>> = { claude: '.claude', cursor: '.cursor', codex: '.codex' };

/** A receipt is a file of the repository: it is believed only about places where msd writes. */
export function isOurs(path: string, host: InstallHost): boolean {
  return path === '.mcp.json' || path === '.planning' || path === FOLDERS[host] || path.startsWith(`${FOLDERS[host]}/`);
}

/** Whether a whole file can be a copy that some msd brought: beside those lie files of the person's and of other tools. */
export function isOurCopy(path: string, host: InstallHost): boolean {
  return ['hooks/msd/', 'agents/msd-', 'commands/msd/'].some((place) => path.startsWith(`${FOLDERS[host]}/${place}`));
}

/** The folder of a host's copies of the hooks. */
export const hooksFolder = (host: InstallHost): string => `${FOLDERS[host]}/hooks/msd`;

/** What `msd init` writes down about itself for a host. */
export const receiptPath = (host: InstallHost): string => `${hooksFolder(host)}/installed.json`;

/** The file by which a host learns of our hooks. */
export const CONFIG_PATHS: Readonly<Record<InstallHost, string>> = {
  claude: '.claude/settings.json',
  cursor: '.cursor/hooks.json',
  codex: '.codex/hooks.json',
};

const MCP_SERVER = { command: 'msd', args: ['mcp'] };

/**
 * All that a host needs in a project.
 * @param place path from the top of the checkout to the project's root (empty, or with a final slash); null in no checkout
 */
export function setupFor(host: InstallHost, shipped: Shipped, place: string | null): Setup {
  const folder = FOLDERS[host];
  const copies = Object.entries(shipped.hooks).map(([name, text]) =>
    copyOf(`${hooksFolder(host)}/${name}`, text, true),
  );
  return { host, title: TITLES[host], folder, files: [...copies, ...FILES[host](shipped, place)] };
}

const copyOf = (path: string, text: string, hook: boolean): SetupFile => ({ kind: 'copy', path, text, hook });

const FILES: Readonly<Record<InstallHost, (shipped: Shipped, place: string | null) => readonly SetupFile[]>> = {
  claude: ({ configs, agents, commands }) => [
    ...Object.entries(agents).map(([name, text]) => copyOf(`.claude/agents/${name}`, text, false)),
    ...Object.entries(commands).map(([name, text]) => copyOf(`.claude/commands/msd/${name}`, text, false)),
    config('claude', claudeSettings, 'skipped', [
      ...entries(configs.claude, (text) =>
        text.replaceAll(`\${CLAUDE_PLUGIN_ROOT}/hooks/`, `\${CLAUDE_PROJECT_DIR}/${hooksFolder('claude')}/`),
      ),
      { kind: 'put', path: ['worktree', 'baseRef'], value: 'head' },
    ]),
    mcp('.mcp.json'),
    { kind: 'line', path: '.claude/.gitignore', line: 'worktrees/' },
  ],
  cursor: ({ configs, agents }) => [
    ...Object.entries(agents).map(([name, text]) => copyOf(`.cursor/agents/${name}`, text, false)),
    config('cursor', cursorHooks, 'skipped', [
      { kind: 'put', path: ['version'], value: 1 },
      ...entries(configs.cursor, (text) => text),
    ]),
    mcp('.cursor/mcp.json'),
  ],
  codex: ({ configs }, place) => [
    config(
      'codex',
      codexHooks,
      'refused',
      entries(configs.codex, (text) => fromTop(text, place)),
    ),
    {
      kind: 'toml',
      path: '.codex/config.toml',
      table: {
        path: ['mcp_servers', 'msd'],
        value: MCP_SERVER,
        lines: ['[mcp_servers.msd]', 'command = "msd"', 'args = ["mcp"]'],
      },
    },
  ],
};

/** Codex starts hooks wherever the session stands; git tells the top of the checkout. */
function fromTop(text: string, place: string | null): string {
  const top = '$(git rev-parse --show-toplevel)/';
  return text.replaceAll(top, place === null ? '' : `${top}${place}`);
}

function config(
  host: InstallHost,
  shape: ShapeCheck,
  strict: JsonSpec['strict'],
  wanted: readonly Wanted[],
): SetupFile {
  const spec = { wanted, shape, strict };
  return { kind: 'json', path: CONFIG_PATHS[host], main: true, spec, noSymlink: host === 'cursor' };
}

function mcp(path: string): SetupFile {
  const wanted: Wanted[] = [{ kind: 'put', path: ['mcpServers', 'msd'], value: MCP_SERVER }];
  return { kind: 'json', path, main: false, spec: { wanted, shape: mcpServers, strict: 'no' }, noSymlink: false };
}

/** The entries of a ready-made config, each to stand in the list of its event. */
function entries(config: unknown, place: (text: string) => string): Wanted[] {
  const hooks = isObject(config) && isObject(config['hooks']) ? config['hooks'] : {};
  return Object.entries(hooks).flatMap(([event, list]) =>
    (list as unknown[]).map((entry) => ({
      kind: 'entry' as const,
      path: ['hooks', event],
      value: placed(entry, place),
    })),
  );
}

function placed(value: unknown, place: (text: string) => string): unknown {
  if (typeof value === 'string') return place(value);
  if (Array.isArray(value)) return value.map((item) => placed(item, place));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, placed(inner, place)]));
}
