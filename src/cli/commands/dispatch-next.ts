import type { CommandModule } from '../command.js';
import { defineHarness, harnessRun } from '../harness-run.js';

/** `msd dispatch next`: what a host's session is to start now by its own tool, gated and opened (ADR 0020). */
export const command: CommandModule = {
  define: defineHarness,
  run: (input, io) => harnessRun(input, io, 'dispatch next', null),
};
