import { readFileSync } from 'node:fs';

/** The package's version, read beside the running bundle. */
export function versionText(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
