import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { CodexFacts } from '../../core/doctor/check-codex.js';
import type { SettingsSource } from '../../core/doctor/check-claude.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Every settings file of Claude Code that counts for a session in `root`, the one that counts most last. */
export function claudeSources(root: string, env: Env): readonly SettingsSource[] {
  const home = env['HOME'] || homedir();
  const user = join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json');
  const files = [
    { name: user, path: user, managed: false },
    { name: '.claude/settings.json', path: join(root, '.claude/settings.json'), managed: false },
    { name: '.claude/settings.local.json', path: join(root, '.claude/settings.local.json'), managed: false },
    { name: managedFile(), path: managedFile(), managed: true },
  ];
  return files.flatMap(({ name, path, managed }) => {
    const text = textOf(path);
    return text === null ? [] : [{ name, text, managed }];
  });
}

/** The configs of Codex that say whether it runs a project's hooks. */
export function codexFacts(root: string, top: string | null, env: Env): CodexFacts {
  const home = env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');
  const personPath = join(home, 'config.toml');
  const roots = [...new Set([root, ...(top === null ? [] : [top])])];
  return { project: textOf(join(root, '.codex/config.toml')), person: textOf(personPath), personPath, roots };
}

function managedFile(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (process.platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
