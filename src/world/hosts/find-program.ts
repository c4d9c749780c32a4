import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import process from 'node:process';

/** Where a program is, or why it cannot be started. */
export type FoundProgram =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly cause: string };

/**
 * Finds a program as a shell would: a bare name in PATH, a name with a slash relative to the project. The execute bit
 * counts, so the answer comes before anything was started.
 */
export function findProgram(
  name: string,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): FoundProgram {
  if (name.includes('/') || name.includes('\\') || isAbsolute(name)) return judge(resolve(root, name));
  let seen: FoundProgram = { ok: false, cause: 'it is not in PATH' };
  for (const dir of (env['PATH'] ?? '').split(delimiter)) {
    for (const ending of process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']) {
      const found = judge(join(resolve(root, dir || '.'), name + ending));
      if (found.ok) return found;
      if (!found.cause.startsWith('there is no')) seen = found;
    }
  }
  return seen;
}

function judge(path: string): FoundProgram {
  try {
    if (!statSync(path).isFile()) return { ok: false, cause: `${path} is not a file` };
  } catch {
    return { ok: false, cause: `there is no ${path}` };
  }
  try {
    accessSync(path, constants.X_OK);
    return { ok: true, path };
  } catch {
    return { ok: false, cause: `${path} is not executable` };
  }
}
