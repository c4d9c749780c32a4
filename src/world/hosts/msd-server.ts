import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** A program that speaks MCP on its standard input and output, as hosts are told of one. */
export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
  /** Set for it in addition; `${NAME}` stands for the host's own variable of that name. */
  readonly env: Readonly<Record<string, string>>;
}

/** The name under which executors see msd's tools. */
export const MSD_SERVER = 'msd';

/**
 * This msd as a server for an executor (DESIGN §9). The token is passed on by name, in the host's own way, and never written:
 * a host's arguments lie in files and are shown in lists of processes.
 * @param env what the host is to set for it
 */
export function msdServer(env: McpServer['env'] = {}): McpServer {
  return {
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('#root/bin/msd.js')), 'mcp'],
    env,
  };
}
