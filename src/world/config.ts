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
export function readConfig(planning: string): Result<Config, ConfigInvalid | FileUnreadable> {
  const file = join(planning, 'config.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return ok(readConfigValue(undefined).config);
    return fail({ reason: 'file-unreadable', path: file, cause: code });
  }
  if (text.length > LIMIT) return fail({ reason: 'file-unreadable', path: file, cause: `larger than ${LIMIT} bytes` });
  const invalid = (line: number | null, key: string, found: string, accepted: string) =>
    fail<ConfigInvalid>({ reason: 'config-invalid', file, line, key, found, accepted });
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return invalid(
      lineOf(text, (error as Error).message),
      '',
      (error as Error).message,
      'JSON without comments or trailing commas',
    );
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return invalid(1, '', JSON.stringify(raw).slice(0, 40), 'a JSON object');
  const { config, problems } = readConfigValue(raw);
  const first = problems[0];
  return first ? invalid(null, first.key, first.found, first.accepted) : ok(config);
}

/** The line that V8's parse error points at, or null where it does not say. */
function lineOf(text: string, message: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  return /end of JSON input/.test(message) ? text.split('\n').length : null;
}
