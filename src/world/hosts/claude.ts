import { execFile } from 'node:child_process';
import { fail, ok } from '../../core/result.js';
import type { HostAdapter } from './adapter.js';
import { claudeProgress, claudeVerdict } from './claude-stream.js';
import { findProgram } from './find-program.js';
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
 * The real client, headless, in a worktree that msd made: edits accepted, other tools as listed (DESIGN §14), and msd's own
 * tools beside whatever servers the person has set up.
 */
export const claudeHost: HostAdapter = {
  name: 'claude',
  async find(choice, settings) {
    const own = settings.hosts?.['claude'] ?? {};
    const [program = 'claude', ...args] = choice.command ?? own.command ?? [];
    const found = findProgram(program, settings.root, choice.env);
    if (!found.ok) return fail({ reason: 'host-missing', host: 'claude', program, cause: found.cause });
    const tools = [...NEEDED_TOOLS, ...(own.allowedTools ?? [])];
    const mode = own.permissionMode ?? 'acceptEdits';
    return ok({
      name: 'claude',
      version: await versionOf(found.path, choice.env),
      isolation: 'orchestrator-worktree',
      harnessFlag: null,
      invocation: () => ({
        argv: [
          found.path,
          ...args,
          '-p',
          '--output-format',
          'stream-json',
          '--verbose',
          '--mcp-config',
          JSON.stringify({ mcpServers: { [MSD_SERVER]: msdServer() } }),
          '--permission-mode',
          mode,
          '--allowedTools',
          tools.join(','),
        ],
        env: {},
        promptOnStdin: true,
      }),
      verdict: (end, logTail) => claudeVerdict(end, logTail, new Date()),
      progress: claudeProgress,
    });
  },
};

/** `2.1.332 (Claude Code)`, or null where it does not say within ten seconds. */
function versionOf(program: string, env: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: 10_000, env, maxBuffer: 64 * 1024 }, (error, stdout) => {
      resolve(error ? null : (/\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? null));
    });
  });
}
