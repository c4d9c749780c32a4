import type { Failure } from '../core/failure.js';
import { environmentFault } from '../core/run/environment.js';

/** The failure behind something thrown, where the system or git is at fault (a full disk, missing rights); null: a bug. */
export function failureOfThrown(error: unknown): Failure | null {
  if (environmentFault(error) === null) return null;
  const { failure, path, dest, message } = error as {
    failure?: Failure;
    path?: string;
    dest?: string;
    message: string;
  };
  return failure ?? { reason: 'file-unwritable', path: path ?? dest ?? '', cause: message };
}
