import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok } from '../../core/result.js';
import { type Explanation, explainPayload } from '../../world/guard-process.js';
import type { CommandModule } from '../command.js';
import { readChoice } from '../read-words.js';

const NAME = 'guard explain';
const HOSTS = ['claude', 'cursor', 'codex', 'copilot', 'gemini', 'opencode'] as const;

/** `msd guard explain`: which row of the verdict table a host's payload meets, and why. */
export const command: CommandModule = {
  define(command) {
    command.option('--host <host>', `${HOSTS.join(', ')}; without it the payload tells`);
  },
  async run({ options }, io) {
    const host = readChoice(options['host'] as string | undefined, '--host', HOSTS, NAME);
    if (!host.ok) return host;
    if (io.interactive)
      return fail({ reason: 'usage', message: 'the payload comes on standard input: < payload.json', command: NAME });
    const explained = await explainPayload(await io.readStdin(), host.value, { cwd: io.cwd, env: io.env });
    return explained.ok ? ok({ json: explained.value, human: explanationText(explained.value) }) : explained;
  },
};

function explanationText({ row, verdict, code, reason, identity, record }: Explanation): string {
  const lines = [`verdict   ${verdict}`, `row       ${row} (code ${code})`];
  if (identity !== null) lines.push(`identity  ${identityText(identity)}`);
  if (record !== null) lines.push(`record    ${recordText(record)}`);
  if (reason !== '') lines.push(`says      ${cleanText(reason, 600)}`);
  return lines.join('\n');
}

function identityText({ phase, plan, source, ambiguous }: NonNullable<Explanation['identity']>): string {
  if (ambiguous) return 'ambiguous: it names two';
  if (source === null) return 'none: no marker and no sentence names a phase';
  return `phase ${cleanText(phase)}, ${plan === null ? 'no plan' : `plan ${cleanText(plan, 200)}`} (from the ${source})`;
}

function recordText(record: NonNullable<Explanation['record']>): string {
  const scope = record['scope'] as { phase: string; plan: string | null } | undefined;
  if (scope === undefined) return `not usable: ${cleanText(record['why'])}`;
  const what = `${cleanText(record['isolation'])} for ${cleanText(scope.phase)}${scope.plan === null ? '' : `/${cleanText(scope.plan, 200)}`}`;
  return record['usable'] === true ? what : `${what}, not used: ${cleanText(record['why'])}`;
}
