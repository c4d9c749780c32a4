import { fail, ok, type Result } from '../result.js';

/** What an agent wrote into `$MSD_RESULT_FILE` (DESIGN §8, §13). */
export interface AgentResult {
  readonly status: 'done' | 'failed' | 'declined' | 'checkpoint';
  readonly reason: string | null;
  readonly question: string | null;
  readonly summary: string | null;
  readonly noChanges: boolean;
}

/** Bytes of the file that are read at most. */
export const RESULT_FILE_LIMIT = 64 * 1024;

const STATUSES = ['done', 'failed', 'declined', 'checkpoint'] as const;

/** Reads the text of a result file; the problem says what was found and what is accepted. Unknown keys are ignored. */
export function parseAgentResult(text: string): Result<AgentResult, string> {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return fail('the result file is not JSON');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('the result file is not a JSON object');
  const fields = data as Record<string, unknown>;
  const status = STATUSES.find((known) => known === fields['status']);
  if (status === undefined) return fail(`"status" is not one of ${STATUSES.join(', ')}`);
  for (const name of ['reason', 'question', 'summary']) {
    const value = fields[name];
    if (value !== undefined && value !== null && typeof value !== 'string') return fail(`"${name}" is not a string`);
  }
  const noChanges = fields['noChanges'] ?? false;
  if (typeof noChanges !== 'boolean') return fail('"noChanges" is not true or false');
  const text_ = (name: string) => (fields[name] as string | null | undefined) ?? null;
  return ok({ status, reason: text_('reason'), question: text_('question'), summary: text_('summary'), noChanges });
}
