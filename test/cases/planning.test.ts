import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { failureJson, failureText } from '../../src/cli/print/failure.js';
import { phaseIndexJson } from '../../src/cli/print/phase-index.js';
import { readPhaseIndex } from '../../src/world/planning-files.js';
import { openProject } from '../../src/world/project.js';

/** Real planning trees with what is expected of them, and their judge: beside the checkout, or where `MSD_SHARED` says. */
const SHARED = process.env['MSD_SHARED'] ?? resolve(fileURLToPath(new URL('../../..', import.meta.url)), '../shared');
const CASES = join(SHARED, 'cases/planning');
const skip = existsSync(join(CASES, 'compare.mjs')) ? false : `no real planning trees at ${CASES}`;

interface Judge {
  compareTree(expected: unknown, cwd: string, run: (query: string, cwd: string) => Promise<Answer>): Promise<unknown>;
  sum(reports: readonly unknown[]): {
    readonly differences: readonly string[];
    readonly silent: number;
    readonly phases: number;
  };
}
interface Answer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the command answers, without a process for each of two thousand questions. */
async function ask(query: string, cwd: string): Promise<Answer> {
  const project = openProject(cwd);
  const index = project.ok ? readPhaseIndex(project.value, query) : project;
  if (index.ok) return { exit: 0, stdout: JSON.stringify(phaseIndexJson(index.value)), stderr: '' };
  return { exit: 3, stdout: JSON.stringify(failureJson(index.error)), stderr: failureText(index.error) };
}

test('real planning trees: no difference in any item that counts', { skip }, async () => {
  const judge = (await import(pathToFileURL(join(CASES, 'compare.mjs')).href)) as Judge;
  const reports = [];
  for (const file of readdirSync(join(CASES, 'expected')).sort()) {
    const expected = JSON.parse(readFileSync(join(CASES, 'expected', file), 'utf8'));
    reports.push(await judge.compareTree(expected, join(CASES, 'trees', file.slice(0, -5)), ask));
  }
  const { differences, silent, phases } = judge.sum(reports);
  assert.ok(phases > 0);
  assert.deepEqual(differences, []);
  assert.equal(silent, 0);
});
