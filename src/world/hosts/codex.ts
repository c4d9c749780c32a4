import { codexProgress, codexReport, codexVerdict } from './codex-stream.js';
import { describedHost, type HostDescription, withValue } from './described-host.js';
import { commitPlaces } from './commit-places.js';
import { MSD_SERVER, msdServer } from './msd-server.js';

/** JSON's strings, lists and numbers are TOML's too. */
const toml = (value: unknown): string => JSON.stringify(value);

/**
 * msd's tools. The token is passed on by name; msd's tools ask nobody, since an executor may always speak of its own work.
 */
function serverSettings(): string {
  const { command, args } = msdServer();
  const fields = {
    command,
    args,
    env_vars: ['MSD_AGENT_TOKEN'],
    default_tools_approval_mode: 'approve',
    // Without this the first turn begins before the tools are there.
    required: true,
    startup_timeout_sec: 60,
  };
  const table = Object.entries(fields).map(([key, value]) => `${key}=${toml(value)}`);
  return `mcp_servers.${MSD_SERVER}={${table.join(',')}}`;
}

/**
 * Codex, headless, in a worktree that msd made: its sandbox lets it write there, where a commit writes, and where its answer
 * goes; no network. It is never asked anything, and what the sandbox refuses fails. `permissionMode` of a person's own
 * settings is the name of another sandbox. Measured with 0.171.0.
 */
const CODEX: HostDescription = {
  name: 'codex',
  program: 'codex',
  help: ['exec', '--help'],
  words: ({ flags, own, place }) => [
    'exec',
    flags.needed('--json', '--experimental-json'),
    ...withValue(flags.offered('--cd'), place.worktree),
    flags.needed('--sandbox'),
    own.permissionMode ?? 'workspace-write',
    ...[...commitPlaces(place.worktree), place.answerDir].flatMap((dir) => withValue(flags.offered('--add-dir'), dir)),
    ...withValue(flags.offered('--config'), serverSettings()),
    '-',
  ],
  progress: codexProgress,
  verdict: codexVerdict,
  report: codexReport,
};

export const codexHost = describedHost(CODEX);
