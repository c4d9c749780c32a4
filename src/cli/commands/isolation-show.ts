import { readSentinel, usability } from '#hooks/lib/isolation-sentinel.js';
import type { SentinelEntry } from '#hooks/lib/types.js';
import { fail, ok } from '../../core/result.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { appliesText, decisionText, recordJson, scopeText, untilText, whyText } from '../print/isolation.js';

/** `msd isolation show`: what is recorded, by whom, why, until when, and for which dispatches it stands. */
export const command: CommandModule = {
  define() {},
  async run(_input, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const { path, problem, entries } = readSentinel(project.value);
    if (problem !== null) return fail({ reason: 'sentinel-unreadable', path, problem });
    const now = Date.now();
    const lines = entries.flatMap((entry, i) => entryLines(entry, i, now));
    return ok({
      json: { path, decisions: entries.map((entry) => entryJson(entry, now)) },
      human: lines.length === 0 ? 'no isolation decision is recorded' : lines.join('\n'),
    });
  },
};

function entryJson(entry: SentinelEntry, now: number) {
  const answer = usability(entry, null, now);
  return {
    ...(entry.record === null ? {} : recordJson(entry.record)),
    ...(answer.usable ? { usable: true } : { usable: false, why: answer.why }),
  };
}

function entryLines(entry: SentinelEntry, at: number, now: number): readonly string[] {
  const answer = usability(entry, null, now);
  const not = answer.usable ? [] : [`  not usable (${answer.why}): ${whyText(answer.why)}`];
  const { record } = entry;
  if (record === null) return [`record ${at + 1}`, ...not];
  return [
    scopeText(record.scope),
    `  ${decisionText(record)}`,
    `  recorded ${record.recordedAt}, ${untilText(record, now)}`,
    ...(answer.usable ? [`  applies to ${appliesText(record.scope)}`] : not),
  ];
}
