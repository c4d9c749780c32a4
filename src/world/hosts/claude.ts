import { describedHost, type HostDescription, withValue } from './described-host.js';
import { claudeProgress, claudeReport, claudeVerdict } from './claude-stream.js';
import { MSD_SERVER, msdServer } from './msd-server.js';

/** What an executor needs beyond editing: its own commits, and looking around. Tests are the project's to allow. */
const NEEDED_TOOLS = [
  'Read',
  'Edit',
  'Write',
  'Glob',
  'Grep',
  'Bash(git add:*)',
  'Bash(git commit:*)',
  'Bash(git status:*)',
  'Bash(git diff:*)',
  'Bash(git log:*)',
  'Bash(git mv:*)',
  'Bash(git rm:*)',
  'Bash(msd message:*)',
  'Bash(msd notices:*)',
  `mcp__${MSD_SERVER}`,
];

/**
 * Claude Code, headless, in a worktree that msd made: edits accepted, other tools as listed (DESIGN §14), and msd's own
 * tools beside whatever servers the person has set up. Measured with 2.1.332 and 2.1.197.
 */
const CLAUDE: HostDescription = {
  name: 'claude',
  program: 'claude',
  help: ['--help'],
  words: ({ flags, own, place }) => [
    '-p',
    flags.needed('--output-format'),
    'stream-json',
    flags.needed('--verbose'),
    ...withValue(
      flags.offered('--mcp-config'),
      JSON.stringify({ mcpServers: { [MSD_SERVER]: msdServer({ MSD_AGENT_TOKEN: '${MSD_AGENT_TOKEN}' }) } }),
    ),
    ...withValue(flags.offered('--add-dir'), place.answerDir),
    flags.needed('--permission-mode'),
    own.permissionMode ?? 'acceptEdits',
    flags.needed('--allowedTools', '--allowed-tools'),
    [...NEEDED_TOOLS, ...(own.allowedTools ?? [])].join(','),
  ],
  progress: claudeProgress,
  verdict: claudeVerdict,
  report: claudeReport,
};

export const claudeHost = describedHost(CLAUDE);
