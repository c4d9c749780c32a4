const SIGN = 'written-by: msd';

/** Whether a SUMMARY is one that msd wrote, by its frontmatter. */
export const isWrittenByMsd = (text: string): boolean => (text.split('\n---')[0] ?? '').split('\n').includes(SIGN);

/** The SUMMARY that msd writes where an executor left none: the project's format, and it says who wrote it (DESIGN §3). */
export function writtenSummary(facts: {
  readonly phase: string;
  readonly plan: string;
  readonly number: string | null;
  readonly run: string;
  readonly commits: readonly string[];
  readonly at: Date;
}): string {
  return [
    '---',
    `phase: ${JSON.stringify(facts.phase)}`,
    `plan: ${JSON.stringify(facts.number ?? facts.plan)}`,
    'status: complete',
    SIGN,
    `completed: ${facts.at.toISOString().slice(0, 10)}`,
    '---',
    '',
    `# Summary of plan ${facts.plan}`,
    '',
    `Written by msd, because the plan's executor left no summary. Run ${facts.run}.`,
    '',
    ...(facts.commits.length > 0
      ? ['Commits:', '', ...facts.commits.map((c) => `- ${c}`)]
      : ['No commits: the executor said there was nothing to change.']),
    '',
  ].join('\n');
}
