import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { type AgentWorldOptions, createAgentWorld } from '../../src/world/processes/agent-world.js';
import type { Attempt, AttemptSpec } from '../../src/world/processes/port.js';
import { temporaryFolder } from './temp-folder.js';

/** One attempt by a small Node program as agent, in a fresh folder. Whatever it leaves is ended with the test. */
export class TestAttempt {
  readonly root: string;
  readonly dir: string;
  readonly lines: string[] = [];
  readonly world;
  readonly spec: AttemptSpec;
  readonly #watchers = new Set<() => void>();

  /** @param script the agent; it has `fs`, `cp` (node:child_process), `path`, and `dir` (the folder it may write to) */
  constructor(
    t: TestContext,
    script: string,
    more: Partial<AttemptSpec> = {},
    options: Partial<AgentWorldOptions> = {},
  ) {
    this.root = temporaryFolder(t);
    this.dir = join(this.root, 'attempt');
    mkdirSync(this.dir);
    writeFileSync(join(this.dir, 'prompt.md'), 'do it\n');
    this.world = createAgentWorld({ root: this.root, graceMs: 150, ...options });
    const loads = ['fs', 'child_process', 'path'].map((name) => `process.getBuiltinModule('node:${name}')`);
    const prelude = `const [fs, cp, path] = [${loads}]; const dir = process.env.MSD_TEST_DIR;`;
    this.spec = {
      dir: this.dir,
      argv: [process.execPath, '-e', `${prelude}\n${script}`],
      cwd: this.root,
      env: { MSD_RESULT_FILE: join(this.dir, 'result.json'), MSD_TEST_DIR: this.root },
      promptFile: join(this.dir, 'prompt.md'),
      promptOnStdin: true,
      resultFile: join(this.dir, 'result.json'),
      timeoutMs: 60_000,
      onLine: (line) => {
        this.lines.push(line);
        for (const watcher of this.#watchers) watcher();
      },
      ...more,
    };
    t.after(() => this.world.reap(this.dir));
  }

  async start(): Promise<Attempt> {
    const started = await this.world.start(this.spec);
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value;
  }

  /** Starts it and waits for its end. */
  async run() {
    return (await this.start()).end;
  }

  /** The first line that matches, when it comes. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const watcher = () => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }
}

/** An agent that says `up` and goes on for ever. */
export const STAYS = `console.log('up'); setInterval(() => {}, 1000);`;
