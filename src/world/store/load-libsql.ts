import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

/** The class that the package `libsql` exports. */
export type LibsqlConstructor = new (path: string) => unknown;

/**
 * Loads libsql. On its own it finds out which prebuilt binary fits by writing a diagnostic report and by loading Node's
 * child processes, which costs more than opening a database; where a glance at the system tells, it is told instead.
 */
export function loadLibsql(): LibsqlConstructor {
  const require = createRequire(import.meta.url);
  const libc = process.platform === 'linux' ? libcByFile() : null;
  if (libc === null) return require('libsql') as LibsqlConstructor;
  const answers = {
    '@neon-rs/load': {
      currentTarget: () => `linux-${process.arch}-${libc === 'glibc' ? 'gnu' : 'musl'}`,
      load: () => null,
    },
    'detect-libc': { familySync: () => libc, GLIBC: 'glibc', MUSL: 'musl' },
  };
  const inner = createRequire(require.resolve('libsql'));
  const placed: string[] = [];
  try {
    for (const [name, exports] of Object.entries(answers)) {
      const path = inner.resolve(name);
      if (require.cache[path] !== undefined) continue;
      require.cache[path] = { id: path, filename: path, loaded: true, exports } as unknown as NodeModule;
      placed.push(path);
    }
    return require('libsql') as LibsqlConstructor;
  } finally {
    // Whoever else wants these packages gets the real ones.
    for (const path of placed) delete require.cache[path];
  }
}

/** What the loader script of the C library says it is; null where there is none, or an architecture without a choice. */
function libcByFile(): 'glibc' | 'musl' | null {
  if (process.arch !== 'x64' && process.arch !== 'arm64') return null;
  try {
    const text = readFileSync('/usr/bin/ldd', 'latin1');
    return text.includes('musl') ? 'musl' : text.includes('GNU C Library') ? 'glibc' : null;
  } catch {
    return null;
  }
}
