// The drift lint of this repository, or of a folder: `node scripts/lint-drift.js [PATH] [--json | --format github]`.
// Prints `file:line kind: what; instead: what`, exits 1 if there is anything, 2 where it cannot be understood.
import { fileURLToPath } from 'node:url';
import process from 'node:process';

const FORMATS = ['text', 'json', 'github'];

process.exitCode = await main(process.argv.slice(2));

async function main(words) {
  const paths = [];
  let format = 'text';
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--') {
      paths.push(...words.slice(i + 1));
      break;
    } else if (words[i] === '--json') format = 'json';
    else if (words[i] === '--format') format = words[++i] ?? '';
    else if (words[i].startsWith('--format=')) format = words[i].slice('--format='.length);
    else if (words[i].startsWith('-')) return refuse(`no option ${words[i]}`);
    else paths.push(words[i]);
  }
  if (!FORMATS.includes(format)) return refuse(`--format takes ${FORMATS.join(', ')}, not "${format}"`);
  if (paths.length > 1) return refuse('one path at most');
  const root = paths[0] ?? fileURLToPath(new URL('..', import.meta.url));
  try {
    const [{ lintDrift }, print] = await Promise.all([import('./drift/lint.js'), import('./drift/report.js')]);
    const report = await lintDrift(root);
    if (format === 'json') console.log(JSON.stringify(print.reportJson(report)));
    else {
      const text = format === 'github' ? print.reportGithub(report) : print.reportText(report);
      if (text !== '') console.log(text);
    }
    return report.findings.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`lint-drift: cannot look: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function refuse(message) {
  console.error(`lint-drift: ${message}; usage: lint-drift.js [PATH] [--json | --format github]`);
  return 2;
}
