import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/mini';
import type { Failure } from '../../core/failure.js';
import type { Result } from '../../core/result.js';
import type { CommandOutput } from '../command.js';
import { failureJson } from '../print/failure.js';
import type { InputSchema } from '../verbs/input.js';
import type { VerbContext } from '../verbs/verb.js';
import { TOOLS, type Tool } from './tools.js';

/**
 * Serves the tools on standard input and output until the client closes them. Resolves when it has.
 * @param contextOf what a tool call is handed; asked anew for each call, since an agent may end meanwhile
 */
export async function serve(
  version: string,
  contextOf: (interrupted: AbortSignal) => VerbContext,
  stop: AbortSignal,
): Promise<void> {
  const transport = new EndingTransport();
  const handle = serveStdio(
    () => {
      const server = new McpServer({ name: 'msd', version }, { capabilities: { tools: {} } });
      for (const tool of TOOLS) register(server, tool, contextOf);
      return server;
    },
    { transport },
  );
  stop.addEventListener('abort', () => void handle.close(), { once: true });
  await transport.ended;
}

/** Tells when the connection is over, also where the client went away before it said anything. */
class EndingTransport extends StdioServerTransport {
  readonly ended: Promise<void>;
  #end: () => void = () => {};

  constructor() {
    super();
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  override async close(): Promise<void> {
    await super.close();
    this.#end();
  }
}

function register(server: McpServer, tool: Tool, contextOf: (interrupted: AbortSignal) => VerbContext): void {
  server.registerTool(
    tool.name,
    {
      description: tool.description,
      inputSchema: standard(tool.input),
      annotations: {
        readOnlyHint: tool.readOnly,
        destructiveHint: false,
        idempotentHint: tool.readOnly,
        openWorldHint: false,
      },
    },
    async (input, { mcpReq }) => toolResult(await tool.run(contextOf(mcpReq.signal), input)),
  );
}

/** The answer as data, and the same as text for clients that show only that. A failure is told in full, as `--json` tells it. */
function toolResult(answer: Result<CommandOutput, Failure>) {
  const json = answer.ok ? answer.value.json : failureJson(answer.error);
  const data = Array.isArray(json) ? { items: json } : (json as Record<string, unknown>);
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(data) }],
    structuredContent: data,
    ...(answer.ok ? {} : { isError: true }),
  };
}

/** What the package asks of a schema; the small build of zod has the parts and leaves out one name. */
function standard(schema: InputSchema) {
  const json = () => z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: json, output: json } } } as const;
}
