import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { responsesTurn, sendResponse } from './responses-dialect.js';

/** What the model says: text, or calls of tools. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

/** One request of a client, as far as a script needs it. */
export interface Turn {
  /** All that users and the system said in this thread, oldest first. */
  readonly said: readonly string[];
  /** Results of tools, oldest first. */
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  readonly tools: readonly string[];
  /** What the client itself tells the model, before anything is said. */
  readonly system: string;
  /** What the client tells of each tool. */
  readonly descriptions: readonly string[];
}

export type Script = (turn: Turn) => Reply;

export interface LoopbackModel {
  readonly url: string;
  /** Every turn that was asked for, oldest first. */
  readonly turns: readonly Turn[];
}

/**
 * A model of our own on this machine's loopback, that says what a script tells it to, in the shape of Anthropic's Messages API
 * or of OpenAI's Responses: a real client can be driven by it without an account.
 */
export async function loopbackModel(t: TestContext, script: Script): Promise<LoopbackModel> {
  const turns: Turn[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const responses = request.url?.startsWith('/v1/responses') === true;
    if (request.method !== 'POST' || !(responses || request.url?.startsWith('/v1/messages')))
      return void response.writeHead(404).end();
    if (request.url?.includes('count_tokens')) return json(response, { input_tokens: 1 });
    const turn = responses ? responsesTurn(JSON.parse(body)) : turnOf(JSON.parse(body));
    turns.push(turn);
    try {
      if (responses) sendResponse(response, JSON.parse(body), script(turn));
      else send(response, JSON.parse(body), script(turn));
    } catch (error) {
      // A script that has come to its end of wits: refused for good, so that the client ends instead of asking again.
      const refusal = { type: 'invalid_request_error', message: `the script failed: ${String(error)}` };
      json(response, { type: 'error', error: refusal }, 400);
    }
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, turns };
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string; readonly description?: string }[];
}

function turnOf({ messages, tools = [], system = '' }: Body): Turn {
  const blocks = messages
    .filter((message) => message.role !== 'assistant')
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
  return {
    said: blocks.filter((block) => block.type === 'text').map((block) => block.text ?? ''),
    results: blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({ text: textOf(block.content), isError: block.is_error === true })),
    tools: tools.map((tool) => tool.name),
    system: textOf(system),
    descriptions: tools.map((tool) => tool.description ?? ''),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: Block) => part.text ?? '').join('\n') : '';
}

let made = 0;

function send(response: ServerResponse, { model, stream }: Body, { text, calls = [] }: Reply): void {
  const content = [
    ...(text !== undefined || calls.length === 0 ? [{ type: 'text', text: text ?? 'ok' }] : []),
    ...calls.map(({ name, input }) => ({ type: 'tool_use', id: `toolu_${++made}`, name, input })),
  ];
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${++made}`, type: 'message', role: 'assistant', model, usage };
  if (!stream) {
    json(response, { ...message, content, stop_reason, stop_sequence: null });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } });
  content.forEach((block, index) => {
    const empty = 'text' in block ? { ...block, text: '' } : { ...block, input: {} };
    const delta =
      'text' in block
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify((block as { input: unknown }).input) };
    event('content_block_start', { index, content_block: empty });
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  });
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  event('message_stop', {});
  response.end();
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
