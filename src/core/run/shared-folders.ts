/**
 * `worktrees.shared` of a person's own settings: folders outside of their worktrees in which executors may write by their file
 * tools (ADR 0025), relative to a project's root or absolute. The guard reads it itself, and takes what is no text for nothing.
 * @param raw a parsed JSON value; undefined where nothing is said
 */
export function sharedFoldersProblem(raw: unknown): { readonly found: string; readonly accepted: string } | null {
  if (raw === undefined) return null;
  if (Array.isArray(raw) && raw.every((one) => typeof one === 'string' && one !== '')) return null;
  return { found: JSON.stringify(raw).slice(0, 120), accepted: 'a list of folders' };
}
