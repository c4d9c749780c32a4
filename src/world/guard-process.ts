import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { execa } from 'execa';
import type { DispatchIdentity, Host } from '#hooks/lib/types.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnreadable } from '../core/world-failures.js';

/** What a guard says of a payload (DESIGN §13). */
export interface Explanation {
  readonly row: string;
  readonly verdict: 'allow' | 'repair' | 'deny' | 'silent';
  readonly code: string;
  readonly reason: string;
  readonly identity: DispatchIdentity | null;
  /** The record that decided, or the nearest one that did not and why; values cleaned. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

const CLAUDE_SHAPED = 'msd-agent-isolation-guard.js';
const CURSOR_START = 'msd-cursor-subagent-start.js';
const WRITES = 'msd-write-guard.js';

/**
 * Asks the guard itself, as a host would, what it makes of a payload: explained is what really happens. What starts no agent is
 * for the guard of writes.
 * @param host where the payload alone does not tell it
 */
export async function explainPayload(
  payload: Uint8Array,
  host: Host | null,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Result<Explanation, FileUnreadable>> {
  if (isCursorStart(payload, host)) return explainedBy(CURSOR_START, payload, host, place);
  const explained = await explainedBy(CLAUDE_SHAPED, payload, host, place);
  if (!explained.ok || explained.value.row !== 'not-a-dispatch') return explained;
  const write = await explainedBy(WRITES, payload, null, place);
  return write.ok && write.value.row === 'not-a-write' ? explained : write;
}

async function explainedBy(
  name: string,
  payload: Uint8Array,
  host: Host | null,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Result<Explanation, FileUnreadable>> {
  const script = fileURLToPath(import.meta.resolve(`#root/hooks/${name}`));
  const args = [script, '--explain', ...(host === null ? [] : [host])];
  const end = await execa(process.execPath, args, { ...place, extendEnv: false, input: payload, reject: false });
  try {
    return ok(JSON.parse(end.stdout) as Explanation);
  } catch {
    return fail({ reason: 'file-unreadable', path: script, cause: end.stderr.slice(-400) || 'it said nothing' });
  }
}

/** Cursor's `subagentStart` has a guard of its own: it carries no tool. */
function isCursorStart(payload: Uint8Array, host: Host | null): boolean {
  try {
    const { hook_event_name: event, tool_name: tool } = JSON.parse(
      Buffer.from(payload)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
    return event === 'subagentStart' || (host === 'cursor' && tool === undefined);
  } catch {
    return host === 'cursor';
  }
}
