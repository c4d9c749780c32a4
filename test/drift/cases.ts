import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository that is tested. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures/drift');

/** A file and what the lint must say of it, as `line kind half`; nothing for a clean one. */
export interface Case {
  readonly name: string;
  readonly file: string;
  readonly red: readonly string[];
  readonly text: string;
}

/** The fixtures: lines `file: PATH` and `red: LINE KIND HALF` (`-` for no half), a line `---`, and the file. */
export function readCases(folder: 'red' | 'green'): Case[] {
  return readdirSync(join(FIXTURES, folder)).map((name) => {
    const whole = readFileSync(join(FIXTURES, folder, name), 'utf8');
    const cut = whole.indexOf('---\n');
    const head = whole.slice(0, cut);
    return {
      name: name.replace(/\.case$/, ''),
      // Under a name of its own, so that all can be planted at once.
      file: (/^file: (.*)$/m.exec(head)?.[1] ?? '').replace(/[^/]*?(\.[a-z]+)?$/, `${name.replace(/\.case$/, '')}$1`),
      red: [...head.matchAll(/^red: (.*)$/gm)].map((match) => match[1] ?? '').sort(),
      text: whole.slice(cut + '---\n'.length),
    };
  });
}

/** A copy of all that the lint reads, and that it needs to run. */
export function copyTree(to: string): void {
  const left = new Set(['.git', 'node_modules', 'dist', 'test', 'bench']);
  for (const name of readdirSync(ROOT))
    if (!left.has(name) && !name.startsWith('.build')) cpSync(join(ROOT, name), join(to, name), { recursive: true });
}

/** Puts a file that was not there into a tree. */
export function plant(tree: string, file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text, { flag: 'wx' });
}

/** A finding as fixtures write it. */
export function asLine(finding: {
  readonly line: number;
  readonly kind: string;
  readonly half: string | null;
}): string {
  return `${finding.line} ${finding.kind} ${finding.half ?? '-'}`;
}
