/** What the system answers where there is no room, no right or no disk to write on. */
const SYSTEM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'EFBIG', 'ENOMEM']);
/** The same in git's words: the system's, or its own where it does not repeat those (of a ref's lock that it cannot fill). */
const GIT =
  /No space left on device|Disk quota exceeded|Read-only file system|Input\/output error|File too large|couldn't write '|unable to write |failed to write /i;

const REASONS = new Set([
  'file-unwritable',
  'sentinel-unwritable',
  'store-full',
  'store-unwritable',
  'store-unreadable',
  'store-corrupt',
  'store-busy',
  'repository-busy',
  'git-missing',
]);

/**
 * What is wrong with the ground that msd stands on (disk, rights, store), from a failure or from something thrown: it
 * concerns the whole run and no plan is to blame, and the run exits 7 (DESIGN §8).
 * @returns words that begin with the failure's reason; null where it is something else
 */
export function environmentFault(fault: unknown): string | null {
  if (typeof fault !== 'object' || fault === null) return null;
  const { failure, code, message, reason, path, cause, stderr } = fault as Record<string, unknown>;
  if (failure !== undefined) return environmentFault(failure);
  if (fault instanceof Error) return SYSTEM.has(String(code)) ? `file-unwritable: ${String(message)}` : null;
  const said = [path, cause, stderr].filter((part) => typeof part === 'string').join(': ');
  if (reason === 'git-failed') return GIT.test(String(stderr)) ? `git-failed: ${said}` : null;
  return REASONS.has(String(reason)) ? `${String(reason)}: ${said}` : null;
}
