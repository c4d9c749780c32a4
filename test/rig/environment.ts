import { devNull } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';

const KEEP = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'COMSPEC', 'PATHEXT', 'LANG', 'TZ'];

/**
 * The environment of a person who just installed git and Node: no git configuration or identity, no agent's variables,
 * nothing of the test runner's. The running Node comes first on the path.
 */
export function cleanEnvironment(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = KEEP.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(process.execPath)}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`,
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_STATE_HOME: `${home}/.local/state`,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...more,
  };
}
