import type { CommandEntry } from './command.js';

/** The command list: names, one line each, and where the code is. Nothing is loaded that the chosen command does not use. */
export const COMMANDS: readonly CommandEntry[] = [];
