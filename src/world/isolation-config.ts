import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../core/result.js';
import type { ConfigInvalid, FileUnreadable } from '../core/world-failures.js';

/** What of the config decides about isolation. */
export interface IsolationConfig {
  readonly useWorktrees: boolean;
  readonly subRepos: readonly string[];
  readonly host: string | null;
}

/**
 * Reads the few settings that isolation asks for without loading the schema of all: the resolver answers in little more
 * than a start of msd. Where one of them is not plainly right, the whole config is checked, and says what is wrong.
 */
export async function readIsolationConfig(
  planning: string,
): Promise<Result<IsolationConfig, ConfigInvalid | FileUnreadable>> {
  const plain = readPlain(join(planning, 'config.json'));
  if (plain !== null) return ok(plain);
  const { readConfig } = await import('./config.js');
  const config = await readConfig(planning);
  if (!config.ok) return config;
  const { useWorktrees, subRepos, host } = config.value;
  return ok({ useWorktrees, subRepos, host });
}

function readPlain(file: string): IsolationConfig | null {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const [workflow, planning, msd] = [section(raw, 'workflow'), section(raw, 'planning'), section(raw, 'msd')];
    const { use_worktrees: use = true } = workflow;
    const { sub_repos: subRepos = [] } = planning;
    const { host = null } = msd;
    if (typeof use !== 'boolean' || (host !== null && !isText(host))) return null;
    if (!Array.isArray(subRepos) || !subRepos.every(isText)) return null;
    return { useWorktrees: use, subRepos, host };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return missing ? { useWorktrees: true, subRepos: [], host: null } : null;
  }
}

/** A section of the config, empty where it is absent. Throws for what is no object. */
function section(value: unknown, name?: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no object');
  const object = value as Record<string, unknown>;
  return name === undefined ? object : object[name] === undefined ? {} : section(object[name]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 4096;
}
