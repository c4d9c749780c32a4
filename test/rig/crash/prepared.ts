import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../git.js';

const AGENT = fileURLToPath(new URL('../../../../test/rig/crash/agent.sh', import.meta.url));
const PHASE = '.planning/phases/01-base';

/** Plans of the phase: a chain (1, 2), an overlap (1, 3), and one that stands alone. */
const PLANS: Readonly<Record<string, string>> = {
  '01-01-base': 'files_modified: [base.txt]',
  '01-02-next': 'depends_on: [01-01-base]\nfiles_modified: [next.txt, left.txt]',
  '01-03-overlap': 'depends_on: [01-01-base]\nfiles_modified: [base.txt]',
  '01-04-apart': 'files_modified: [apart.txt]',
};

/** A repository whose phase is ready to run, kept as a template; every run gets a copy of its own. */
export class Prepared {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'msd crash-')));
  #copies = 0;

  constructor() {
    const root = join(this.#folder, 'template');
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    mkdirSync(root);
    git(root, 'init', '--quiet', '--template=', '-b', 'main');
    git(root, 'config', 'user.name', 'A Person');
    git(root, 'config', 'user.email', 'person@example.com');
    write('.planning/config.json', '{}\n');
    write('README.md', 'hello\n');
    for (const [id, frontmatter] of Object.entries(PLANS))
      write(`${PHASE}/${id}-PLAN.md`, `---\n${frontmatter}\n---\n\n<objective>${id}</objective>\n`);
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '-m', 'start');
    // The user is in the middle of something.
    write('README.md', 'hello\nan edit that is not committed\n');
    write('notes.txt', 'a file of the user\n');
  }

  /** A fresh copy. @returns its root */
  copy(): string {
    const folder = join(this.#folder, String(++this.#copies));
    cpSync(join(this.#folder, 'template'), join(folder, 'project'), { recursive: true, preserveTimestamps: true });
    mkdirSync(join(folder, 'home'));
    return join(folder, 'project');
  }

  /** Removes a copy, whatever rights its folders have. */
  drop(root: string): void {
    try {
      chmodSync(root, 0o700);
    } catch {
      // It is gone.
    }
    rmSync(dirname(root), { recursive: true, force: true, maxRetries: 5 });
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The words that run the prepared phase. */
export const RUN = ['execute-phase', '01', '--host', 'command', '--agent-command', `/bin/sh "${AGENT}"`, '--json'];
export const PLAN_IDS = Object.keys(PLANS);
