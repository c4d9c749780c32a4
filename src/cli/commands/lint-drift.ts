import { resolve } from 'node:path';
import { ok } from '../../core/result.js';
import { lintDrift } from '../../world/drift-lint.js';
import type { CommandModule } from '../command.js';

/** `msd lint drift [PATH]`: copies of msd's formats in a project's own workflows and hooks. Exit code 1 where there is one. */
export const command: CommandModule = {
  define(command) {
    command.argument('[path]', 'a folder or file; a project: its workflows, agents and hooks (default: here)');
  },
  async run({ args }, io) {
    const report = await lintDrift(resolve(io.cwd, args[0] ?? '.'), io.json);
    if (!report.ok) return report;
    const { clean, text } = report.value;
    const said = io.json ? { json: JSON.parse(text), human: null } : { json: null, human: text };
    return ok({ ...said, exitCode: clean ? 0 : 1 });
  },
};
