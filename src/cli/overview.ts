import { COMMANDS } from './commands.js';

/** `msd --help`: every command with one line, grouped as typed. With words, only the commands they begin. */
export function overview(words: readonly string[]): string {
  const prefix = words.join(' ');
  const shown = COMMANDS.filter((c) => prefix === '' || c.name === prefix || c.name.startsWith(`${prefix} `));
  const left = shown.map((c) => `${c.name} ${c.usage}`.trimEnd());
  const width = Math.min(34, Math.max(0, ...left.map((text) => text.length)));
  const lines = shown.map((c, i) => `  ${left[i]!.padEnd(width)}  ${c.summary}`);
  return [
    'msd runs the plans of a phase, each by an agent in a git worktree of its own, and brings the work home.',
    '',
    'Usage: msd COMMAND [OPTIONS]      msd COMMAND --help tells more of one command',
    '',
    ...lines,
    '',
    'First run: msd execute-phase 03 --dry-run',
  ].join('\n');
}
