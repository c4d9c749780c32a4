import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { buildRepository } from '#root/examples/build-repository.js';
import { git } from './git.js';
import { type MsdEnd, type MsdOptions, msd, type Running, startMsd } from './msd.js';
import { temporaryFolder } from './temp-folder.js';

/** Frontmatter of a plan as written; a value is put down as it is, a list in brackets. */
export interface PlanText {
  readonly frontmatter?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface ProjectOptions {
  /** Directory name of the phase. Default `03-auth`. */
  readonly phase?: string;
  readonly config?: unknown;
  /** No git repository at all. */
  readonly withoutGit?: boolean;
  /** The bundled example instead: `shelf`, phase `03-insight` with seven plans. */
  readonly example?: boolean;
}

/** A project in a fresh folder: `.planning/` with one phase, in a real repository with one commit on `main`. */
export class TemporaryProject {
  readonly root: string;
  readonly home: string;
  readonly phase: string;
  readonly #test: TestContext;

  constructor(t: TestContext, options: ProjectOptions = {}) {
    const folder = temporaryFolder(t);
    this.#test = t;
    this.root = join(folder, 'project');
    this.home = join(folder, 'home');
    this.phase = options.example ? '03-insight' : (options.phase ?? '03-auth');
    mkdirSync(this.home);
    if (options.example) {
      buildRepository(this.root);
      return;
    }
    this.write('.planning/config.json', `${JSON.stringify(options.config ?? {}, null, 2)}\n`);
    mkdirSync(join(this.root, '.planning/phases', this.phase), { recursive: true });
    if (options.withoutGit) return;
    git(this.root, 'init', '--quiet', '--template=', '-b', 'main');
    this.commit('start');
  }

  path(...parts: readonly string[]): string {
    return join(this.root, ...parts);
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  /** Writes `<id>-PLAN.md` into the phase, uncommitted. @returns its path relative to the root */
  plan(id: string, plan: PlanText = {}): string {
    const path = `.planning/phases/${this.phase}/${id}-PLAN.md`;
    const lines = Object.entries(plan.frontmatter ?? {}).map(
      ([key, value]) => `${key}: ${typeof value === 'string' ? value : `[${value.join(', ')}]`}\n`,
    );
    this.write(path, `---\n${lines.join('')}---\n\n${plan.body ?? `<objective>Do ${id}.</objective>\n`}`);
    return path;
  }

  /** Commits everything. @returns the commit */
  commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  git(...args: readonly string[]): string {
    return git(this.root, ...args);
  }

  /** Runs the real msd in the root (or in `options.cwd`) to its end, with this project's own home. */
  msd(args: readonly string[], options: Partial<MsdOptions> = {}): Promise<MsdEnd> {
    return msd(args, { cwd: this.root, home: this.home, ...options });
  }

  /** Starts the real msd and leaves it running. */
  startMsd(args: readonly string[], options: Partial<MsdOptions> = {}): Running {
    return startMsd(this.#test, args, { cwd: this.root, home: this.home, ...options });
  }
}

/** A project in a fresh folder, removed when the test ends. */
export function temporaryProject(t: TestContext, options?: ProjectOptions): TemporaryProject {
  return new TemporaryProject(t, options);
}

/** The bundled example in a fresh folder, removed when the test ends. */
export function exampleProject(t: TestContext): TemporaryProject {
  return new TemporaryProject(t, { example: true });
}
