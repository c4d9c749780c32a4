// The shape of files and folders: one thing a file, no barrels, no drawers for odds and ends.
import { allowed, codeFiles } from './source.js';

const LIMIT = 300;
const DRAWERS = /(^|\/)(helpers?|utils?|common|misc|shared)(\/|\.[jt]s$)/;

/** @returns {import('./source.js').Finding[]} */
export function checkShape(files) {
  return codeFiles(files).flatMap(({ path, text }) => {
    const found = [];
    const add = (rule, message) => {
      if (!allowed(text, rule, null)) found.push({ path, line: 1, rule, message });
    };
    const lines = text.replace(/\n$/, '').split('\n').length;
    if (lines > LIMIT) add('long-file', `${lines} lines; over ${LIMIT} a file says why: house-allow long-file: reason`);
    if (/^(src|hooks)\//.test(path)) {
      if (/(^|\/)index\.[jt]s$/.test(path) || onlyReExports(text)) add('barrel', 'a barrel: import from where it is');
      if (DRAWERS.test(path)) add('drawer', 'a folder is a part of the machine: name what it does');
    }
    return found;
  });
}

function onlyReExports(text) {
  const rest = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').trim();
  return (
    rest !== '' && rest.replace(/export\s+(type\s+)?(\*|\{[^}]*\})[^;]*from\s*['"][^'"]+['"];?/g, '').trim() === ''
  );
}
