import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Path of a real client, or why there is none. */
export type HostClient = { readonly bin: string } | { readonly missing: string };

export interface ClientPackage {
  /** Who it is, for the words of its absence. */
  readonly title: string;
  /** The variable that names one. */
  readonly variable: string;
  /** Name and version. Named, because the newest for an old Node may be another one. */
  readonly package: string;
  /** The folder it is installed in, below the cache. */
  readonly folder: string;
  /** Its program, below `node_modules`; null where there is none for this machine. */
  readonly program: (modules: string) => string | null;
}

/** A real client as the variable names it; `MSD_TEST_HOSTS=1` installs the package with which the contract was measured. */
export function hostClient(wanted: ClientPackage): HostClient {
  const named = process.env[wanted.variable];
  if (named)
    return existsSync(named) ? { bin: named } : { missing: `${wanted.variable} names ${named}, which is not there` };
  if (process.env['MSD_TEST_HOSTS'] !== '1')
    return { missing: `needs ${wanted.title}: MSD_TEST_HOSTS=1 installs one, ${wanted.variable} names one` };
  const folder = fileURLToPath(new URL(`../../../.cache/hosts/${wanted.folder}/`, import.meta.url));
  const found = () => {
    const bin = wanted.program(join(folder, 'node_modules'));
    return bin !== null && existsSync(bin) ? bin : null;
  };
  const there = found();
  if (there !== null) return { bin: there };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', wanted.package], {
      cwd: folder,
      stdio: 'pipe',
    });
  } catch (error) {
    return { missing: `${wanted.package} cannot be installed: ${String(error).slice(0, 200)}` };
  }
  const bin = found();
  return bin === null
    ? { missing: `${wanted.package} has no client for ${process.platform} on ${process.arch}` }
    : { bin };
}
