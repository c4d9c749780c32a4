import process from 'node:process';
import { fileURLToPath } from 'node:url';

const AGENT = fileURLToPath(new URL('../../../examples/agent.js', import.meta.url));

/**
 * The value of `--agent-command` that starts the bundled example's agent with the running Node. It does what its plan
 * spells out, and misbehaves as `MSD_EXAMPLE_MODE` says (`examples/agent/mode.js`).
 */
export function scriptedAgent(): string {
  return `"${process.execPath}" "${AGENT}"`;
}
