// biome-ignore-all lint/suspicious/noExplicitAny: an answer is what a hook said
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { DecisionScope, Isolation, Producer } from '#hooks/lib/types.js';
import { writeDecision } from '../../src/world/isolation-sentinel.js';
import { openProject } from '../../src/world/project.js';
import { cleanEnvironment } from './environment.js';
import type { TemporaryProject } from './temporary-project.js';

export const HOOKS = fileURLToPath(new URL('../../../hooks/', import.meta.url));
export const GUARD = 'msd-agent-isolation-guard.js';
export const CURSOR_GUARD = 'msd-cursor-subagent-start.js';
export const ATTEST = 'msd-subagent-attest.js';
export const NOTICES = 'msd-session-notices.js';

export const PHASE = '03';
export const PLAN = '03-02-hardening';
export const MARKER = `[msd:dispatch phase="${PHASE}" plan="${PLAN}"]`;

type Json = Record<string, unknown>;

const fixtures = new Map<string, string>();

/** A recorded payload (`claude/2.1.332/pre-tool-use-agent`), with `/repo` put for what it stands for. */
export function fixture(name: string, repo: string): Json {
  const text =
    fixtures.get(name) ?? readFileSync(new URL(`../../../test/fixtures/${name}.json`, import.meta.url), 'utf8');
  fixtures.set(name, text);
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replace(/^\/repo(?=\/|$)/, repo) : value));
}

/** Claude Code's question before an executor is started, with other values for some fields of the call. */
export function claudeCall(repo: string, input: Json = {}, payload: Json = {}): Json {
  const recorded = fixture('claude/2.1.332/pre-tool-use-agent', repo);
  return { ...recorded, ...payload, tool_input: { ...(recorded['tool_input'] as Json), ...input } };
}

/** Claude Code's word of a boundary of a session: a prompt was sent, or a call of a tool has ended. */
export function boundary(cwd: string, fields: Json = {}): Json {
  return { session_id: 's1', cwd, hook_event_name: 'UserPromptSubmit', prompt: 'go on', ...fields };
}

/** Cursor's event when an executor is started. */
export function cursorStart(repo: string, fields: Json = {}): Json {
  return { ...fixture('cursor/1.0.32/subagent-start', repo), ...fields };
}

export interface HookEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly answer: any;
}

export interface HookOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the hooks are; default: this checkout's. */
  readonly hooks?: string;
  readonly args?: readonly string[];
}

/** Runs a hook as a host does: a process of its own, the payload on a socket. */
export function runHook(name: string, payload: unknown, options: HookOptions): Promise<HookEnd> {
  const env = cleanEnvironment(options.cwd, options.env);
  const args = [`${options.hooks ?? HOOKS}${name}`, ...(options.args ?? [])];
  const child = spawn(process.execPath, args, { cwd: options.cwd, env, stdio: 'pipe' });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload));
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code) => settle({ code, stdout, stderr, answer: stdout === '' ? null : JSON.parse(stdout) }));
  });
}

export interface RecordOptions {
  readonly scope?: Partial<DecisionScope>;
  readonly producer?: Producer;
  readonly harnessFlag?: string | null;
  readonly worktree?: string | null;
  readonly ageMs?: number;
}

/** Records a decision by msd's own writer, as if it had been made `ageMs` ago. Default: for the plan of the marker. */
export async function record(
  project: Pick<TemporaryProject, 'root'>,
  isolation: Isolation,
  options: RecordOptions = {},
) {
  const found = openProject(project.root);
  if (!found.ok) throw new Error(JSON.stringify(found));
  const flag = isolation === 'harness-worktree' ? 'isolation="worktree"' : null;
  const decision = {
    isolation,
    harnessFlag: options.harnessFlag === undefined ? flag : options.harnessFlag,
    worktree: options.worktree ?? null,
    reason: 'by-hand' as const,
    decidedBy: { producer: options.producer ?? 'per-plan-submodules', kind: 'caller' as const },
    scope: { run: null, phase: PHASE, plan: PLAN, ...options.scope },
  };
  const written = await writeDecision(found.value, decision, Date.now() - (options.ageMs ?? 0), false);
  if (!written.ok) throw new Error(JSON.stringify(written));
}
