import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { git } from './git.js';
import { verb } from './in-process.js';
import { temporaryFolder } from './temp-folder.js';

/** What `msd init --json` says, as far as tests look. */
export interface InitAnswer {
  readonly root: string;
  readonly changes: readonly { readonly path: string; readonly change: string }[];
  readonly leftAlone: readonly { readonly path: string; readonly code: string }[];
}

/** A repository without a commit and without a project, and init run in it, in this process. */
export function emptyRepository(t: TestContext) {
  const folder = temporaryFolder(t);
  const [root, home] = [join(folder, 'repo'), join(folder, 'home')];
  mkdirSync(root);
  mkdirSync(home);
  git(root, 'init', '--quiet', '--template=', '-b', 'main');
  return { root, home, ...inPlace(root, home) };
}

function inPlace(root: string, home: string) {
  return {
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    write(path: string, text: string) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    async init(
      words: readonly string[],
      more: { cwd?: string; typed?: readonly string[]; env?: Record<string, string> } = {},
    ) {
      const { answer, stderr } = await verb(['init', ...words], { cwd: root, home, ...more });
      if (!answer.ok)
        return {
          error: answer.error,
          stderr,
          json: null as unknown as InitAnswer,
          human: '',
          exitCode: EXIT_CODES[answer.error.reason] as number,
        };
      const { json, human, exitCode } = answer.value;
      return { error: null, stderr, json: json as InitAnswer, human: human ?? '', exitCode: (exitCode ?? 0) as number };
    },
  };
}
