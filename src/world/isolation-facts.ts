import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { findProject } from '#hooks/lib/project-root.js';
import type { BaseFact, HostFacts, IsolationFacts, PlanFacts, RepositoryFact } from '../core/isolation/facts.js';
import { type GitDirs, headCommit, remoteDefault, submodulePaths } from './git/repository-files.js';
import type { Project } from './project.js';
import { nestedRepositories, repositoriesBelow } from './repositories-below.js';

/** What the facts are wanted for. */
export interface FactsQuery {
  readonly host: HostFacts;
  readonly optedOut: boolean;
  /** Repositories inside the project that its config names, relative to the root. */
  readonly subRepos: readonly string[];
  /** Other repositories inside the project, relative to the root, where that was found out already; null: they are looked for. */
  readonly nested: readonly string[] | null;
  /** The declared files of the plan, asked only where they matter; null for a phase as a whole. */
  readonly declaredFiles: (() => Promise<readonly string[] | null>) | null;
  /** The person's home, for the host's settings. */
  readonly home: string | null;
}

/** How long git may take for a question that its files did not answer, in milliseconds. */
const GIT_PATIENCE = 5000;

/** Gathers what the resolver is told. Reads git's own files and starts git only where those are in a form not known. */
export async function gatherFacts(project: Project, query: FactsQuery): Promise<IsolationFacts> {
  const { host, optedOut } = query;
  const dirs = dirsOf(project);
  const repository = await repositoryFact(project, dirs, query.subRepos);
  const ready = repository === 'ready' && dirs !== null;
  return {
    host,
    optedOut,
    repository,
    base: ready && host.forksFromRemote ? baseFact(project, dirs, query.home) : 'not-asked',
    plan: query.declaredFiles === null ? null : await planFacts(project, dirs, query.declaredFiles, query),
  };
}

/** The git directories of the checkout that the project's root lies in; null for none or one that cannot be understood. */
function dirsOf(project: Project): GitDirs | null {
  if (project.rootCheckout === null) return null;
  const at = project.checkout === project.rootCheckout ? project : findProject(project.root);
  return at?.gitDir && at.commonDir ? { gitDir: at.gitDir, commonDir: at.commonDir } : null;
}

async function repositoryFact(
  project: Project,
  dirs: GitDirs | null,
  subRepos: readonly string[],
): Promise<RepositoryFact> {
  if (project.rootCheckout === null) return repositoriesBelow(project.root, subRepos).length > 0 ? 'several' : 'none';
  if (dirs === null) return 'unknown';
  const head = headCommit(dirs);
  if (head === 'none') return 'no-commits';
  if (head !== 'unknown') return 'ready';
  return askForHead(project.root);
}

/** Only a git that names a branch and knows no commit on it says that there is none. */
async function askForHead(root: string): Promise<RepositoryFact> {
  const said = await askGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], root, [0, 1]);
  if (said === null) return 'unknown';
  if (said.exitCode === 0) return /^[0-9a-f]{40,64}\n$/.test(said.stdout) ? 'ready' : 'unknown';
  const branch = await askGit(['symbolic-ref', '--quiet', 'HEAD'], root, [0]);
  return branch?.stdout.startsWith('refs/') ? 'no-commits' : 'unknown';
}

/** Compares HEAD with where the host's worktrees begin: at the remote's default branch, or at HEAD without a remote. */
function baseFact(project: Project, dirs: GitDirs, home: string | null): BaseFact {
  if (claudeBaseRef(project.root, home) === 'head') return 'same';
  const head = headCommit(dirs);
  const fork = remoteDefault(dirs);
  if (fork === 'none') return 'same';
  if (fork === 'unknown' || typeof head === 'string') return 'unknown';
  return head.oid === fork.oid ? 'same' : 'differs';
}

/** `worktree.baseRef` of the client's settings: the project's own for this person, the project's, the person's. */
function claudeBaseRef(root: string, home: string | null): string | null {
  const places = [join(root, '.claude', 'settings.local.json'), join(root, '.claude', 'settings.json')];
  if (home !== null) places.push(join(home, '.claude', 'settings.json'));
  for (const place of places) {
    try {
      const settings = JSON.parse(readFileSync(place, 'utf8')) as { worktree?: { baseRef?: unknown } } | null;
      const ref = settings?.worktree?.baseRef;
      if (typeof ref === 'string') return ref;
    } catch {
      // Not there, or the client's own to complain about.
    }
  }
  return null;
}

async function planFacts(
  project: Project,
  dirs: GitDirs | null,
  declaredFiles: () => Promise<readonly string[] | null>,
  { subRepos, nested }: Pick<FactsQuery, 'subRepos' | 'nested'>,
): Promise<PlanFacts> {
  const top = project.rootCheckout;
  const links = dirs === null || top === null ? [] : await linksOf(dirs, top);
  const below = links.map((path) =>
    relative(project.root, join(top ?? project.root, path))
      .split(sep)
      .join('/'),
  );
  const others = nested ?? (top === null ? [] : nestedRepositories(project.root));
  const submodules = [...new Set([...below.filter((path) => !path.startsWith('..')), ...subRepos, ...others])].sort();
  return { submodules, files: submodules.length === 0 ? null : await declaredFiles() };
}

async function linksOf(dirs: GitDirs, top: string): Promise<readonly string[]> {
  const paths = submodulePaths(dirs, top);
  if (paths !== 'unknown') return paths;
  const said = await askGit(['ls-files', '-z', '--format=%(objectmode) %(path)'], top, [0]);
  const lines = said?.stdout.split('\0') ?? [];
  return lines.filter((line) => line.startsWith('160000 ')).map((line) => line.slice(7));
}

/** One bounded question to git itself; null where it did not answer. */
async function askGit(args: readonly string[], cwd: string, accept: readonly number[]) {
  const { createGit } = await import('./git/git.js');
  const said = await createGit(process.env)(args, { cwd, accept, timeoutMs: GIT_PATIENCE });
  return said.ok ? said.value : null;
}
