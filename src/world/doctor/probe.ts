import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { renderDispatchIdentityMarker } from '#hooks/lib/dispatch-identity.js';
import type { Registered } from '../../core/doctor/check-entries.js';
import type { InstallHost } from '../../core/install/plan.js';

/** What a guard made of a call: it lets it be, isolates it, refuses it, or said nothing that a host would understand. */
type Answer = 'silent' | 'repair' | 'deny' | 'unreadable';

export interface Probe {
  readonly reached: boolean;
  /** What came instead of the right answer; null where it was right. */
  readonly wrong: string | null;
}

const TIMEOUT_MS = 20_000;

/** What no guard may let pass. */
const UNREADABLE = '{';

/**
 * Starts a hook as its host would, a guard with a call that it must not let pass as it is, and compares its answer with that
 * of this msd's own. The caller has seen that entry and copies are msd's, byte for byte: nothing else is ever started.
 */
export async function probeGuard(
  host: InstallHost,
  entry: Registered,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Probe> {
  const payload = payloadFor(host, entry, root);
  const place = {
    cwd: root,
    extendEnv: false,
    env: { ...env, CLAUDE_PROJECT_DIR: root },
    input: payload,
    reject: false,
    timeout: TIMEOUT_MS,
  } as const;
  const own = fileURLToPath(import.meta.resolve(`#root/hooks/${entry.script}`));
  const right = answerOf((await execa(process.execPath, [own], place)).stdout);
  const put = (word: unknown) => String(word).replaceAll(`\${CLAUDE_PROJECT_DIR}`, root);
  const { command, args } = entry.hook;
  const end = Array.isArray(args)
    ? await execa(put(command), args.map(put), place)
    : await execa(String(command), { ...place, shell: true });
  if (end.exitCode !== 0 || end.failed) {
    const said = String(end.stderr ?? '')
      .trim()
      .split('\n')
      .pop();
    return {
      reached: false,
      wrong: end.timedOut ? 'it did not end' : said || `it ended with ${end.exitCode ?? end.code ?? 'a signal'}`,
    };
  }
  const answer = answerOf(end.stdout);
  return { reached: true, wrong: answer === right ? null : `it answered "${answer}", right is "${right}"` };
}

/** A call that a hook has to say something about; one that only watches gets the start of an agent that is none of ours. */
function payloadFor(host: InstallHost, { event, script }: Registered, root: string): string {
  if (script === 'msd-write-guard.js') return UNREADABLE;
  const type = 'msd-executor';
  const base = { hook_event_name: event, cwd: root, session_id: 'msd-doctor' };
  // An agent within a session is told nothing, so nothing is noted as told.
  if (script === 'msd-subagent-attest.js' || script === 'msd-session-notices.js')
    return JSON.stringify({ ...base, agent_id: 'msd-doctor', agent_type: 'msd-doctor' });
  const prompt = renderDispatchIdentityMarker({ phase: '0', plan: '0-0-msd-doctor' });
  const cursor = { hook_event_name: event, cursor_version: '0', workspace_roots: [root] };
  if (script === 'msd-cursor-subagent-start.js')
    return JSON.stringify({ ...cursor, subagent_type: type, task: prompt });
  const input = { description: 'msd doctor', prompt, subagent_type: type };
  if (host === 'cursor') return JSON.stringify({ ...base, ...cursor, tool_name: 'Task', tool_input: input });
  const spawn = {
    turn_id: '0',
    tool_name: 'collaborationspawn_agent',
    tool_input: { message: prompt, agent_type: type },
  };
  if (host === 'codex') return JSON.stringify({ ...base, ...spawn });
  return JSON.stringify({ ...base, prompt_id: '0', tool_name: 'Agent', tool_input: input });
}

function answerOf(stdout: unknown): Answer {
  const text = String(stdout ?? '').trim();
  if (text === '' || text === '{}') return 'silent';
  try {
    const { permission, hookSpecificOutput: own } = JSON.parse(text);
    if (permission === 'deny' || own?.permissionDecision === 'deny') return 'deny';
    return own?.updatedInput?.isolation === 'worktree' ? 'repair' : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
