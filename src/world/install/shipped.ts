import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shipped } from '../../core/install/setups.js';

/** What this package holds for hosts. The hooks are whatever a guard may load: programs and the word that they are CommonJS. */
export function readShipped(): Shipped {
  const root = fileURLToPath(new URL('.', import.meta.resolve('#root/package.json')));
  const texts = (folder: string, wanted: RegExp): Record<string, string> =>
    Object.fromEntries(
      list(join(root, folder), wanted).map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]),
    );
  const library = Object.entries(texts('hooks/lib', /\.js$/)).map(([name, text]) => [`lib/${name}`, text]);
  const config = (name: string): unknown => JSON.parse(readFileSync(join(root, 'hooks', name), 'utf8'));
  return {
    version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    hooks: { ...texts('hooks', /^(msd-[\w-]+\.js|package\.json)$/), ...Object.fromEntries(library) },
    agents: texts('agents', /\.md$/),
    commands: texts('commands', /\.md$/),
    configs: { claude: config('hooks.json'), cursor: config('cursor-hooks.json'), codex: config('codex-hooks.json') },
  };
}

function list(dir: string, wanted: RegExp): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => wanted.test(name))
      .sort();
  } catch {
    return [];
  }
}
