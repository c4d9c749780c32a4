// @ts-check
import { cleanText } from './sources.js';

/** @typedef {import('./lint.js').Report} Report */
/** @typedef {import('./kinds.js').Finding} Finding */

/** The report as data. @param {Report} report */
export function reportJson({ root, house, files, bytes, findings, allowed, skipped }) {
  return { ok: findings.length === 0, root, house, files, bytes, findings, allowed, skipped };
}

/** One line a finding, and a last one that sums up. @param {Report} report @returns {string} */
export function reportText({ findings, files, allowed, skipped }) {
  const lines = findings.map((finding) => `${place(finding)} ${words(finding)}`);
  for (const { path, why } of skipped)
    lines.push(`${cleanText(path, 300)} was not looked at: ${why.replaceAll('-', ' ')}`);
  const rest = `${files} files, ${allowed.length} allowed`;
  lines.push(findings.length === 0 ? `no drift: ${rest}` : `${findings.length} found: ${rest}`);
  return lines.join('\n');
}

/** Annotations of a GitHub workflow. @param {Report} report @returns {string} */
export function reportGithub({ findings }) {
  return findings
    .map((finding) => {
      const file = property(finding.file);
      return `::error file=${file},line=${finding.line},title=drift ${finding.kind}::${escaped(words(finding))}`;
    })
    .join('\n');
}

/** @param {Finding} finding */
function place({ file, line }) {
  return `${cleanText(file, 300)}:${line}`;
}

/** @param {Finding} finding */
function words({ kind, half, found, use }) {
  return `${kind}${half === null ? '' : ` (${half})`}: ${cleanText(found, 80)}; instead: ${cleanText(use, 200)}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** @param {string} text */
function property(text) {
  return escaped(cleanText(text, 300)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
