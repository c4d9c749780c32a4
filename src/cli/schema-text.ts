import { configSchema } from '../core/config-schema.js';

/** `schema/config.schema.json` as it is published, and as `msd config schema` prints it. */
export function schemaText(): string {
  return `${JSON.stringify(configSchema(), null, 2)}\n`;
}
