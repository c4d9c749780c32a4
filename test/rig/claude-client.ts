import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { cleanEnvironment } from './environment.js';
import { HOOKS } from './guard.js';
import { hostClient, type HostClient } from './host-client.js';
import { loopbackModel, type Reply, type Turn } from './loopback-model.js';
import { temporaryFolder } from './temp-folder.js';
import type { TemporaryProject } from './temporary-project.js';

/** Path of a real Claude Code, or why there is none: `MSD_CLAUDE_BIN`, `MSD_TEST_HOSTS=1`. */
export const claudeClient = (): HostClient =>
  hostClient({
    title: 'a Claude Code client',
    variable: 'MSD_CLAUDE_BIN',
    package: '@anthropic-ai/claude-code@2.1.332',
    folder: 'claude',
    program: (modules) => join(modules, `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
  });

/** By this word in what started a thread, the script knows the main session from its agents. */
export const MAIN = 'MAIN-SESSION';

export interface ClaudeSession {
  /** One step of the main session after another; each sees the results so far. */
  readonly steps: readonly ((turn: Turn) => Reply)[];
  /** What its agents do instead of saying where they are. */
  readonly agent?: (turn: Turn) => Reply;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Without the plugin: only what lies in the project guards. */
  readonly bare?: boolean;
}

export interface ClaudeEnd {
  readonly code: number | null;
  /** Where agents really ran, in the order in which they reported it. */
  readonly ranIn: readonly string[];
  /** What came back to the main session from its tools. */
  readonly results: Turn['results'];
  /** Turns of the main session; one more than its steps where nothing was sent back. */
  readonly mainTurns: number;
  /** All that was said to any thread. */
  readonly said: string;
}

/**
 * Runs a real Claude Code in the project, driven by a model of ours, with our hooks installed as a plugin is: as they lie in
 * the source. Agents say where they are, and end.
 */
export async function runClaude(
  t: TestContext,
  project: TemporaryProject,
  bin: string,
  session: ClaudeSession,
): Promise<ClaudeEnd> {
  const plugin = join(temporaryFolder(t), 'plugin');
  mkdirSync(join(plugin, '.claude-plugin'), { recursive: true });
  const manifest = { name: 'msd', version: '0.0.0', description: 'the guards under test' };
  writeFileSync(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify(manifest));
  cpSync(HOOKS, join(plugin, 'hooks'), { recursive: true });
  let step = 0;
  const ranIn: string[] = [];
  let results: Turn['results'] = [];
  const model = await loopbackModel(t, (turn) => {
    if (isMain(turn)) {
      results = turn.results;
      return session.steps[step++]?.(turn) ?? { text: 'done' };
    }
    if (!turn.tools.includes('Bash')) return { text: 'ok' };
    if (session.agent) return session.agent(turn);
    const place = turn.results.map(({ text }) => /^AT (.*)$/m.exec(text)?.[1]).filter((found) => found !== undefined);
    const asked = turn.said.filter((text) => text.includes('ONCE-MORE')).length;
    if (place.length <= asked)
      return { calls: [{ name: 'Bash', input: { command: 'echo "AT $PWD"', description: 'Say where' } }] };
    ranIn.push(place[place.length - 1] as string);
    return { text: 'reported' };
  });
  const env = cleanEnvironment(project.home, { ...clientVariables(project, model.url), ...session.env });
  const args = ['-p', MAIN, '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'];
  const child = spawn(bin, [...args, ...(session.bare ? [] : ['--plugin-dir', plugin]), ...(session.args ?? [])], {
    cwd: project.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  child.stdout.resume();
  child.stderr.resume();
  const code = await new Promise<number | null>((settle) => child.on('close', settle));
  const main = model.turns.filter(isMain);
  return { code, ranIn, results, mainTurns: main.length, said: model.turns.flatMap((turn) => turn.said).join('\n') };
}

/** What makes a client ask our model and nobody else; commits are signed by a person. */
export function clientVariables(project: TemporaryProject, model: string): Record<string, string> {
  return {
    CLAUDE_CONFIG_DIR: join(project.home, '.claude'),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none-is-needed',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
    GIT_AUTHOR_NAME: 'A Person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'A Person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
  };
}

/** The main session's turns; those of an agent begin with what started it. */
function isMain(turn: Turn): boolean {
  return turn.said.some((text) => text.includes(MAIN)) && turn.tools.includes('Bash');
}
