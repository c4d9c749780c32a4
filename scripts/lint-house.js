// The rules of the house that no ready-made lint knows: prints `file:line: rule: what`, exits 1 if there is anything.
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './drift/layers.js';
import { checkCycles } from './house/cycles.js';
import { checkDecisions } from './house/decisions.js';
import { checkDocuments } from './house/documents.js';
import { checkEffects } from './house/effects.js';
import { checkMachinePaths } from './house/machine-paths.js';
import { checkPackages } from './house/packages.js';
import { checkShape } from './house/shape.js';
import { readTree } from './house/source.js';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const files = readTree(root);
const checks = [
  ...[checkLayers, checkCycles, checkShape, checkEffects],
  ...[checkDecisions, checkDocuments, checkMachinePaths, checkPackages],
];
const findings = checks.flatMap((check) => check(files, root));
for (const { path, line, rule, message } of findings) console.log(`${path}:${line}: ${rule}: ${message}`);
console.log(findings.length === 0 ? `the house is in order: ${files.length} files` : `${findings.length} found`);
process.exitCode = findings.length === 0 ? 0 : 1;
