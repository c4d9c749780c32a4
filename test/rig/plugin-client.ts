import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clientVariables } from './claude-client.js';
import { cleanEnvironment } from './environment.js';
import { loopbackModel, type Script, type Turn } from './loopback-model.js';
import { pathWithMsd } from './path-with-msd.js';
import type { TemporaryProject } from './temporary-project.js';

/** The plugin as it lies in the source: this checkout. */
export const PLUGIN = fileURLToPath(new URL('../../../', import.meta.url));

export interface PluginEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Every turn of every thread, oldest first. */
  readonly turns: readonly Turn[];
}

export interface PluginSession {
  readonly prompt: string;
  readonly script: Script;
  /** Where the plugin is taken from; default: this checkout, built or not. Null: it is installed already. */
  readonly plugin?: string | null;
  /** Whether a person who works here has `msd` on the path. */
  readonly msdOnPath?: boolean;
  readonly args?: readonly string[];
  /** Where the session is; default: the project's root. */
  readonly cwd?: string;
}

/** The environment of a person who uses Claude Code in a project, and whose model is ours. */
export function clientEnvironment(
  t: TestContext,
  project: TemporaryProject,
  model: string,
  msdOnPath: boolean,
): Record<string, string> {
  const env = cleanEnvironment(project.home, clientVariables(project, model));
  if (!msdOnPath) return env;
  return { ...env, PATH: pathWithMsd(t) };
}

/** Runs a real Claude Code with msd's plugin in a project, headless, to its end. */
export async function runPlugin(
  t: TestContext,
  project: TemporaryProject,
  client: string,
  session: PluginSession,
): Promise<PluginEnd> {
  const model = await loopbackModel(t, session.script);
  const env = clientEnvironment(t, project, model.url, session.msdOnPath !== false);
  const plugin = session.plugin === null ? [] : ['--plugin-dir', session.plugin ?? PLUGIN];
  const args = ['-p', session.prompt, '--output-format', 'stream-json', '--verbose', ...plugin];
  const mode = ['--permission-mode', 'bypassPermissions'];
  const child = spawn(client, [...args, ...mode, ...(session.args ?? [])], {
    cwd: session.cwd ?? project.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((settle) => child.on('close', settle));
  return { code, stdout, stderr, turns: model.turns };
}
