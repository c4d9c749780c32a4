import { cursorProgress, cursorReport, cursorVerdict } from './cursor-stream.js';
import { describedHost, type HostDescription, withValue } from './described-host.js';

/**
 * Cursor's command-line agent, headless, in a worktree that msd made, by its documentation: it was not run here, since it
 * needs its maker's servers. Without `--force` it only proposes changes; its sandbox is on unless a person's own
 * `permissionMode` is `disabled`. Servers of its own for MCP are set in its files only, and none is approved by msd: a
 * repository could name any.
 */
const CURSOR: HostDescription = {
  name: 'cursor',
  program: 'cursor-agent',
  help: ['--help'],
  words: ({ flags, own, place }) => [
    '-p',
    flags.needed('--force', '--yolo'),
    flags.needed('--output-format'),
    'stream-json',
    ...[flags.offered('--trust') ?? []].flat(),
    ...withValue(flags.offered('--workspace'), place.worktree),
    ...withValue(flags.offered('--sandbox'), own.permissionMode ?? 'enabled'),
  ],
  progress: cursorProgress,
  verdict: cursorVerdict,
  report: cursorReport,
};

export const cursorHost = describedHost(CURSOR);
