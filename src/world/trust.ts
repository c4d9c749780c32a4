import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../core/result.js';
import type { SourceFile } from '../core/workflow/parse.js';
import type { UntrustedCommands } from '../core/workflow/failures.js';
import type { FileUnwritable } from '../core/world-failures.js';
import { writeDurably } from './durable-file.js';
import type { Project } from './project.js';
import { type ProgramsFailure, type ProjectPrograms, readProjectPrograms } from './project-programs.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A checkout's record in the user's own state folder (DESIGN §14): which contents were accepted, and for which path. */
interface TrustRecord {
  readonly version: 1;
  /** Real path of the project. */
  readonly path: string;
  readonly accepted: readonly { readonly hash: string; readonly at: string }[];
}

/** What tracked content may be run, exactly as it was accepted: values are pinned here, files are not read again. */
export interface Trusted {
  readonly hash: string | null;
  readonly workflows: ReadonlyMap<string, SourceFile>;
  readonly references: ReadonlyMap<string, SourceFile>;
  readonly agentCommand: string | null;
  readonly check: string | null;
  readonly setup: string | null;
  /** The raw value of `msd.hosts`. */
  readonly hosts: unknown;
}

const MOST_ACCEPTED = 16;
const RECORD_BYTES = 64 * 1024;
const SHOWN = 120;

/** Reads what the project asks to run, once, and answers it only where a person accepted these very bytes. */
export function loadTrusted(project: Project, env: Env): Result<Trusted, UntrustedCommands | ProgramsFailure> {
  const programs = readProjectPrograms(project);
  if (!programs.ok) return programs;
  if (!isAccepted(project, programs.value, env)) return fail(untrusted(programs.value));
  return ok(pin(programs.value));
}

/** Whether a person accepted these programs for this checkout. Nothing to accept counts as accepted. */
export function isAccepted(project: Project, programs: ProjectPrograms, env: Env): boolean {
  if (programs.hash === null) return true;
  return readRecord(project, env)?.accepted.some((one) => one.hash === programs.hash) ?? false;
}

/** The failure that names what was not accepted. */
export function untrusted(programs: ProjectPrograms): UntrustedCommands {
  const items = programs.items.map(({ source, text }) => ({
    source,
    excerpt: source.endsWith('.md') ? `${text.trimEnd().split('\n').length} lines` : text.slice(0, SHOWN),
  }));
  return { reason: 'untrusted-commands', items };
}

/** Records that a person accepted these programs for this checkout. @returns where that is kept */
export function accept(
  project: Project,
  programs: ProjectPrograms,
  env: Env,
  now: Date,
): Result<string, FileUnwritable> {
  const path = recordPath(project, env);
  if (insideCheckout(project, path))
    return fail({
      reason: 'file-unwritable',
      path,
      cause: 'it lies in the repository; set XDG_STATE_HOME to a folder of your own',
    });
  const before = readRecord(project, env)?.accepted ?? [];
  if (programs.hash === null) return ok(path);
  const others = before.filter((one) => one.hash !== programs.hash).slice(0, MOST_ACCEPTED - 1);
  const record: TrustRecord = {
    version: 1,
    path: realpathSync(project.root),
    accepted: [{ hash: programs.hash, at: now.toISOString() }, ...others],
  };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    chmodSync(dirname(path), 0o700);
    writeDurably(path, `${JSON.stringify(record, null, 2)}\n`, 0o600);
    return ok(path);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path, cause: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}

/** Forgets everything that was accepted for this checkout. @returns whether there was anything */
export function forget(project: Project, env: Env): Result<boolean, FileUnwritable> {
  const path = recordPath(project, env);
  try {
    rmSync(path);
    return ok(true);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return code === 'ENOENT' ? ok(false) : fail({ reason: 'file-unwritable', path, cause: code });
  }
}

/** Every hash accepted for this checkout, the latest first. */
export function acceptedHashes(project: Project, env: Env): readonly { readonly hash: string; readonly at: string }[] {
  return readRecord(project, env)?.accepted ?? [];
}

function pin(programs: ProjectPrograms): Trusted {
  const text = (key: Parameters<typeof programs.settings.get>[0]): string | null => {
    const value = programs.settings.get(key);
    return typeof value === 'string' ? value : null;
  };
  return {
    hash: programs.hash,
    workflows: programs.workflows,
    references: programs.references,
    agentCommand: text('msd.agentCommand'),
    check: text('msd.check'),
    setup: text('worktrees.setup'),
    hosts: programs.settings.get('msd.hosts') ?? null,
  };
}

function recordPath(project: Project, env: Env): string {
  const given = env['XDG_STATE_HOME'];
  const state = given && isAbsolute(given) ? given : join(env['HOME'] || homedir(), '.local', 'state');
  const name = createHash('sha256').update(realpathSync(project.root)).digest('hex').slice(0, 32);
  return join(state, 'msd', 'trust', `${name}.json`);
}

/** Null unless it is a file of this user's that nobody else can write, outside the checkout, and about this path. */
function readRecord(project: Project, env: Env): TrustRecord | null {
  try {
    const path = recordPath(project, env);
    if (insideCheckout(project, path) || !isOurs(path) || !isOurs(dirname(path))) return null;
    const record = JSON.parse(readFileSync(path, 'utf8')) as TrustRecord;
    if (record.version !== 1 || record.path !== realpathSync(project.root) || !Array.isArray(record.accepted))
      return null;
    return { ...record, accepted: record.accepted.filter((one) => typeof one?.hash === 'string') };
  } catch {
    return null;
  }
}

function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  if (!(stat.isFile() || stat.isDirectory()) || (stat.isFile() && stat.size > RECORD_BYTES)) return false;
  const uid = process.getuid?.();
  return uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0);
}

function insideCheckout(project: Project, path: string): boolean {
  const boundary = realpathSync(project.rootCheckout ?? project.root) + sep;
  return path.startsWith(boundary) || nearestReal(dirname(path)).startsWith(boundary);
}

function nearestReal(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at) + path.slice(at.length) + sep;
    } catch {
      if (at === dirname(at)) return path + sep;
    }
  }
}
