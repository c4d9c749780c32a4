// Builds the example: `shelf`, a small repository in the making. Two phases are done, the third has seven plans.
//   node examples/build-repository.js FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const SHELF = fileURLToPath(new URL('shelf/', import.meta.url));
const PERSON = ['Shelf Reader', 'reader@example.com'];

/** Where each part of `shelf/` goes, by the commit that brings it. Names without a dot: npm would leave those out. */
const HISTORY = [
  {
    message: 'A reading list, one book a line',
    files: {
      'package.json': 'package.json',
      gitignore: '.gitignore',
      'README.md': 'README.md',
      'books.txt': 'books.txt',
      'src/list.js': 'src/list.js',
      'test/list.test.js': 'test/list.test.js',
      'planning/config.json': '.planning/config.json',
      'planning/phases/01-list': '.planning/phases/01-list',
    },
  },
  {
    message: 'shelf list prints the books',
    files: {
      'bin/shelf.js': 'bin/shelf.js',
      'src/cli.js': 'src/cli.js',
      'test/cli.test.js': 'test/cli.test.js',
      'planning/phases/02-command': '.planning/phases/02-command',
    },
  },
  {
    message: 'Plans for phase 3: insight',
    files: {
      'planning/ROADMAP.md': '.planning/ROADMAP.md',
      'planning/STATE.md': '.planning/STATE.md',
      'planning/phases/03-insight': '.planning/phases/03-insight',
    },
  },
];

/**
 * Builds the repository with real git, the same commits every time, whatever this machine's git is configured to do.
 * @param {string} folder made if absent; must be empty
 * @returns {string} its absolute path
 */
export function buildRepository(folder) {
  const root = resolve(folder);
  mkdirSync(root, { recursive: true });
  if (readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  const git = (day, ...args) => {
    const [name, email] = PERSON;
    const when = `2026-04-0${day}T09:00:00Z`;
    const env = {
      ...withoutGit(process.env),
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: when },
      ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: when },
    };
    execFileSync('git', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  git(1, 'init', '--quiet', '--template=', '-b', 'main');
  // The example is looked at and run on: what a person's own git is set to must not change or stop it.
  const settings = { 'user.name': PERSON[0], 'user.email': PERSON[1], 'commit.gpgSign': 'false' };
  Object.assign(settings, { 'core.autocrlf': 'false', 'core.hooksPath': join(root, '.git', 'hooks') });
  for (const [key, value] of Object.entries(settings)) git(1, 'config', key, value);
  for (const [i, { message, files }] of HISTORY.entries()) {
    for (const [from, to] of Object.entries(files)) cpSync(join(SHELF, from), join(root, to), { recursive: true });
    git(i + 1, 'add', '--all');
    git(i + 1, 'commit', '--quiet', '-m', message);
  }
  return root;
}

/** Git's own variables of a hook or an alias that this runs in would point it to another repository. */
function withoutGit(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

if (process.argv[1] && existsSync(process.argv[1]) && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv[2]) console.log(buildRepository(process.argv[2]));
  else {
    console.error('node examples/build-repository.js FOLDER');
    process.exitCode = 2;
  }
}
