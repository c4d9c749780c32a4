// Packages: what is imported is declared, what is declared is used, and only native code is installed beside msd.
import { packageOf } from '../drift/layers.js';
import { codeFiles, importsOf, lineAt, targetOf } from './source.js';

/** Native code cannot be bundled. Everything else is a devDependency, because it ships inside dist/. */
const INSTALLED_BESIDE = ['libsql'];

/** Used by name from scripts/ and by the compiler, not by an import. */
const TOOLS = ['@biomejs/biome', '@types/node', 'typescript'];

/** @returns {import('./source.js').Finding[]} */
export function checkPackages(files) {
  const text = files.find((file) => file.path === 'package.json')?.text ?? '{}';
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text);
  const declared = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  const used = new Set(TOOLS);
  const findings = [];
  const paths = new Set(files.map((file) => file.path));
  for (const file of codeFiles(files)) {
    for (const { specifier, line } of importsOf(file.text)) {
      if (targetOf(specifier, file.path, paths) !== null || specifier.startsWith('node:')) continue;
      const name = packageOf(specifier);
      used.add(name);
      if (!declared.has(name))
        findings.push({ path: file.path, line, rule: 'packages', message: `${name} is not in package.json` });
    }
  }
  const inPackageJson = (name, message) =>
    findings.push({ path: 'package.json', line: lineAt(text, text.indexOf(`"${name}"`)), rule: 'packages', message });
  for (const name of Object.keys(dependencies))
    if (!INSTALLED_BESIDE.includes(name)) inPackageJson(name, `${name} is bundled: it is a devDependency`);
  for (const name of declared) if (!used.has(name)) inPackageJson(name, `${name} is not used`);
  const lock = files.find((file) => file.path === 'package-lock.json')?.text ?? '';
  const resolved = lock.indexOf('"resolved"');
  if (resolved >= 0)
    findings.push({
      path: 'package-lock.json',
      line: lineAt(lock, resolved),
      rule: 'packages',
      message: 'names where packages were fetched from; .npmrc says omit-lockfile-registry-resolved',
    });
  return findings;
}
