import type { ServerResponse } from 'node:http';
import type { Reply, Turn } from './loopback-model.js';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly output?: unknown;
}

/** A request of OpenAI's Responses API, as far as a script needs it. */
interface Body {
  readonly model: string;
  readonly instructions?: string;
  readonly input: readonly Item[];
  readonly tools?: readonly {
    readonly name?: string;
    readonly type?: string;
    readonly description?: string;
    readonly tools?: readonly { readonly name: string }[];
  }[];
}

/** What a client asks: tools of a group (such as an MCP server's) are named `GROUP__TOOL`. */
export function responsesTurn({ input, instructions = '', tools = [] }: Body): Turn {
  const said = input.filter((item) => item.role === 'user' || item.role === 'developer');
  return {
    said: [instructions, ...said.map((item) => textOf(item.content))],
    results: input
      .filter((item) => /_call_output$/.test(item.type ?? ''))
      .map((item) => ({ text: textOf(item.output), isError: false })),
    system: instructions,
    descriptions: tools.map((tool) => tool.description ?? ''),
    tools: tools.flatMap((tool) =>
      tool.type === 'namespace'
        ? (tool.tools ?? []).map((one) => `${tool.name}__${one.name}`)
        : [tool.name ?? tool.type ?? ''],
    ),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('\n') : '';
}

let made = 0;

/** The reply as a stream of events. */
export function sendResponse(response: ServerResponse, { model }: Body, { text, calls = [] }: Reply): void {
  const words = { type: 'output_text', text: text ?? 'ok', annotations: [] };
  const output = [
    ...(text !== undefined || calls.length === 0
      ? [{ id: `msg_${++made}`, type: 'message', role: 'assistant', status: 'completed', content: [words] }]
      : []),
    ...calls.map(({ name, input }) => {
      const [, namespace, tool = name] = /^(.+)__(.+?)$/.exec(name) ?? [];
      const call = { id: `fc_${++made}`, type: 'function_call', status: 'completed', call_id: `call_${made}` };
      return { ...call, name: tool, ...(namespace ? { namespace } : {}), arguments: JSON.stringify(input) };
    }),
  ];
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  };
  const whole = { id: `resp_${++made}`, object: 'response', created_at: 1, status: 'completed', model, output, usage };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('response.created', { response: { ...whole, status: 'in_progress' } });
  output.forEach((item, output_index) => {
    event('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } });
    event('response.output_item.done', { output_index, item });
  });
  event('response.completed', { response: whole });
  response.end();
}
