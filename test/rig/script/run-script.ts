import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { scriptedAgent } from '../scripted-agent.js';
import { exampleProject, type TemporaryProject, temporaryProject } from '../temporary-project.js';
import { tryGit } from '../git.js';
import { type MsdEnd, type Running, eventsOf } from '../msd.js';
import { fillIn, type Script, type ScriptLine, splitWords } from './read-script.js';

/**
 * Runs a case. Commands: `project [PHASE]`, `example`, `commit MESSAGE`, `env NAME=VALUE`, `cd DIR`, `msd WORDS`,
 * `git WORDS`, `start msd WORDS`, `until REGEX`, `signal NAME`, `wait`, `ended` (by that signal), `started PLAN`,
 * `release PLAN`, `finished PLAN` (its agent's end is on record), `kill-agent PLAN` (and its supervisor), `write FILE TEXT`,
 * `remove FILE`, `keep NAME`. Expectations, of the last command: `stdout REGEX`, `stderr REGEX`, `same NAME`,
 * `exists FILE`, `check EXPRESSION` (JavaScript over `json`, `events`, `last`, `plan(ID)`, `stdout`).
 * Variables: `$ROOT`, `$WORK` (its parent), `$AGENT` (the scripted agent's command), `$BRANCH` (the last run's integration branch).
 */
export async function runScript(t: TestContext, script: Script): Promise<void> {
  const run = new ScriptRun(t, script);
  for (const line of script.lines) {
    try {
      await run.step(line);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`line ${line.line}: ${line.verb} ${line.rest}\n${message}\n${run.told()}`, { cause: error });
    }
  }
}

class ScriptRun {
  readonly #test: TestContext;
  readonly #script: Script;
  readonly #kept = new Map<string, string>();
  readonly #env: Record<string, string> = {};
  /** What `take` kept. */
  readonly #taken: Record<string, string> = {};
  #project: TemporaryProject | null = null;
  #cwd = '';
  #branch = '';
  #running: Running | null = null;
  #last: MsdEnd = { code: 0, signal: null, stdout: '', stderr: '' };

  constructor(t: TestContext, script: Script) {
    this.#test = t;
    this.#script = script;
  }

  /** The last command's outputs, for the report of a failed line. */
  told(): string {
    return `exit ${this.#last.code ?? this.#last.signal}\n--- stdout\n${this.#last.stdout}\n--- stderr\n${this.#last.stderr}`;
  }

  async step(line: ScriptLine): Promise<void> {
    const { verb, rest, not } = line;
    switch (verb) {
      case 'project':
      case 'example':
        return this.#begin(verb === 'example' ? exampleProject(this.#test) : this.#own(rest));
      case 'commit':
        this.#here().commit(rest);
        return;
      case 'env': {
        const [name = '', value = ''] = fillIn(rest, this.#variables()).split(/=(.*)/s);
        this.#env[name] = value;
        return;
      }
      case 'cd':
        this.#cwd = this.#path(rest);
        return;
      case 'msd':
        return this.#ended(line, await this.#here().msd(this.#commandWords(rest), { cwd: this.#cwd, env: this.#env }));
      case 'git':
        return this.#ended(line, { ...tryGit(this.#cwd, ...this.#words(rest)), signal: null });
      case 'start':
        this.#running = this.#here().startMsd(this.#words(rest).slice(1), { cwd: this.#cwd, env: this.#env });
        return;
      case 'until': {
        const { input } = await this.#started().until(new RegExp(rest, 'm'));
        this.#last = { ...this.#last, stdout: input.slice(0, input.lastIndexOf('\n') + 1) };
        return;
      }
      case 'signal':
        return this.#started().kill(rest as NodeJS.Signals);
      case 'wait':
        return this.#ended(line, await this.#started().end);
      case 'ended':
        this.#last = await this.#started().end;
        return assert.notEqual(this.#last.signal, null, 'it was not ended by a signal');
      case 'finished':
        while (attemptDirs(this.#here().root, rest).every((dir) => !isPast(join(dir, 'exit.json'))))
          await new Promise((settle) => setTimeout(settle, 20));
        return;
      case 'kill-agent':
        return killAttempt(attemptDirs(this.#here().root, rest).at(-1) ?? '');
      case 'started':
        return this.#appears(join(this.#gate(), `${rest}.started`));
      case 'release':
        return writeFileSync(join(this.#gate(), `${rest}.go`), '');
      case 'write': {
        const [file = '', text = ''] = this.#words(rest);
        mkdirSync(dirname(this.#path(file)), { recursive: true });
        return writeFileSync(this.#path(file), `${text}\n`);
      }
      case 'remove':
        return rmSync(this.#path(rest), { recursive: true });
      case 'keep':
        this.#kept.set(rest, this.#last.stdout);
        return;
      case 'same':
        return assert.equal(this.#last.stdout, this.#kept.get(rest));
      case 'exists':
        return assert.equal(existsSync(this.#path(rest)), !not, `${rest} ${not ? 'is there' : 'is not there'}`);
      case 'file': {
        const [file = '', ...pattern] = rest.split(' ');
        return this.#matches(readFileSync(this.#path(file), 'utf8'), pattern.join(' '), not);
      }
      case 'stdout':
      case 'stderr':
        return this.#matches(this.#last[verb], rest, not);
      case 'take': {
        const [name = '', expression = ''] = rest.split(/ (.*)/s);
        this.#taken[name] = String(this.#evaluate(expression));
        return;
      }
      case 'check':
        return assert.ok(this.#evaluate(rest), 'is not so');
      default:
        throw new Error(`there is no command "${verb}"`);
    }
  }

  #own(phase: string): TemporaryProject {
    return temporaryProject(this.#test, phase === '' ? {} : { phase });
  }

  #begin(project: TemporaryProject): void {
    this.#project = project;
    this.#cwd = project.root;
    for (const [path, text] of this.#script.files) project.write(path, text);
    if (this.#script.files.size > 0) project.commit('files of the case');
  }

  #here(): TemporaryProject {
    if (!this.#project) throw new Error('begin with "project" or "example"');
    return this.#project;
  }

  #started(): Running {
    if (!this.#running) throw new Error('nothing was started');
    return this.#running;
  }

  #ended(line: ScriptLine, end: MsdEnd): void {
    this.#last = end;
    const closing = /"type":"run-finished".*"integrationBranch":"([^"]+)"/.exec(end.stdout);
    if (closing?.[1]) this.#branch = closing[1];
    assert.equal(end.code, line.exits, `ended with ${end.code ?? end.signal}, not ${line.exits}`);
  }

  #variables(): Record<string, string> {
    const { root } = this.#here();
    return { ...this.#taken, ROOT: root, WORK: dirname(root), AGENT: scriptedAgent(), BRANCH: this.#branch };
  }

  /** `msd $NEXT`: a whole command that was taken is split as if it had been typed. */
  #commandWords(text: string): string[] {
    return this.#words(/^\$[A-Z_]+$/.test(text) ? fillIn(text, this.#variables()) : text);
  }

  #words(text: string): string[] {
    return splitWords(text, this.#variables());
  }

  #path(text: string): string {
    return resolve(this.#cwd, fillIn(text, this.#variables()));
  }

  #gate(): string {
    const gate = this.#env['MSD_EXAMPLE_GATE'] ?? '';
    mkdirSync(gate, { recursive: true });
    return gate;
  }

  async #appears(path: string): Promise<void> {
    const ended = this.#started().end.then((end) => {
      this.#last = end;
      if (!existsSync(path)) throw new Error('msd ended before');
    });
    while (!existsSync(path)) await Promise.race([ended, new Promise((settle) => setTimeout(settle, 20))]);
    ended.catch(() => {});
  }

  #matches(text: string, pattern: string, not: boolean): void {
    const found = new RegExp(pattern, 'm').test(text);
    assert.ok(found !== not, not ? `has a match of ${pattern}` : `has no match of ${pattern}`);
  }

  #evaluate(expression: string): unknown {
    const { stdout } = this.#last;
    const lazily = <T>(make: () => T | undefined) => {
      try {
        return make();
      } catch {
        return undefined;
      }
    };
    const events = lazily(() => eventsOf(this.#last)) ?? [];
    const last = events.at(-1);
    const plans = last?.type === 'run-finished' ? last.plans : [];
    const plan = (id: string) => plans.find((each) => each.id === id);
    const names = ['json', 'events', 'last', 'plan', 'stdout', 'taken'];
    const evaluate = new Function(...names, `return (${expression});`) as (...values: unknown[]) => unknown;
    return evaluate(
      lazily(() => JSON.parse(stdout) as unknown),
      events,
      last,
      plan,
      stdout,
      this.#taken,
    );
  }
}

/** The folders of the attempts at a plan, over all runs. */
function attemptDirs(root: string, plan: string): string[] {
  const runs = join(root, '.msd', 'runs');
  return readdirSync(runs).flatMap((run) => {
    const dir = join(runs, run, plan);
    return existsSync(dir) ? readdirSync(dir).map((attempt) => join(dir, attempt)) : [];
  });
}

/** Ends a supervisor and then its agent as a power cut would. */
async function killAttempt(dir: string): Promise<void> {
  const record = JSON.parse(readFileSync(join(dir, 'supervisor.json'), 'utf8')) as Record<string, { pid: number }>;
  const pids = [record['supervisor']!.pid, record['agent']!.pid];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  while (pids.some(lives)) await new Promise((settle) => setTimeout(settle, 20));
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Milliseconds by which the times of files may lag behind the clock. */
const FILE_CLOCK_MS = 20;

/** The file is there, and what is written from now on has a later time than it. */
function isPast(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() > stat.ctimeMs + FILE_CLOCK_MS;
}
