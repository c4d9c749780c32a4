import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { ConfigFinding, ConfigReport, ShownSetting } from '../../core/config-report.js';

interface ShownFile {
  readonly path: string;
  readonly exists: boolean;
}

/** A line for each setting, the files, and what is wrong. */
export function configText(
  { settings, findings }: ConfigReport,
  files: { readonly project: ShownFile; readonly person: ShownFile },
): string {
  const rows = settings.map((one) => [cleanText(one.key, 120), valueText(one.value), sourceText(one)] as const);
  const widths = [0, 1].map((at) => rows.reduce((most, row) => Math.max(most, Math.min(row[at]!.length, 40)), 0));
  return [
    fileLine('project', files.project),
    fileLine('yours', files.person),
    '',
    ...rows.map(([key, value, source]) => `${key.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}`),
    ...(findings.length > 0 ? ['', ...findings.map(findingLine)] : []),
  ].join('\n');
}

function fileLine(whose: string, { path, exists }: ShownFile): string {
  return `${whose.padEnd(7)}  ${cleanText(path, 300)}${exists ? '' : ' (not there)'}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value), 80);
}

function sourceText({ source, file, line, option, trust }: ShownSetting): string {
  const where = source === 'default' ? 'default' : `${cleanText(file, 300)}:${line}`;
  return [
    where,
    ...(option === null ? [] : [`or ${option}`]),
    ...(trust && source !== 'default' ? ['needs msd trust'] : []),
  ].join(', ');
}

function findingLine({ severity, file, line, key, found, accepted }: ConfigFinding): string {
  return `${cleanText(file, 300)}:${line}: ${severity}: ${cleanText(key, 200)}: found ${cleanText(found, 120)}; accepted: ${cleanText(accepted, 200)}`;
}
