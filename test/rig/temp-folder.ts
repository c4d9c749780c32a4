import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * A fresh folder, removed when the test ends. Its real path holds a space and a letter beyond ASCII, so that every test
 * that uses one also tests those.
 */
export function temporaryFolder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'msd tést-')));
  t.after(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }));
  return path;
}
