import { COMMANDS } from './commands.js';

/** `msd --help`: every command with one line. With a group's name (`plan`), only the commands of that group. */
export function overview(group: string): string {
  const shown = COMMANDS.filter((c) => group === '' || c.name === group || c.name.startsWith(`${group} `));
  const left = shown.map((c) => `${c.name} ${c.usage}`.trimEnd());
  const width = Math.min(34, Math.max(0, ...left.map((text) => text.length)));
  const lines = shown.map((c, i) => `  ${left[i]!.padEnd(width)}  ${c.summary}`);
  const usage = `Usage: msd ${group === '' ? '' : `${group} `}COMMAND [OPTIONS]`;
  return [
    ...(group === ''
      ? ['msd runs the plans of a phase, each by an agent in a git worktree of its own, and brings the work home.', '']
      : []),
    `${usage}      msd COMMAND --help tells more of one command`,
    '',
    ...lines,
    ...(group === '' ? ['', 'First run: msd execute-phase 03 --dry-run'] : []),
  ].join('\n');
}
