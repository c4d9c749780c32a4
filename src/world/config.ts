import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfigValue } from '../core/config.js';
import { fail, ok, type Result } from '../core/result.js';
import type { ConfigInvalid, FileUnreadable } from '../core/world-failures.js';

const LIMIT = 1024 * 1024;

/**
 * Reads `.planning/config.json`. No file means defaults; a broken one is a failure that names the place, never defaults.
 * @param planning absolute path of the project's `.planning`
 */
export async function readConfig(planning: string): Promise<Result<Config, ConfigInvalid | FileUnreadable>> {
  const read = await readConfigFile(join(planning, 'config.json'));
  if (!read.ok) return read;
  const { file, text, raw } = read.value;
  const { config, problems } = readConfigValue(raw);
  const [first] = problems;
  if (first === undefined) return ok(config);
  const { placesIn } = await import('./json-places.js');
  const line = placesIn(text ?? '').lineOf(first.key.split('.'));
  return fail({ reason: 'config-invalid', file, line, key: first.key, found: first.found, accepted: first.accepted });
}

/** A file of settings as it lies there; `text` is null and `raw` undefined where there is none. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | null;
  readonly raw: unknown;
}

/** Reads a file of settings up to the JSON object that it must hold. */
export async function readConfigFile(file: string): Promise<Result<ConfigFile, ConfigInvalid | FileUnreadable>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok({ file, text: null, raw: undefined });
    return fail({ reason: 'file-unreadable', path: file, cause: code });
  }
  if (text.length > LIMIT) return fail({ reason: 'file-unreadable', path: file, cause: `larger than ${LIMIT} bytes` });
  text = text.replace(/^\uFEFF/, '');
  const invalid = (line: number | null, found: string, accepted: string) =>
    fail<ConfigInvalid>({ reason: 'config-invalid', file, line, key: '', found, accepted });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    const { placesIn } = await import('./json-places.js');
    const { fault } = placesIn(text);
    return invalid(fault?.line ?? null, fault?.found ?? 'no JSON', 'JSON without comments or trailing commas');
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return invalid(1, JSON.stringify(raw).slice(0, 40), 'a JSON object');
  return ok({ file, text, raw });
}
