import { configSchema } from '../../core/config-schema.js';
import { ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { schemaText } from '../schema-text.js';

/** `msd config schema`: what editors complete and check `.planning/config.json` with. */
export const command: CommandModule = {
  define(command) {
    command.addHelpText('after', '\nName the saved file in the config: "$schema": "./config.schema.json"');
  },
  async run() {
    return ok({ json: configSchema(), human: schemaText().trimEnd() });
  },
};
