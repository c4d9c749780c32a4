import * as z from 'zod/mini';
import { printJson } from './json-insert.js';
import { INSTALL_HOSTS, type Receipt } from './plan.js';

const part = z.object({ at: z.number(), now: z.string(), was: z.string(), before: z.string(), after: z.string() });

/** Below the project's root, with no way up: a receipt is a file of the repository, and what it names gets deleted. */
const path = z.string().check(
  z.maxLength(1024),
  z.refine(
    (text) =>
      !/^(?:[/\\]|[A-Za-z]:)|\\|\0/.test(text) && !text.split('/').some((name) => name === '..' || name === '.git'),
  ),
);

const RECEIPT = z.object({
  version: z.literal(1),
  msd: z.string(),
  host: z.enum(INSTALL_HOSTS),
  files: z.record(path, z.string()),
  shared: z.array(
    z.object({
      path,
      created: z.boolean(),
      parts: z.array(part),
      earlier: z.array(z.string()),
      made: z.nullable(z.array(z.string())),
    }),
  ),
  folders: z.array(path),
});

/** Reads what an earlier init wrote down; null where it is not that. */
export function readReceipt(text: string): Receipt | null {
  try {
    const parsed = RECEIPT.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const printReceipt = (receipt: Receipt): string => printJson(receipt);
