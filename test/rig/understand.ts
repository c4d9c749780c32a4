import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { COMMANDS } from '../../src/cli/commands.js';
import { parserOf } from '../../src/cli/parser.js';
import { findCommand } from '../../src/cli/program.js';
import { splitWords } from './script/read-script.js';

/** A command as commander knows it, without running it. */
async function defined(name: string): Promise<Command> {
  const entry = COMMANDS.find((command) => command.name === name);
  assert.ok(entry, `msd ${name} is in the table of commands`);
  const { command: module } = await entry.load();
  return parserOf(entry, module);
}

/** Passes where a command line that begins with `msd` would be understood by msd, without running it. */
export async function understand(line: string): Promise<void> {
  const words = splitWords(line.replace(/\s+(#|<|>|\|).*$/, '').replace(/^msd /, ''), { MSD_RESULT_FILE: 'x' });
  const found = findCommand(words);
  assert.ok(found, `"${line}": no such command`);
  const command = await defined(found.entry.name);
  assert.doesNotThrow(() => command.parse([...found.rest], { from: 'user' }), `"${line}" is not understood`);
}
