import type { ConfigSource } from '../core/config-report.js';
import { ok, type Result } from '../core/result.js';
import type { ConfigInvalid, FileUnreadable } from '../core/world-failures.js';
import { readConfigFile } from './config.js';
import { placesIn } from './json-places.js';

/**
 * A file of settings with the places of what stands in it.
 * @param shown how the file is named to a person
 */
export async function readConfigSource(
  file: string,
  shown: string,
): Promise<Result<ConfigSource, ConfigInvalid | FileUnreadable>> {
  const read = await readConfigFile(file);
  if (!read.ok) return read;
  const places = placesIn(read.value.text ?? '{}');
  return ok({ file: shown, raw: read.value.raw, lineOf: (path) => places.lineOf(path), twice: places.twice });
}
