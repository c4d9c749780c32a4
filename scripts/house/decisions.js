// The decision records: numbered once each, without a gap, listed in their index, and there where code names one.
import { codeFiles, lineAt } from './source.js';

/** @returns {import('./source.js').Finding[]} */
export function checkDecisions(files) {
  const inFolder = files.filter((file) => file.path.startsWith('docs/adr/') && !file.path.endsWith('/README.md'));
  const index = files.find((file) => file.path === 'docs/adr/README.md');
  const findings = [];
  const add = (path, message) => findings.push({ path, line: 1, rule: 'adr', message });
  const byNumber = new Map();
  for (const { path, text } of inFolder) {
    const name = path.slice('docs/adr/'.length);
    const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1];
    if (!number) add(path, 'is named NNNN-words-of-the-title.md');
    else if (byNumber.has(number)) add(path, `number ${number} is taken by ${byNumber.get(number)}`);
    else byNumber.set(number, path);
    if (number && !new RegExp(`^# (ADR )?${number}\\b`).test(text)) add(path, `its first line begins "# ${number}"`);
    if (number && !index?.text.includes(`(${name})`)) add(path, 'is not linked in docs/adr/README.md');
  }
  [...byNumber.keys()].sort().forEach((number, i) => {
    if (Number(number) !== i + 1 && !byNumber.has(String(Number(number) - 1).padStart(4, '0')))
      add(byNumber.get(number), `there is no number ${String(Number(number) - 1).padStart(4, '0')}`);
  });
  for (const { path, text } of codeFiles(files).filter((file) => /^(src|hooks)\//.test(file.path)))
    for (const { 1: number, index: at } of text.matchAll(/\bADR (\d{4})\b/g))
      if (!byNumber.has(number))
        findings.push({
          path,
          line: lineAt(text, at),
          rule: 'adr',
          message: `names ADR ${number}, which is not there`,
        });
  return findings;
}
